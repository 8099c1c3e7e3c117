import { textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import type { Draft, Evidence, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { isOfAnotherRun } from "../foreign-session.ts";
import { completions } from "../session-changes.ts";
import { askingKeyOf, compactionIn, generatedItems, outputKeyOf, placesByKey, type RunItem } from "../session-items.ts";
import type { SessionView } from "../session-view.ts";

/** A run that no release takes up again; what of it the session lacks can still be saved. */
export function findEnded(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null || !run.terminal) return [];
  const view = facts.session;
  const mine = view === null ? [] : generatedItems(facts, view);
  const missing = view === null ? [] : missingPairs(mine, view);
  return [
    {
      id: "terminal-run",
      confidence: "certain",
      summary:
        "The run is marked as ended where it cannot be taken up again: its answer was accepted and the last write failed, or an input guardrail refused it. No release resumes the file.",
      evidence: [
        at("/terminal_unrecoverable", "true: the resume is refused before the session is looked at"),
        ...missing.map(placeOf),
      ],
      repairs: view === null ? [] : storeMissing(view, mine, missing),
      advice: [
        "Take the answer from the checkpoint and start a new run. Do not repeat the tool.",
        "If the conversation goes on over the same session: give it the items that it lacks first.",
      ],
    },
  ];
}

/** A run that goes on, with pairs that no write is going to bring. */
export function findMissing(facts: Facts): Suspect[] {
  const run = runOf(facts);
  const { session: view } = facts;
  if (run === null || run.terminal || view === null || !wasGiven(view) || view.entry.error !== null) return [];
  if (isOfAnotherRun(facts)) return [];
  // What a compaction took the place of is not missing.
  if (compactionIn(view.items) >= 0) return [];
  const mine = generatedItems(facts, view);
  const missing = missingPairs(mine, view);
  if (missing.length === 0) return [];
  return [
    {
      id: "items-missing",
      confidence: "likely",
      summary:
        "The checkpoint holds a call with its output that the session lacks, and no pending write will bring them: the next turns do not know that the tool ran.",
      evidence: [
        ...missing.map(placeOf),
        ...(view.items.length === 0 ? [] : [inSession(view.items.length - 1, "the session ends here")]),
      ],
      repairs: storeMissing(view, mine, missing),
      advice: [
        "A run that finished without its session, a handoff filter that removed them, or a partial approval under 0.22.0 to 0.23.1 does this.",
      ],
    },
  ];
}

/** Whether the run has stored something in a session: an empty one can be new to a run that had none. */
function wasGiven({ items, run }: SessionView): boolean {
  return items.length > 0 || run.persistedCount > 0 || run.record !== null;
}

function placeOf({ pointer, item, type }: RunItem): Evidence {
  return at(`${pointer}/call_id`, `${type} ${textOf(item, "call_id")}: not in the session`);
}

/** Calls and outputs that come in pairs, both not in the session and in no record; behind a compaction only those of the last response. */
function missingPairs(mine: readonly RunItem[], view: SessionView): RunItem[] {
  const { response, outputs, record, approvals, step } = view.run;
  const last = new Set([...response, ...outputs].map(({ item }) => dedupeKeyOf(item)));
  const known = new Set([...view.items, ...(record?.items ?? [])].map(dedupeKeyOf));
  // What a paused response has is looked at as a whole by `findLostCall`.
  if (step === "next_step_interruption") for (const key of last) known.add(key);
  const waiting = new Set(approvals.map(({ id }) => id));
  const own = compactionIn(view.items) < 0 ? mine : mine.filter(({ key }) => last.has(key));
  const keys = new Set(own.map(({ key }) => key));
  return own.filter(({ key, item }) => {
    const other = outputKeyOf(item) ?? askingKeyOf(item);
    if (key === undefined || other === undefined || known.has(key) || known.has(other) || !keys.has(other))
      return false;
    return !waiting.has(textOf(item, "call_id") ?? "");
  });
}

/** Each where the run made it: before the next call or output that the session has. */
function storeMissing(view: SessionView, mine: readonly RunItem[], missing: readonly RunItem[]): Draft[] {
  if (missing.length === 0) return [];
  const lacking = new Set(missing);
  const stored = placesByKey(view.items);
  const storedAt = (one: RunItem) => (lacking.has(one) ? -1 : (stored.get(one.key ?? "")?.at(-1) ?? -1));
  const anchored = mine.filter((one) => lacking.has(one) || storedAt(one) >= 0);
  return [
    {
      id: "append-missing",
      summary: "put what the session lacks into it, calls and outputs in their order",
      session: completions(
        anchored.map(({ item }) => item),
        anchored.map(storedAt),
        view.items.length,
      ),
      risk: "They stand before the next call or output of the run that the session has, else at the end: look at messages around them.",
      endsRun: view.run.terminal,
      mends: missing.flatMap(({ item }) => textOf(item, "call_id") ?? []),
    },
  ];
}
