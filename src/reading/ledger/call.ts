import type { JsonObject } from "../../document/json.ts";
import { type CallIdentity, type CallOptions, callIdOf, isSameInvocation } from "../../python/invocation.ts";
import { report } from "../pass.ts";
import { type Audit, type Completed, type LiveNames, pathOf, type Spot } from "./audit.ts";
import { mayBeTooDeep } from "./fragile-call.ts";
import { asHandoff, identify, withName } from "./identify.ts";
import { liveNames } from "./live-names.ts";

/** Takes the call of a raw item and holds it against the ledger (`record_raw_item`). */
export function visitCall(audit: Audit, spot: Spot, options: CallOptions): void {
  const { raw } = spot;
  const call = callIdOf(raw);
  if (call === null) return;
  if (call === "unhashable") {
    const rule = spot.list[0] === "original_input" ? "input-item-type-unusable" : "item-type-unhashable";
    audit.crashed = report(audit.pass, rule, [...pathOf(spot), "type"]);
    return;
  }
  const { type, callId } = call;
  const entry = callId === null ? undefined : audit.completed.get(callId);
  if (entry === undefined && !audit.fragile && !mayBeTooDeep(raw)) return;
  const toolName = options.toolName ?? (callId === null ? undefined : audit.names.get(callId));
  const named = toolName === undefined ? options : withName(options, toolName);
  const identity = identify(audit, spot, named);
  if (entry === undefined || audit.crashed) return;
  entry.calls++;
  if (matches(entry, raw, identity)) return;
  // Without a run item around it, it may as well be a handoff.
  if (spot.entry === null && matches(entry, raw, identify(audit, spot, asHandoff(named)))) return;
  const mayBorrow = type !== "function_call" && type !== "mcp_approval_request" && options.toolName === undefined;
  if (mayBorrow && matchesLiveName(audit, entry, liveNamesOf(audit, callId), spot, options)) return;
  entry.mismatch ??= pathOf(spot);
}

function matches(entry: Completed, raw: JsonObject, identity: CallIdentity | null): boolean {
  if (identity !== null && isSameInvocation(identity, entry)) return true;
  // With an apply_patch tool in the graph a function or custom call named like it counts as an apply_patch_call.
  return entry.type === "apply_patch_call" && (raw.type === "function_call" || raw.type === "custom_tool_call");
}

function liveNamesOf(audit: Audit, callId: string | null): LiveNames | undefined {
  audit.live ??= liveNames(audit.processed);
  return audit.live.get(callId ?? "");
}

/** A native call without a name of its own borrows the name of the live tool behind its action, if there is one. Many calls may share an
 * id with many actions: names that did not fit one of them are not tried for another, since one mismatch is enough. */
function matchesLiveName(
  audit: Audit,
  entry: Completed,
  live: LiveNames | undefined,
  spot: Spot,
  options: CallOptions,
): boolean {
  if (live === undefined || (live.tried && entry.mismatch !== null)) return false;
  const { names } = live;
  for (let place = 0; place < names.length; place++) {
    const toolName = names[place];
    if (!matches(entry, spot.raw, identify(audit, spot, withName(options, toolName)))) continue;
    names.splice(place, 1);
    names.unshift(toolName);
    return true;
  }
  live.tried = true;
  return false;
}
