import type { Draft, Suspect } from "../cause.ts";
import { type Facts, runOf } from "../facts.ts";
import { generatedItems, placesByKey } from "../session-items.ts";
import { answeredAlready, idsOf, waitingCalls } from "../waiting.ts";
import { orphanedOutputs } from "./orphaned-outputs.ts";
import { repeatedItems } from "./repeated-items.ts";
import { awaitedIds, unansweredCalls } from "./unanswered-calls.ts";

/** What is wrong with the session as it stands, and what of it the checkpoint can mend. */
export function findPairing(facts: Facts): Suspect[] {
  const { session: view } = facts;
  if (view === null) return [];
  const run = runOf(facts);
  const mine = generatedItems(facts, view);
  const places = placesByKey(view.items);
  const spent = new Set(run === null ? [] : idsOf(answeredAlready(waitingCalls(run, view), places, view)));
  return [
    ...orphanedOutputs(view, places, mine),
    ...(run === null ? [] : unansweredCalls(view, places, mine, awaitedIds(run, view))),
    ...repeatedItems(view, places),
  ].map((suspect) => {
    // What the session has beyond an older copy, a newer checkpoint may wait for.
    const { repairs = [], ...cause } = suspect;
    if (spent.size > 0 && cause.id === "call-unanswered") return cause;
    return { ...cause, repairs: repairs.map((draft) => apartFrom(spent, draft)) };
  });
}

/** A session that has gone on is mended for what comes next, not for a resume of the older copy: that one does the damage again. */
function apartFrom(spent: ReadonlySet<string>, draft: Draft): Draft {
  if (!draft.mends?.some((id) => spent.has(id))) return draft;
  return { ...draft, endsRun: true, needs: ["a newer checkpoint or a new run: this copy must not be resumed"] };
}
