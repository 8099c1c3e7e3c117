import { textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/clean.ts";
import type { Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { removals } from "../session-changes.ts";
import { answerKeyOf, placesByKey } from "../session-items.ts";

/** A held write is stored without a look at the session: what is there already is stored again. */
export function findHeldCopy(facts: Facts): Suspect[] {
  const { session: view } = facts;
  const record = view?.run.record ?? null;
  if (runOf(facts) === null || view === null || record?.held !== true || view.entry.outcome === "wrong-session")
    return [];
  const places = placesByKey(view.items);
  const copies = record.items.flatMap((item, index) => {
    const found = places.get(dedupeKeyOf(item) ?? "");
    return found === undefined ? [] : [{ index, found, item }];
  });
  if (copies.length === 0) return [];
  // Calls that wait are looked at by `findLostCall`.
  if (view.run.step === "next_step_interruption" && copies.some(({ item }) => places.has(answerKeyOf(item) ?? "")))
    return [];
  const answered = copies.some(({ item }) => places.has(answerKeyOf(item) ?? ""));
  const indexes = copies.flatMap(({ found }) => found).sort((a, b) => b - a);
  return [
    {
      id: answered ? "resumed-already" : "write-already-stored",
      confidence: "certain",
      summary: answered
        ? "The session has what this held write keeps back, outputs included: this is an older copy of the checkpoint, and its tool would run a second time."
        : "The session has items that the held write keeps back: the resume stores them a second time.",
      evidence: [
        ...copies.map(({ index }) => at(`/pending_session_write/items/${index}`, "held back, and in the session too")),
        ...indexes.map((index) => inSession(index, "the copy")),
      ],
      repairs: answered
        ? []
        : [
            {
              id: "drop-held-copy",
              summary: "remove the copies from the session; the held write stays",
              edits: [],
              session: removals(indexes),
              risk: "None that is known: the resume stores them with their outputs.",
              mends: copies.flatMap(({ item }) => textOf(item, "call_id") ?? []),
            },
          ],
      advice: answered ? ["Take the newest checkpoint of the run, or start a new run over the session."] : [],
    },
  ];
}
