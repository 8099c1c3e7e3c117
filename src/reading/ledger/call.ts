import type { Json } from "../../document/json.ts";
import { callIdOf } from "../../python/calls.ts";
import { type CallIdentity, type CallOptions, isSameInvocation } from "../../python/invocation.ts";
import { report } from "../pass.ts";
import { type Audit, type Completed, type Spot, spotPath } from "./audit.ts";
import { mayBeTooDeep } from "./fragile-call.ts";
import { asHandoff, identify, withName } from "./identify.ts";
import { type LiveTool, liveTools } from "./live-tools.ts";
import { patchIdentity } from "./patch-call.ts";

/** Takes the call of a raw item and holds it against the ledger (`record_raw_item`). */
export function visitCall(audit: Audit, spot: Spot, options: CallOptions): void {
  const { raw } = spot;
  const call = callIdOf(raw);
  if (call === null) return;
  if (call === "unhashable") {
    const rule = spot.list[0] === "original_input" ? "input-item-type-unusable" : "item-type-unhashable";
    audit.crashed = report(audit.pass, rule, [...spotPath(spot), "type"]);
    return;
  }
  const { type, callId } = call;
  const entry = callId === null ? undefined : audit.completed.get(callId);
  if (entry === undefined && !audit.fragile && !mayBeTooDeep(raw)) return;
  const toolName = options.toolName ?? (callId === null ? undefined : audit.names.get(callId));
  const named = toolName === undefined ? options : withName(options, toolName);
  if (entry === undefined) {
    identify(audit, spot, named);
    return;
  }
  entry.calls++;
  // Without a name of its own a call gets that of the live tool behind it, but for one that has its name in its key.
  const hasKey = (type === "function_call" || type === "mcp_approval_request") && entry.type !== "apply_patch_call";
  const fits =
    toolName === undefined && !hasKey ? fitsWithOneTool(audit, spot, named, entry) : isOf(audit, spot, named, entry);
  if (!fits) entry.mismatch ??= spotPath(spot);
}

/** Whether there is a tool, or none, with which this call and all others of its id so far are the ledger's. */
function fitsWithOneTool(audit: Audit, spot: Spot, options: CallOptions, entry: Completed): boolean {
  entry.asked = spot;
  entry.tools ??= [undefined, ...liveToolsOf(audit, spot.raw.call_id)];
  entry.tools = entry.tools.filter((tool) =>
    isOf(audit, spot, tool === undefined ? options : withName(options, tool.name), entry),
  );
  return entry.tools.length > 0;
}

/** Whether the call is the one of the ledger's entry. */
function isOf(audit: Audit, spot: Spot, options: CallOptions, entry: Completed): boolean {
  const matches = (identity: CallIdentity | null) => identity !== null && isSameInvocation(identity, entry);
  if (matches(identify(audit, spot, options))) return true;
  if (audit.crashed) return false;
  // Without a run item around it, it may as well be a handoff.
  if (spot.entry === null && matches(identify(audit, spot, asHandoff(options)))) return true;
  // With an apply_patch tool in the graph a function or custom call named like it counts as an apply_patch_call.
  return entry.type === "apply_patch_call" && matches(patchIdentity(spot.raw, options.toolName));
}

/** The tools behind the actions of a call. */
export function liveToolsOf(audit: Audit, callId: Json | undefined): readonly LiveTool[] {
  audit.live ??= liveTools(audit.processed);
  return audit.live.get(callId as string) ?? [];
}
