import { isObject, type Json, type Path } from "../document/json.ts";
import { isTwin } from "../python/equality.ts";
import { type CallIdentity, callIdentity } from "../python/invocation.ts";
import type { FunctionReading, ItemReading } from "../reading/reading.ts";
import { identityOfQueued, taken } from "./identities.ts";
import { committedCalls } from "./ledger-rules.ts";
import type { Outlooker } from "./outlooker.ts";

/** A call; its identity is worked out only when two calls meet. */
interface Made {
  readonly identity: CallIdentity | null;
  readonly path: Path;
}

/** Two different calls under one id, among those of the paused response or among those that have run: releases up to 0.19.4 let a model
 * number its calls anew, later ones refuse the resume (`_dedupe_processed_response_invocations`). */
export function checkReusedIds(outlooker: Outlooker): void {
  const { run } = outlooker;
  // Of a nested run the outer one does not see the error.
  if (!run.dialect.on["call-id-of-two-calls"] || run.base.length > 0) return;
  if (run.step?.type !== "next_step_interruption") return;
  for (const [queued, other] of meetings(run.processed?.functions ?? [], ({ call }) => call)) {
    if (reportReuse(outlooker, queuedCall(outlooker, queued), queuedCall(outlooker, other))) return;
  }
  // From 1.15 on the reader has held what has run against the ledger.
  if (run.dialect.on["decision-unbound"]) return;
  const made = run.generated.kept.filter(({ type }) => type === "tool_call_item");
  const meeting = meetings(made, ({ raw }) => raw);
  if (meeting.length === 0) return;
  const committed = committedCalls(run);
  for (const [first, other] of meeting) {
    if (reportReuse(outlooker, madeCall(outlooker, first), madeCall(outlooker, other), committed)) return;
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

function queuedCall({ reading, run }: Outlooker, queued: FunctionReading): Made {
  return { identity: identityOfQueued(reading.document, run, queued), path: [...queued.path, "tool_call"] };
}

function madeCall({ reading }: Outlooker, { raw, data, index }: ItemReading): Made {
  const path = ["generated_items", index, "raw_item"];
  const place = { document: reading.document, path };
  return { identity: taken(callIdentity(raw, { toolName: data.tool_name, place })), path };
}

/** Reports an id that stands for two calls; false when they are one call after all. `counts`: of `type id`; all when absent. */
function reportReuse({ report }: Outlooker, known: Made, call: Made, counts?: ReadonlySet<string>): boolean {
  const [before, now] = [known.identity, call.identity];
  if (before === null || now === null || before.type !== now.type) return false;
  if (before.fingerprint === now.fingerprint || counts?.has(`${now.type} ${now.callId}`) === false) return false;
  report("call-id-of-two-calls", [...call.path, "call_id"], { id: now.callId });
  return true;
}
