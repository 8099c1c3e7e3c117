import type { Kit, Shape } from "./kit.ts";

/** The last model response, sorted into what is to be done. */
export function processedShape({ z, ref }: Kit): Shape {
  const toolCall = z.looseObject({ type: z.string() });
  const action = (tool: string) => ({ tool_call: toolCall, [tool]: ref("toolName") });
  return {
    processedResponse: {
      new_items: z.array(ref("item")),
      tools_used: z.array(z.string()),
      functions: z.array(ref("functionRun")),
      computer_actions: z.array(z.looseObject(action("computer"))),
      local_shell_actions: z.array(z.looseObject(action("local_shell"))),
      shell_actions: z.array(z.looseObject(action("shell"))),
      apply_patch_actions: z.array(z.looseObject(action("apply_patch"))),
      handoffs: z.array(
        z.looseObject({ tool_call: ref("functionCall"), handoff: z.looseObject({ tool_name: z.string().nullable() }) }),
      ),
      mcp_approval_requests: z.array(
        z.looseObject({
          request_item: z.looseObject({ raw_item: z.looseObject({ type: z.literal("mcp_approval_request") }) }),
          mcp_tool: z.looseObject({}),
        }),
      ),
      interruptions: z.array(ref("item:tool_approval_item")),
    },
    functionRun: { tool_call: ref("functionCall"), tool: ref("functionTool") },
    functionTool: {
      name: z.string(),
      description: z.string().optional(),
      paramsJsonSchema: z.looseObject({}).optional(),
    },
    toolName: { name: z.string().nullable(), description: z.string().optional() },
  };
}
