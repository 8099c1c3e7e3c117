import { isObject, type JsonObject } from "../../document/json.ts";
import { lookupKeyOf, lookupKeyOfApproval, readLookupKey } from "../../python/tool-identity.ts";
import { agentKey } from "../../reading/agents.ts";
import type { RunReading } from "../../reading/reading.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import type { PendingCall } from "../decisions/decisions.ts";

/** A waiting call that the resume takes for one of a function and cannot read: everything that waits is asked for again then, whatever is decided
 * (since 0.19.3 `_coerce_approval_call`, `malformed_function_approvals` in `resolve_interrupted_turn`). */
export function isMalformed(run: RunReading, { approval, agent, callId }: PendingCall): boolean {
  const { data, raw } = approval;
  if (!run.dialect.on["waiting-call-incomplete"]) return false;
  const isFunction = isObject(raw) && raw.type === "function_call";
  if (isFunction && isReadable(data, raw)) return false;
  if (agent !== agentKey(run.state.current_agent)) return false;
  if (isFunction || readLookupKey(data.tool_lookup_key) !== undefined) return true;
  return queuedFunctions(run).some(({ call }) => call.call_id === callId);
}

function isReadable(data: JsonObject, raw: JsonObject): boolean {
  return typeof raw.name === "string" && typeof raw.arguments === "string" && namesTool(data, raw);
}

function namesTool(data: JsonObject, raw: JsonObject): boolean {
  if (lookupKeyOfApproval(data, raw) !== undefined) return true;
  return lookupKeyOf(data.tool_name ?? raw.name, data.tool_namespace) !== undefined;
}
