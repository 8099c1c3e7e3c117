import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { callKey, idOfCall } from "../python/calls.ts";
import { isTwin } from "../python/equality.ts";
import { type CallIdentity, type CallOptions, identityIfTaken, isSameInvocation } from "../python/invocation.ts";
import { committedCalls } from "../reading/calls-ahead.ts";
import { lastOutput } from "../reading/model-output.ts";
import type { ActionReading, FunctionReading, ItemReading } from "../reading/reading.ts";
import { identityOfQueued } from "./identities.ts";
import type { Outlooker } from "./outlooker.ts";
import type { Standing } from "./standing.ts";

/** A call; its identity is worked out only when two calls meet. */
interface Made {
  readonly identity: CallIdentity | null;
  readonly path: Path;
}

/** Two different calls under one id, among those of the paused response or among those that have run: releases up to 0.19.4 let a model
 * number its calls anew, later ones refuse the resume (`_dedupe_processed_response_invocations`). */
export function checkReusedIds(outlooker: Outlooker): void {
  const { run } = outlooker;
  if (!run.dialect.on["call-id-of-two-calls"]) return;
  if (run.step?.type !== "next_step_interruption") return;
  const queued = responseCalls(outlooker);
  const answers = customAnswers(outlooker);
  const met = meetings(queued, ({ call }) => call);
  if (answers.length > 0) met.push(...meetings([...answers, ...asShown(outlooker, queued)], ({ call }) => call));
  for (const [first, other] of met) if (reportReuse(outlooker, first.made(), other.made())) return;
  // Else the reader has held what has run against the ledger.
  if (run.dialect.does.takesLedger) return;
  if (checkItems(outlooker, asShown(outlooker, queued))) return;
  const made = run.generated.kept.filter(({ type }) => callTypes.has(type));
  const meeting = meetings(made, ({ raw }) => raw);
  if (meeting.length === 0) return;
  const committed = committedCalls(run);
  for (const [first, other] of meeting) {
    if (reportReuse(outlooker, madeCall(outlooker, first), madeCall(outlooker, other), committed)) return;
  }
}

/** A call of the response; its identity is worked out when asked for. */
interface Queued {
  readonly call: JsonObject;
  readonly options: CallOptions;
  readonly made: () => Made;
}

function responseCalls(outlooker: Outlooker): Queued[] {
  const { run } = outlooker;
  return [
    ...(run.processed?.functions ?? []).map((entry) => ({
      call: entry.call,
      options: {},
      made: () => queuedCall(outlooker, entry),
    })),
    ...(run.processed?.actions ?? []).map((entry) => ({
      call: entry.call,
      options: entry.options,
      made: () => otherCall(outlooker, entry),
    })),
  ];
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

/** Labels up to 1.14 have no ledger: the reader takes the items of the run for it, and a call of the response that has run, or is decided, must
 * be the one of its item (`_validate_completed_tool_invocations`). */
function checkItems(outlooker: Outlooker, queued: readonly Queued[]): boolean {
  const { run, standings } = outlooker;
  let items: Map<unknown, ItemReading> | undefined;
  let counts: Set<string> | undefined;
  for (const { call, options, made } of queued) {
    items ??= new Map(
      run.generated.kept.flatMap((item) =>
        callTypes.has(item.type) && isObject(item.raw) ? [[item.raw.call_id, item] as const] : [],
      ),
    );
    const item = items.get(call.call_id);
    if (item === undefined || isTwin(item.raw, call)) continue;
    counts ??= new Set([...committedCalls(run), ...decidedCalls(standings)]);
    if (reportReuse(outlooker, madeCall(outlooker, item, options), made(), counts)) return true;
  }
  return false;
}

function decidedCalls(standings: readonly Standing[]): string[] {
  return standings.flatMap(({ call: { kind, callId }, counts }) =>
    counts === null || kind === "unknown" || callId === null ? [] : [callKey({ type: kind, callId })],
  );
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

/** Items of a run that hold a call. */
const callTypes: ReadonlySet<string> = new Set(["tool_call_item", "handoff_call_item"]);

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

function queuedCall({ reading, run }: Outlooker, queued: FunctionReading): Made {
  return {
    identity: identityOfQueued(reading.document, run, queued),
    path: [...run.base, ...queued.path, "tool_call"],
  };
}

function otherCall({ reading, run }: Outlooker, { call, callPath, options }: ActionReading): Made {
  const path = [...run.base, ...callPath];
  return { identity: identityIfTaken(call, { ...options, place: { document: reading.document, path } }), path };
}

function madeCall(
  { reading, run }: Outlooker,
  { raw, data, index, type }: ItemReading,
  options: CallOptions = {},
): Made {
  const path = [...run.base, "generated_items", index, "raw_item"];
  const place = { document: reading.document, path };
  const role = type === "handoff_call_item" ? "handoff" : undefined;
  return { identity: identityIfTaken(raw, { toolName: data.tool_name ?? options.toolName, role, place }), path };
}

/** Reports an id that stands for two calls; false when they are one call after all. `counts`: those of these keys; all when absent. */
function reportReuse({ report }: Outlooker, known: Made, call: Made, counts?: ReadonlySet<string>): boolean {
  const [before, now] = [known.identity, call.identity];
  if (before === null || now === null) return false;
  if (isSameInvocation(before, now) || counts?.has(callKey(before)) === false) return false;
  report("call-id-of-two-calls", [...call.path, "call_id"], { id: now.callId });
  return true;
}
