import { isObject, type Json, type JsonObject } from "../document/json.ts";
import { type Hunt, tell } from "./hunt.ts";
import { findInText } from "./text.ts";

/** The search itself, handed in: it imports this file. */
type Search = (hunt: Hunt, step: string, value: Json | undefined, zone: "item") => void;

/** The SDK writes the whole configuration of a hosted MCP server beside each approval request, with what authorizes it
 * (`_serialize_mcp_approval_requests`, all releases), though the reader only asks whether it is there. */
export function searchMcpTool(hunt: Hunt, step: string, tool: JsonObject, search: Search): void {
  const config = tool.tool_config;
  if (!isObject(config)) return;
  hunt.trail.push(step, "tool_config");
  for (const key of Object.keys(config)) {
    const value = config[key];
    if (key === "headers" && isObject(value)) searchHeaders(hunt, value);
    else if (key === "authorization" && typeof value === "string" && value !== "") {
      tell(hunt, "secret-mcp-config", key, "the authorization of a hosted MCP server");
    } else if (key === "server_url" && typeof value === "string" && carriesSecret(value)) {
      tell(hunt, "secret-mcp-config", key, "the URL of a hosted MCP server, with credentials in it");
    } else search(hunt, key, value, "item");
  }
  hunt.trail.length -= 2;
}

/** Headers that authorize nobody. */
const plainHeaders =
  /^(?:accept|accept-.*|content-.*|user-agent|host|x-request-id|x-correlation-id|traceparent|tracestate)$/i;

function searchHeaders(hunt: Hunt, headers: JsonObject): void {
  hunt.trail.push("headers");
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === null || value === "" || plainHeaders.test(name)) continue;
    tell(hunt, "secret-mcp-config", name, "a header for a hosted MCP server");
  }
  hunt.trail.pop();
}

function carriesSecret(url: string): boolean {
  return findInText(url, false) !== undefined;
}
