import { named } from "../../named.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import type { Draft, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { batchFacts, expected, hasIdentity, kindOf, type Picture } from "../picture.ts";
import { clearBefore, dropRecord } from "../repairs/record.ts";
import { additions, completions, removals } from "../session-changes.ts";
import { askingKeyOf, placesByKey, type RunItem, withReasoning } from "../session-items.ts";

export const noRerun = "Do not run the completed tool again.";

export function partlyStored(picture: Picture): Suspect {
  const { equal, sameId, view, record } = picture;
  const places = equal.map((place, index) =>
    place >= 0 && hasIdentity(record, index) ? place : (sameId[index] ?? -1),
  );
  const here = places.filter((place) => place >= 0).sort((a, b) => a - b);
  const absent = places.flatMap((place, index) => (place < 0 ? [index] : []));
  return {
    id: "write-partly-stored",
    confidence: "certain",
    summary: `The session has ${here.length} of the ${record.items.length} items of the batch: the append broke off in between.`,
    evidence: [
      expected(picture),
      ...here.slice(0, 10).map((place) => inSession(place, "of the batch")),
      ...absent.slice(0, 10).map((index) => at(`/pending_session_write/items/${index}`, "not in the session")),
    ],
    repairs: [
      {
        id: "complete-batch",
        summary: "add the rest of the batch to the session, and remove the pending write",
        edits: dropRecord(picture),
        session: completions(record.items, places, view.items.length),
        risk: "None that is known when the items stand in their order.",
        settles: true,
      },
      {
        id: "remove-part",
        summary: "remove the part from the session; the resume then appends the whole batch",
        session: removals(here),
        risk: "Works only while the session still ends as it did before the write.",
        settles: true,
      },
    ],
    advice: [noRerun],
  };
}

export function historyMoved(picture: Picture): Suspect {
  const { beforeAt, before, view, record } = picture;
  const end = beforeAt + before.length;
  const newcomers = view.items.slice(end);
  return {
    id: "history-moved",
    confidence: "certain",
    summary: `The batch is not in the session, and ${newcomers.length === 1 ? "an item" : `${newcomers.length} items`} came in behind what the write expects at the end.`,
    evidence: [
      expected(picture),
      ...newcomers
        .slice(0, 20)
        .map((item, index) => inSession(end + index, `in the way: ${kindOf(item)}, unknown to the write`)),
      ...batchFacts(picture, "not in the session yet"),
    ],
    repairs: [
      {
        id: "remove-newcomers",
        summary: "take the newcomers out of the session, resume, and add them again afterwards",
        session: removals(newcomers.map((_, index) => end + index)),
        risk: "Keep what you take out; another process may still be writing to this session.",
        settles: true,
      },
      {
        id: "insert-batch",
        summary: "insert the batch before the newcomers by hand, and remove the pending write",
        edits: dropRecord(picture),
        session: additions(end, record.items, view.items.length),
        risk: "None that is known: the order is that of the run.",
        settles: true,
      },
      clearBefore("The batch then stands behind the newcomers: an output far from its call."),
    ],
    advice: [noRerun],
  };
}

/** `mine`: the items that the run generated. */
export function historyReplaced(picture: Picture, mine: readonly RunItem[]): Suspect {
  const { view, before, session } = picture;
  const there = new Set(session);
  const left = before.filter((digest) => there.has(digest)).length;
  return {
    id: "history-replaced",
    confidence: "certain",
    summary: `The batch is not in the session, and ${left} of the ${before.length} items that stood before it are there as they were: the session was cleared, compacted or edited, or another store answers to the same id.`,
    evidence: [
      expected(picture),
      inSession(
        view.items.length === 0 ? null : view.items.length - 1,
        view.items.length === 0 ? "the session is empty" : "what it ends with is unknown to the write",
      ),
      ...batchFacts(picture, "not in the session"),
    ],
    repairs: appended(picture, mine),
    advice: ["Look whether this is the store that the run used: the id fits, the content does not.", noRerun],
  };
}

/** The batch at the end of a session that has lost what stood before it: with the calls of its outputs, or not at all, since the API refuses
 * an output without its call. */
function appended({ view, record }: Picture, mine: readonly RunItem[]): Draft[] {
  const draft = clearBefore("Only for the right session: the batch is appended at its end without a comparison.");
  const lone = loneOutputs(view.items, record.items);
  if (lone.length === 0) return [draft];
  const places = placesByKey(view.items);
  const ends = new Map(mine.map(({ key }, index) => [key, index]));
  const asked = lone.map((output) => ends.get(askingKeyOf(output)) ?? -1);
  if (asked.includes(-1)) return [];
  const calls = asked.flatMap((end) => withReasoning(view, places, mine, end, view.items.length));
  const mends = lone.flatMap((output) => textOf(output, "call_id") ?? []);
  return [
    {
      ...draft,
      summary: `add the ${lone.length === 1 ? "call" : "calls"} of ${named(mends)} to the session; then ${draft.summary}`,
      session: additions(view.items.length, calls, view.items.length),
      mends,
    },
  ];
}

/** The outputs of a batch whose call stands neither in it nor in the session. */
export function loneOutputs(session: readonly RawItem[], batch: readonly RawItem[]): RawItem[] {
  const places = placesByKey([...session, ...batch]);
  return batch.filter((item) => {
    const call = askingKeyOf(item);
    return call !== undefined && !places.has(call);
  });
}
