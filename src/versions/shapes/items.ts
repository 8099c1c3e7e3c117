import type { Fields, Kit, Shape } from "./kit.ts";

/** Run items (generated_items, session_items, new_items). The values inside `raw_item` are the openai package's: only what every
 * version of it has in common is said here. */
export function itemShape({ z, ref }: Kit): Shape {
  const raw = (type: string) => z.looseObject({ type: z.literal(type) });
  const item = (rawItem: ReturnType<Kit["ref"]>): Fields => ({ raw_item: rawItem, agent: ref("agent") });
  const typed = z.looseObject({ type: z.string() });
  return {
    "item:message_output_item": item(
      z.looseObject({
        type: z.literal("message"),
        role: z.literal("assistant"),
        content: z.array(z.looseObject({ type: z.string() })),
      }),
    ),
    "item:reasoning_item": item(raw("reasoning")),
    "item:handoff_call_item": item(ref("functionCall")),
    "item:handoff_output_item": {
      ...item(typed),
      source_agent: ref("agent"),
      target_agent: ref("agent"),
    },
    "item:tool_call_item": { ...item(typed), description: z.string().optional() },
    "item:tool_call_output_item": { ...item(typed), output: z.unknown() },
    "item:mcp_list_tools_item": item(raw("mcp_list_tools")),
    "item:mcp_approval_request_item": item(raw("mcp_approval_request")),
    "item:mcp_approval_response_item": item(raw("mcp_approval_response")),
    "item:compaction_item": item(typed),
    "item:tool_approval_item": { ...item(z.looseObject({})), tool_name: z.string().optional() },
    functionCall: { type: z.literal("function_call"), name: z.string(), call_id: z.string(), arguments: z.string() },
  };
}
