import { isObject, type JsonObject } from "../../document/json.ts";
import { groupedBy } from "../../multimap.ts";
import { callKey, idOfCall } from "../../python/calls.ts";
import { isTwin } from "../../python/equality.ts";
import { isSameInvocation } from "../../python/invocation.ts";
import { isFalsy } from "../../python/truth.ts";
import type { ApprovalReading, ItemReading } from "../../reading/reading.ts";
import { committedCalls } from "../../reading/run/calls-ahead.ts";
import { decisionsOf, pendingCallOf } from "../decisions/decisions.ts";
import { identityOfWaiting } from "../decisions/identities.ts";
import { isAbout, type Standing } from "../decisions/standing.ts";
import type { Outlooker } from "../outlooker.ts";
import { callItemTypes, type Made, madeCall, type Queued, reportReuse } from "./made-calls.ts";

/** Labels up to 1.14 have no ledger: the reader takes the items of the run for it. A call of the response must be the one of its items once it
 * has run, or once a decision on the tool that the item names is about it (`_register_tool_call_items`). */
export function checkBoundItems(outlooker: Outlooker, queued: readonly Queued[]): boolean {
  const { run, standings, report } = outlooker;
  const items = lastItems(run.generated.kept);
  const waiting = groupedBy(standings, ({ call }) => call.callId);
  let committed: ReadonlySet<string> | undefined;
  for (const one of queued) {
    const id = idOfCall(one.call);
    if (id === null) continue;
    const standing = waiting.get(id)?.[0];
    for (const item of items.get(id) ?? []) {
      if (isAlike(item, one.call, standing)) continue;
      const [known, now] = [itemCall(outlooker, item, one), one.made()];
      if (known.identity === null || now.identity === null || isSameInvocation(known.identity, now.identity)) continue;
      committed ??= committedCalls(run);
      const hasRun = committed.has(callKey(known.identity));
      if (!hasRun && !isBound(outlooker, item, standing)) continue;
      if (hasRun || standing?.counts !== null) return reportReuse(outlooker, known, now);
      report("waiting-call-edited", [...run.base, ...standing.call.approval.rawPath], { id });
      break;
    }
  }
  return false;
}

/** By id the last item with the call and the last one that asks for it: an older call may have had the id too. */
function lastItems(kept: readonly ItemReading[]): ReadonlyMap<string | null, readonly ItemReading[]> {
  const calls = new Map<string | null, ItemReading>();
  const approvals = new Map<string | null, ItemReading>();
  for (const item of kept) {
    const { type, raw } = item;
    if (type === "tool_approval_item") approvals.set(idOfCall(raw), item);
    else if (type === "mcp_approval_request_item" || callItemTypes.has(type)) calls.set(idOfCall(raw), item);
  }
  return groupedBy([...calls.values(), ...approvals.values()], ({ raw }) => idOfCall(raw));
}

/** What hardly any item is not. */
function isAlike({ type, data, raw }: ItemReading, call: JsonObject, standing: Standing | undefined): boolean {
  if (!isTwin(raw, call)) return false;
  if (type !== "tool_approval_item") return true;
  const shown = standing?.call.approval.data;
  return (
    shown !== undefined &&
    ["tool_name", "tool_lookup_key"].every((key) => isTwin(data[key] ?? null, shown[key] ?? null))
  );
}

function itemCall(outlooker: Outlooker, item: ItemReading, { options }: Queued): Made {
  if (item.type !== "tool_approval_item") return madeCall(outlooker, item, options);
  const { reading, run } = outlooker;
  const approval = asApproval(item);
  return {
    identity: identityOfWaiting(reading.document, run, approval),
    path: [...run.base, ...approval.rawPath],
  };
}

function asApproval({ index, data, raw }: ItemReading): ApprovalReading {
  const path = ["generated_items", index];
  return { path, data, raw, rawPath: [...path, "raw_item"] };
}

/** Whether a decision is about the call as the item names it, or will be once the call that waits is decided: function calls are asked for
 * by their owner then, where items are not looked for (since 0.23.1). */
function isBound({ run }: Outlooker, item: ItemReading, standing: Standing | undefined): boolean {
  const { raw, data } = item;
  const isApproval = item.type === "tool_approval_item";
  // No decision is found for an approval that names no tool.
  if (isApproval && isFalsy(data.tool_name ?? (isObject(raw) ? raw.name : null) ?? null)) return false;
  // Of an item that is no approval the SDK takes the name of the call alone.
  const own = pendingCallOf(asApproval(isApproval ? item : { ...item, data: {} }));
  if (decisionsOf(run).some((decision) => isAbout(own, decision))) return true;
  if (standing?.counts !== null || (own.kind === "function_call" && run.dialect.does.stickyNeedsOwner)) return false;
  const { keys, hosted } = standing.call;
  return hosted === null ? own.keys.some((key) => keys.includes(key)) : own.hosted === hosted;
}
