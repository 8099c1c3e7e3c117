import type { Json } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import type { ItemReading, RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { statedApprovals } from "../../reading/run/interruption.ts";
import { ledgerEntry } from "../../reading/run/ledger.ts";
import { decisionsOf, type PendingCall } from "../decisions/decisions.ts";
import { standingIn } from "../decisions/standing.ts";
import type { Outlooker } from "../outlooker.ts";
import { type CallIds, madeIds, openCalls } from "./open-calls.ts";

/** The response still has calls, and nothing takes them up again. */
export function checkLeftOut({ run, report }: Outlooker): void {
  if (run.terminal || run.base.length > 0) return;
  const open = openCalls(run).filter(({ kind, callId }) => kind !== "mcp_approval_request" && callId !== null);
  if (open.length === 0) return;
  const answered = answeredIds(run.session?.kept ?? []);
  const left = open.find(({ callId }) => !answered.has(callId ?? undefined));
  if (left !== undefined) report("open-call-left-out", ["current_step"], { id: left.callId ?? "", tool: left.tool });
}

/** No release interrupts a run without a call that waits. Decided calls of the response run all the same. */
export function checkEmptied(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  // What the reader dropped is named where it is dropped.
  if (statedApprovals(run).length > 0) return;
  const isDecided = decidedUnlisted(outlooker);
  const first = openCalls(run).find((call) => !isDecided(call));
  if (first === undefined) return;
  report("waiting-calls-unlisted", [...run.base, "current_step"], { id: first.callId ?? "", tool: first.tool });
}

/** Calls of a paused response that neither wait nor have an output. One that waited was taken out of the list: it was neither decided nor run, and is
 * asked for when the others are decided. Any other has run before the pause, and its output is lost. */
export function checkForgotten(outlooker: Outlooker, ids: CallIds): void {
  const { run } = outlooker;
  // One that waits without its id may be the missing one.
  if (ids.size === 0 || ids.has(null) || run.processed === null) return;
  const { functions, actions } = run.processed;
  const missing =
    functions.some(({ call, nested }) => nested === null && !isListed(ids, call.call_id)) ||
    actions.some(({ call }) => !isListed(ids, idOfCall(call)));
  if (!missing) return;
  const isDecided = decidedUnlisted(outlooker);
  const waited = new Set<unknown>();
  const { kept } = run.generated;
  for (let place = 0; place < kept.length; place++) {
    const { type, raw } = kept[place] as ItemReading;
    if (type === "tool_approval_item") waited.add(idOfCall(raw));
  }
  const left = openCalls(run).filter(({ callId }) => callId !== null && !ids.has(callId));
  const forgotten = left.filter((call) => waited.has(call.callId) && !isDecided(call));
  if (run.base.length === 0)
    for (const { callId, tool } of forgotten)
      outlooker.report("waiting-call-forgotten", ["current_step"], { id: callId ?? "", tool });
  checkFinished(
    outlooker,
    ids,
    left.filter((call) => !forgotten.includes(call)),
  );
}

/** Every release pauses after it has run the calls that need no approval, and runs what has no output when it resumes. */
function checkFinished({ reading, run, report }: Outlooker, ids: CallIds, left: readonly PendingCall[]): void {
  const finished = left.filter((call) => call.kind !== "mcp_approval_request" && !isOpenInLedger(run, call));
  // The run of a listed call that nobody made is missing, not an output.
  const made = madeIds(run);
  if (finished.length === 0 || ![...ids].every((id) => made.has(id))) return;
  const standing = standingIn(reading.document, run);
  for (const call of finished) {
    if (standing(call).counts?.verdict === "rejected") continue;
    report("finished-call-runs-again", [...run.base, ...call.approval.path], {
      id: call.callId ?? "",
      tool: call.tool,
    });
  }
}

/** A call that has begun and not ended makes the resume raise; one that has not begun, as it waited and was decided, runs for the first time. */
function isOpenInLedger(run: RunReading, { callId }: PendingCall): boolean {
  const entry = ledgerEntry(run, callId);
  return entry !== undefined && entry.completed !== true;
}

/** Whether a decision counts for a call that is not listed. A request says all that it is bound by itself; one by its name counts where it is
 * listed only, since there are decisions on servers. */
function decidedUnlisted({ reading, run }: Outlooker): (call: PendingCall) => boolean {
  const { bindsListedCallsOnly, readsHostedApprovals } = run.dialect.does;
  const decisions = bindsListedCallsOnly ? [] : decisionsOf(run);
  if (decisions.length === 0) return () => false;
  const standing = standingIn(reading.document, run);
  const callIds = new Set(decisions.map(({ callId }) => callId));
  const stickyKeys = new Set(decisions.flatMap(({ callId, key }) => (callId === null ? [key] : [])));
  return (call) => {
    const { callId, keys, hosted } = call;
    if (hosted === null) return (callId !== null && callIds.has(callId)) || keys.some((key) => stickyKeys.has(key));
    const { counts } = standing(call);
    return counts !== null && (counts.store !== "by-name" || !readsHostedApprovals);
  };
}

function isListed(ids: CallIds, id: Json | undefined): boolean {
  return typeof id !== "string" || id === "" || ids.has(id);
}
