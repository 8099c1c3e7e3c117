import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isFalsy } from "../../python/truth.ts";
import { type Pass, report } from "../pass.ts";
import type { ActionReading } from "../reading.ts";
import { isAccepted, valueFault } from "../values.ts";
import { entriesOf, entryPath, isUnusableName } from "./entries.ts";
import { readCaller } from "./programmatic.ts";

/** `/last_processed_response/mcp_approval_requests`: requests of hosted MCP servers; what is kept goes to `kept`. */
export function readMcpRequests(pass: Pass, value: Json | undefined, kept: ActionReading[]): void {
  const list = "mcp_approval_requests";
  const entries = entriesOf(pass, value, list);
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const path = entryPath(value, list, index);
    if (!isObject(entry)) report(pass, "action-not-an-object", path, { key: list, found: kindOf(entry) });
    else {
      const call = readMcpRequest(pass, entry, path);
      const callPath = [...path, "request_item", "raw_item"];
      if (call !== null) kept.push({ list, path, data: entry, call, callPath, options: {} });
    }
  }
}

/** The request; null when it is not kept. */
function readMcpRequest(pass: Pass, entry: JsonObject, path: Path): JsonObject | null {
  const item = entry.request_item;
  const raw = isObject(item) && item.raw_item !== undefined ? item.raw_item : {};
  const rawPath = [...path, "request_item", "raw_item"];
  if (!isAccepted(pass, "McpApprovalRequest", raw, rawPath)) {
    const fault = valueFault(pass, "McpApprovalRequest", raw, rawPath);
    const place = isObject(item) && item.raw_item !== undefined ? rawPath : path;
    report(pass, "mcp-request-invalid", [...place, ...fault.at], { expected: fault.expected });
    return null;
  }
  const tool = entry.mcp_tool;
  if (isFalsy(tool)) {
    report(pass, "mcp-request-without-tool", path);
    return null;
  }
  if (pass.dialect.does.bindsMcpByToolName && !namesHostedMcp(pass, tool as Json, path)) return null;
  if (!isObject(raw)) return null;
  // Its tool is found by the label, which no tool has empty.
  if (!pass.dialect.does.bindsMcpByToolName && raw.server_label === "") {
    report(pass, "mcp-request-without-tool", [...rawPath, "server_label"]);
    return null;
  }
  readCaller(pass, raw, rawPath, "model-and-programs");
  return raw;
}

/** Whether the request finds its tool by the only name that hosted tools have; another one is skipped unread. */
function namesHostedMcp(pass: Pass, tool: Json, path: Path): boolean {
  if (!isObject(tool)) report(pass, "mcp-tool-not-an-object", [...path, "mcp_tool"], { found: kindOf(tool) });
  else if (isUnusableName(tool.name)) {
    report(pass, "mcp-tool-name-unusable", [...path, "mcp_tool", "name"], { found: kindOf(tool.name) });
  } else return tool.name === "hosted_mcp";
  return false;
}
