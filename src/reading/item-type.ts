/** The types of run items, in the order of `_deserialize_items` (0.24.0); older readers know some of them. */
export const itemTypes = [
  "message_output_item",
  "tool_call_item",
  "tool_approval_item",
  "tool_call_output_item",
  "reasoning_item",
  "handoff_call_item",
  "handoff_output_item",
  "compaction_item",
  "input_item",
  "mcp_list_tools_item",
  "mcp_approval_request_item",
  "mcp_approval_response_item",
  "tool_search_call_item",
  "tool_search_output_item",
] as const;

export type ItemType = (typeof itemTypes)[number];
