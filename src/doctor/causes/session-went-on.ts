import { mostNamed, named } from "../../named.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import type { Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { kindOf } from "../picture.ts";
import { removals } from "../session-changes.ts";
import { generatedItems, type Places, placesByKey } from "../session-items.ts";
import { digestsOf, type SessionView } from "../session-view.ts";
import { answeredAlready, placeOfId, type Waiting, waitingCalls } from "../waiting.ts";

/** Items that came into the session behind a call that still waits. The resume sends what the file holds (`Runner.run` of a state reads no
 * history from its session), so the model does not see them, and the output is stored behind them. */
export function findSessionWentOn(facts: Facts): Suspect[] {
  const run = runOf(facts);
  const { session: view } = facts;
  if (run === null || view === null || view.run.record !== null) return [];
  const places = placesByKey(view.items);
  const waiting = waitingCalls(run, view);
  const stored = waiting.filter(({ item }) => places.has(dedupeKeyOf(item) ?? ""));
  if (stored.length === 0 || answeredAlready(waiting, places, view).length > 0) return [];
  const newcomers = newcomersOf(facts, view, places);
  return newcomers.length === 0 ? [] : [suspectOf(view, stored, newcomers)];
}

/** Places behind the last item of the run that nothing in the file accounts for; staged input at the end has a cause of its own. */
function newcomersOf(facts: Facts, view: SessionView, places: Places): number[] {
  const mine = generatedItems(facts, view);
  const last = Math.max(-1, ...mine.map(({ key }) => (key === undefined ? -1 : (places.get(key)?.at(-1) ?? -1))));
  const known = new Set(digestsOf(view, [...mine.map(({ item }) => item), ...view.run.staged]));
  const digests = digestsOf(view, view.items);
  return view.items.flatMap((_, index) => (index > last && !known.has(digests[index] ?? "") ? [index] : []));
}

function suspectOf(view: SessionView, stored: readonly Waiting[], newcomers: readonly number[]): Suspect {
  const ids = named(stored.map(({ callId }) => callId));
  const items = newcomers.length === 1 ? "An item" : `${newcomers.length} items`;
  return {
    id: "session-went-on",
    confidence: "likely",
    summary: `${items} came into the session behind ${ids}, which still waits: the resume does not show them to the model, and stores the output behind them.`,
    evidence: [
      ...stored.slice(0, mostNamed).map((call) => at(placeOfId(call), `${call.callId} waits here`)),
      ...newcomers.slice(0, mostNamed).flatMap((index) => {
        const item = view.items[index];
        return item === undefined ? [] : [inSession(index, `came behind the pause: ${kindOf(item)}`)];
      }),
    ],
    repairs: [
      {
        id: "set-newcomers-aside",
        summary: "take the newcomers out of the session, resume, and add them again afterwards",
        session: removals(newcomers),
        risk: "Keep what you take out. What answered a newcomer was said without the output of the call.",
      },
    ],
    advice: [
      "Start no run over a session whose run waits: such a run leaves the waiting call out of what the model is sent.",
      "To let the resumed run see an input, queue it with RunState.add_input (0.20.0 and later) instead of storing it in the session.",
    ],
  };
}
