import { type RawItem, textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import type { Draft, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { removals } from "../session-changes.ts";
import { outputKeyOf, placesByKey } from "../session-items.ts";

/** An item of the held batch that the session has too. */
interface Copy {
  readonly index: number;
  readonly item: RawItem;
  readonly found: readonly number[];
}

/** A held write is stored without a look at the session: what is there already is stored again. */
export function findHeldCopy(facts: Facts): Suspect[] {
  const { session: view } = facts;
  const record = view?.run.record ?? null;
  if (runOf(facts) === null || view === null || record?.held !== true) return [];
  if (view.entry.outcome === "wrong-session") return [];
  const places = placesByKey(view.items);
  const copies: Copy[] = record.items.flatMap((item, index) => {
    const found = places.get(dedupeKeyOf(item) ?? "");
    return found === undefined ? [] : [{ index, found, item }];
  });
  // A waiting call whose output is there was resumed before: `findLostCall` says so.
  const waits = view.run.step === "next_step_interruption";
  if (copies.length === 0 || (waits && copies.some(({ item }) => places.has(outputKeyOf(item) ?? "")))) return [];
  return [
    {
      id: "write-already-stored",
      confidence: "certain",
      summary: "The session has items that the held write keeps back: the resume stores them a second time.",
      evidence: [
        ...copies.map(({ index }) => at(`/pending_session_write/items/${index}`, "held back, and in the session too")),
        ...copies.flatMap(({ found }) => found.map((place) => inSession(place, "the copy"))),
      ],
      repairs: repairsOf(copies, !waits && copies.length === record.items.length),
    },
  ];
}

function repairsOf(copies: readonly Copy[], isComplete: boolean): Draft[] {
  const mends = copies.flatMap(({ item }) => textOf(item, "call_id") ?? []);
  const copy: Draft = {
    id: "drop-held-copy",
    summary: "remove the copies from the session; the held write stays",
    session: removals(copies.flatMap(({ found }) => found)),
    risk: "None that is known: the resume stores them again.",
    mends,
  };
  if (!isComplete) return [copy];
  const edit = { op: "remove", path: ["pending_session_write"] } as const;
  const record: Draft = {
    id: "drop-record",
    summary: "remove the held write: the session has all of it",
    edits: [{ edit, reason: "everything that it keeps back is in the session" }],
    risk: "None that is known: the batch is in the session.",
    mends,
  };
  return [record, copy];
}
