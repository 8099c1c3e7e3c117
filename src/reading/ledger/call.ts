import type { Json } from "../../document/json.ts";
import { type CallIdentity, type CallOptions, callIdOf, isSameInvocation } from "../../python/invocation.ts";
import { report } from "../pass.ts";
import { type Audit, type Completed, type LiveNames, pathOf, type Spot } from "./audit.ts";
import { mayBeTooDeep } from "./fragile-call.ts";
import { asHandoff, identify, withName } from "./identify.ts";
import { liveNames } from "./live-names.ts";
import { patchIdentity } from "./patch-call.ts";

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
  if (matches(entry, identity)) return;
  // Without a run item around it, it may as well be a handoff.
  if (spot.entry === null && matches(entry, identify(audit, spot, asHandoff(named)))) return;
  const live = options.toolName === undefined ? liveNamesOf(audit, callId) : undefined;
  // With an apply_patch tool in the graph a function or custom call named like it counts as an apply_patch_call.
  const asPatch = (name: Json | undefined) => matches(entry, patchIdentity(raw, name));
  const mayBePatch = entry.type === "apply_patch_call" && type !== entry.type;
  if (mayBePatch && (asPatch(toolName) || fitsLiveName(entry, live, asPatch))) return;
  const asNamed = (name: Json | undefined) => matches(entry, identify(audit, spot, withName(options, name)));
  const mayBorrow = type !== "function_call" && type !== "mcp_approval_request";
  if (mayBorrow && fitsLiveName(entry, live, asNamed)) return;
  entry.mismatch ??= pathOf(spot);
}

function matches(entry: Completed, identity: CallIdentity | null): boolean {
  return identity !== null && isSameInvocation(identity, entry);
}

function liveNamesOf(audit: Audit, callId: string | null): LiveNames | undefined {
  audit.live ??= liveNames(audit.processed);
  return audit.live.get(callId ?? "");
}

/** A native call without a name of its own borrows the name of the live tool behind its action, if there is one. Many calls may share an
 * id with many actions: names that did not fit one of them are not tried for another, since one mismatch is enough. */
function fitsLiveName(
  entry: Completed,
  live: LiveNames | undefined,
  fits: (name: Json | undefined) => boolean,
): boolean {
  if (live === undefined || (live.tried && entry.mismatch !== null)) return false;
  const { names } = live;
  for (let place = 0; place < names.length; place++) {
    const name = names[place];
    if (!fits(name)) continue;
    names.splice(place, 1);
    names.unshift(name);
    return true;
  }
  live.tried = true;
  return false;
}
