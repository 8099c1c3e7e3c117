import { isObject, type JsonObject, member } from "../document/json.ts";

/** Where the tool of a run item comes from (`tool_origin`, from 1.9 on); undefined when the reader takes none from it
 * (0.24.0 `ToolOrigin.from_json_dict`). */
export function originOf(data: JsonObject): "function" | "mcp" | "agent_as_tool" | undefined {
  const origin = member(data, "tool_origin");
  const type = isObject(origin) ? origin.type : undefined;
  return type === "function" || type === "mcp" || type === "agent_as_tool" ? type : undefined;
}

/** The local MCP server that has the tool, where the item names it. */
export function originServer(data: JsonObject): string | undefined {
  const origin = originOf(data) === "mcp" ? member(data, "tool_origin") : undefined;
  return isObject(origin) && typeof origin.mcp_server_name === "string" ? origin.mcp_server_name : undefined;
}
