import { isObject, type Json } from "../../document/json.ts";
import { callKey, idOfCall } from "../../python/calls.ts";
import { isTwin } from "../../python/equality.ts";
import { type CallIdentity, identityIfTaken } from "../../python/invocation.ts";
import type { RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { committedCalls } from "../../reading/run/calls-ahead.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { lastOutput } from "../../reading/run/model-output.ts";
import type { Outlooker } from "../outlooker.ts";
import { checkBoundItems } from "./bound-items.ts";
import { callItemTypes, madeCall, type Queued, reportReuse, responseCalls } from "./made-calls.ts";

/** Two different calls under one id, among those of the paused response or among those that have run: releases up to 0.19.4 let a model
 * number its calls anew, later ones refuse the resume (`_dedupe_processed_response_invocations`). */
export function checkReusedIds(outlooker: Outlooker): void {
  const { run } = outlooker;
  if (!run.dialect.on["call-id-of-two-calls"]) return;
  if (!isInterrupted(run)) return;
  const queued = responseCalls(outlooker);
  const met = meetings(queued, ({ call }) => call);
  const answers = customAnswers(outlooker);
  // A patch that the model made as a custom call is queued as a patch, and not held against it.
  const custom = queued.filter(({ call }) => answers.length > 0 && call.type === "custom_tool_call");
  met.push(...meetings([...answers, ...asShown(outlooker, custom)], ({ call }) => call));
  for (const [first, other] of met) if (reportReuse(outlooker, first.made(), other.made())) return;
  // Else the reader holds against the ledger what has run, but for ids that it does not know as completed.
  if (!run.dialect.does.takesLedger && checkBoundItems(outlooker, asShown(outlooker, queued))) return;
  const made = run.generated.kept.filter(({ type }) => callItemTypes.has(type));
  const meeting = meetings(made, ({ raw }) => raw);
  if (meeting.length === 0) return;
  const isCommitted = committedBy(run);
  for (const [first, other] of meeting) {
    const known = madeCall(outlooker, first);
    if (known.identity === null || !isCommitted(known.identity)) continue;
    if (reportReuse(outlooker, known, madeCall(outlooker, other))) return;
  }
}

/** Whether a call has its entry in the ledger that the resume starts from. Without a ledger in the file the reader makes one: the first call of each id
 * that has an output, of whatever type. */
function committedBy(run: RunReading): (call: CallIdentity) => boolean {
  if (run.dialect.does.takesLedger) {
    const committed = committedCalls(run);
    return (call) => committed.has(callKey(call));
  }
  const answered = answeredIds(run.generated.kept);
  return ({ callId }) => answered.has(callId);
}

/** A call that waits otherwise than it stands in the response is told where it waits. */
function asShown({ standings }: Outlooker, queued: readonly Queued[]): Queued[] {
  const waiting = new Map(standings.map(({ call }) => [call.callId, call.approval.raw]));
  return queued.filter(({ call }) => {
    const shown = waiting.get(idOfCall(call));
    return shown === undefined || isTwin(shown, call);
  });
}

/** Calls of custom tools as the model made them: those of the response are held against them too (0.21.1 to 0.24.0
 * `_append_custom_reconciliation_call`). */
function customAnswers(outlooker: Outlooker): Queued[] {
  const { run, reading } = outlooker;
  if (!run.dialect.does.reconcilesMissingCustomTools) return [];
  const { path, items } = lastOutput(run);
  const calls = items.flatMap((item, index) =>
    isObject(item) && item.type === "custom_tool_call" ? [{ raw: item, path: [...path, index] }] : [],
  );
  return calls.map(({ raw, path: at }) => ({
    call: raw,
    options: {},
    made: () => ({ identity: identityIfTaken(raw, { place: { document: reading.document, path: at } }), path: at }),
  }));
}

/** A waiting function call under the id of an older call that has its output: the resume takes it for done and leaves it out
 * (`_append_reconciliation_call` in `resolve_interrupted_turn`). Of an output of a handoff it takes no notice. */
export function checkAnsweredIds({ run, standings, report }: Outlooker): void {
  if (!run.dialect.on["waiting-call-passed-over"] || run.base.length > 0 || standings.length === 0) return;
  const answered = new Set<string>();
  const reused = new Map<string, number>();
  for (const { type, raw, index } of run.generated.kept) {
    if (!isObject(raw) || typeof raw.call_id !== "string") continue;
    if (type === "tool_call_output_item" && raw.type === "function_call_output") answered.add(raw.call_id);
    else if (type === "tool_call_item" && answered.has(raw.call_id)) reused.set(raw.call_id, index);
  }
  for (const { call } of standings) {
    const { callId, kind, tool } = call;
    const index = kind === "function_call" && callId !== null ? reused.get(callId) : undefined;
    if (callId === null || index === undefined) continue;
    report("waiting-call-passed-over", ["generated_items", index, "raw_item", "call_id"], { id: callId, tool });
  }
}

/** Each entry whose call is another one than the first under its id, with that first one. */
function meetings<Entry>(entries: readonly Entry[], callOf: (entry: Entry) => Json): [Entry, Entry][] {
  const first = new Map<string, Entry>();
  const met: [Entry, Entry][] = [];
  for (const entry of entries) {
    const call = callOf(entry);
    const id = isObject(call) ? call.call_id : undefined;
    if (typeof id !== "string") continue;
    const known = first.get(id);
    if (known === undefined) first.set(id, entry);
    else if (!isTwin(callOf(known), call)) met.push([known, entry]);
  }
  return met;
}
