import { refuseCustomTools } from "./steps/items-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_9: SchemaVersion = {
  label: "1.9",
  summary: "Pending calls of custom tools, and where a tool came from.",
  added: [
    { at: "/last_processed_response/custom_tool_actions/*", kind: "{tool_call, custom_tool}" },
    { at: "/**/tool_origin", kind: "{type, ...}" },
    { at: "/generated_items/*/tool_name on tool_call_item", kind: "string (also in session_items and new_items)" },
  ],
  changed: [],
  gates: [],
  shape: ({ z, ref }) => {
    const origin = { tool_origin: ref("toolOrigin").optional() };
    return {
      processedResponse: {
        custom_tool_actions: z.array(
          z.looseObject({ tool_call: z.looseObject({ type: z.string() }), custom_tool: ref("toolName") }),
        ),
      },
      "item:tool_call_item": { ...origin, tool_name: z.string().optional() },
      "item:tool_call_output_item": origin,
      "item:tool_approval_item": origin,
      toolOrigin: {
        type: z.enum(["function", "mcp", "agent_as_tool"]),
        mcp_server_name: z.string().optional(),
        agent_name: z.string().optional(),
        agent_tool_name: z.string().optional(),
      },
    };
  },
  down: [refuseCustomTools],
};
