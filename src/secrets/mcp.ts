import { isObject, type Json, type JsonObject } from "../document/json.ts";
import { type Frame, type Hunt, tell } from "./hunt.ts";
import { findInText } from "./text.ts";

type Search = (hunt: Hunt, parent: Frame, step: string, value: Json | undefined, zone: "item") => void;

/** The SDK writes the whole configuration of a hosted MCP server beside each approval request, with what authorizes it
 * (`_serialize_mcp_approval_requests`, all releases), though the reader only asks whether it is there. */
export function searchMcpTool(hunt: Hunt, tool: Frame<JsonObject>, search: Search): void {
  const config = tool.value.tool_config;
  if (!isObject(config)) return;
  const frame: Frame = { value: config, parent: tool, step: "tool_config" };
  for (const key of Object.keys(config)) {
    const value = config[key];
    if (key === "headers" && isObject(value)) searchHeaders(hunt, { value, parent: frame, step: key });
    else if (key === "authorization" && typeof value === "string" && value !== "") {
      tell(hunt, "secret-mcp-config", frame, key, "the authorization of a hosted MCP server");
    } else if (key === "server_url" && typeof value === "string" && carriesSecret(value)) {
      tell(hunt, "secret-mcp-config", frame, key, "the URL of a hosted MCP server, with credentials in it");
    } else search(hunt, frame, key, value, "item");
  }
}

/** Headers that authorize nobody. */
const plainHeaders =
  /^(?:accept|accept-.*|content-.*|user-agent|host|x-request-id|x-correlation-id|traceparent|tracestate)$/i;

function searchHeaders(hunt: Hunt, headers: Frame<JsonObject>): void {
  for (const name of Object.keys(headers.value)) {
    const value = headers.value[name];
    if (value === null || value === "" || plainHeaders.test(name)) continue;
    tell(hunt, "secret-mcp-config", headers, name, "a header for a hosted MCP server");
  }
}

function carriesSecret(url: string): boolean {
  return findInText(url, false) !== undefined;
}
