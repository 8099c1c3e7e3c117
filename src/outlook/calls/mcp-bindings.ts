import { isObject, member } from "../../document/json.ts";
import { pathToMember } from "../../document/value-at.ts";
import type { RunReading } from "../../reading/reading.ts";
import { originOf, originServer } from "../../reading/tool-origin.ts";
import type { PendingCall } from "../decisions/decisions.ts";
import type { Outlooker } from "../outlooker.ts";

/** From 0.23.1 a pending call of a local MCP server runs only with the binding that 1.18 stores. */
export function checkMcpBindings({ run, standings, report }: Outlooker, renamed: ReadonlySet<string | null>): void {
  for (const { call, counts } of standings) {
    // Under an id that the response does not have, no call is looked for.
    if (counts?.verdict === "rejected" || renamed.has(call.callId) || !lacksRecipient(run, call)) continue;
    const { data, path } = call.approval;
    const at = pathToMember(data.tool_origin, [...run.base, ...path, "tool_origin"], "mcp_server_name");
    const args = { id: call.callId ?? "", tool: call.tool, server: originServer(data) ?? "" };
    report("mcp-call-without-binding", at, args);
  }
}

/** Whether the resume raises at this call unless it is rejected. */
export function lacksRecipient(run: RunReading, { approval, callId }: PendingCall): boolean {
  if (!run.dialect.does.readsMcpBindings || callId === null || originOf(approval.data) !== "mcp") return false;
  const bindings = run.processed?.data.mcp_tool_bindings;
  // What is no list there is left out in silence.
  return !isObject(bindings) || !Array.isArray(member(bindings, callId));
}
