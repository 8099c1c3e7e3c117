import { mostNamed, named } from "../../named.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import { isCall } from "../../settle/items/pairs.ts";
import type { Draft, RepairEdit, SessionChange, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { dropRecord } from "../repairs/record.ts";
import { removals } from "../session-changes.ts";
import { askingKeyOf, firstByKey, type Places, placesByKey, type RunItem, withReasoning } from "../session-items.ts";
import type { SessionView } from "../session-view.ts";

interface Orphan {
  readonly index: number;
  readonly id: string;
  /** As the checkpoint has it. */
  readonly call: RunItem | undefined;
}

/** Outputs whose call does not stand before them: the API refuses the list. */
export function orphanedOutputs(view: SessionView, places: Places, mine: readonly RunItem[]): Suspect[] {
  const calls = firstByKey(mine);
  const batch = placesByKey(view.run.record?.items ?? []);
  const found: Orphan[] = view.items.flatMap((item, index) => {
    const asking = askingKeyOf(item);
    // What a write brought that is not through is the matter of `findLoneBatch`.
    if (view.entry.error !== null && batch.has(dedupeKeyOf(item) ?? "")) return [];
    if (asking === undefined || (places.get(asking)?.[0] ?? index) < index) return [];
    const call = places.has(asking) ? undefined : calls.get(asking);
    return [{ index, id: textOf(item, "call_id") ?? "", call }];
  });
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ id }) => id))];
  const known = found.filter(({ call }) => call !== undefined);
  const lone = found.filter(({ index }) => !places.has(askingKeyOf(view.items[index] as RawItem) ?? ""));
  const edits = forgetWrite(view, found, batch);
  return [
    {
      id: "orphaned-output",
      confidence: "certain",
      summary: `The session has the output of ${named(ids)} without a call before it: the API refuses every request that sends it ("No tool call found for …").`,
      evidence: found
        .slice(0, mostNamed)
        .flatMap(({ index, id, call }) => [
          inSession(index, `the output of ${id}, and no such call before it`),
          ...(call === undefined ? [] : [at(`${call.pointer}/call_id`, `the call, ${id}`)]),
        ]),
      repairs: [
        ...(known.length === 0 ? [] : [{ ...insertCalls(mine, known, view, places), edits }]),
        ...moveCalls(found, places, view),
        ...(lone.length === 0 ? [] : [{ ...dropOutputs(lone), edits }]),
      ],
      advice: [
        "A run that was paused with output guardrails by 0.22.0 to 0.23.1 does this at its resume; the conversation stays refused until the pair is whole.",
        ...(known.length === found.length
          ? []
          : ["Where the file does not hold the call: another checkpoint or a trace of the run may."]),
      ],
    },
  ];
}

/** The record that brought the outputs compares the session with what it stored: changed there, the record has to go. */
function forgetWrite(view: SessionView, found: readonly Orphan[], batch: Places): RepairEdit[] {
  const { record } = view.run;
  const brought = found.some(({ index }) => batch.has(dedupeKeyOf(view.items[index] as RawItem) ?? ""));
  return record === null || view.entry.outcome !== "committed" || !brought ? [] : dropRecord({ record, view });
}

/** Each call where the run made it, before its output, with the reasoning that led to it; the last one first, so that no place moves. */
function insertCalls(mine: readonly RunItem[], known: readonly Orphan[], view: SessionView, places: Places): Draft {
  const ends = new Map(mine.map((item, place) => [item, place]));
  const calls = known.map(({ index, call }) => {
    const end = ends.get(call as RunItem) ?? -1;
    return { end, place: placeBefore(index, mine, end, places) };
  });
  const session = calls
    .sort((a, b) => b.place - a.place || b.end - a.end)
    .flatMap(({ end, place }): SessionChange[] => {
      const items = withReasoning(view, places, mine, end, place);
      return items.map((item, offset) => ({ op: "insert", at: place + offset, item }));
    });
  return {
    id: "insert-call",
    summary: `insert ${known.length === 1 ? "the call" : "the calls"} into the session, before ${known.length === 1 ? "its output" : "their outputs"}`,
    session,
    risk: "None that is known: the next run sends whole pairs.",
    mends: known.map(({ id }) => id),
  };
}

/** Before the other calls of its response that come behind it, so that the end of the session stays as a pending write expects it; at the
 * latest before its output. */
function placeBefore(output: number, mine: readonly RunItem[], end: number, places: Places): number {
  let place = output;
  for (let next = mine[end + 1], at = end + 1; next !== undefined && isCall(next.item); next = mine[++at])
    place = places.get(next.key ?? "")?.findLast((before) => before < place) ?? place;
  return place;
}

/** Calls that stand behind their output go before it: a store that sorts or merges turns pairs round. */
function moveCalls(found: readonly Orphan[], places: Places, { items }: SessionView): Draft[] {
  const list = [...items];
  const mends: string[] = [];
  const session: SessionChange[] = [];
  for (const { index, id } of found.slice(0, mostNamed)) {
    const output = items[index] as RawItem;
    const place = places.get(askingKeyOf(output) ?? "")?.[0];
    if (place === undefined) continue;
    const item = items[place] as RawItem;
    const [from, to] = [list.indexOf(item), list.indexOf(output)];
    if (from <= to) continue;
    list.splice(to, 0, ...list.splice(from, 1));
    session.push({ op: "remove", at: from, item: null }, { op: "insert", at: to, item });
    mends.push(id);
  }
  if (mends.length === 0) return [];
  return [
    {
      id: "move-call",
      summary: `move the ${mends.length === 1 ? "call" : "calls"} of ${named(mends)} before the output`,
      session,
      risk: "None that is known: the pair stands in its order again.",
      mends,
    },
  ];
}

function dropOutputs(found: readonly Orphan[]): Draft {
  return {
    id: "drop-output",
    summary: `remove the lone ${found.length === 1 ? "output" : "outputs"} from the session`,
    session: removals(found.map(({ index }) => index)),
    risk: "The conversation forgets that the tool ran, although its effects stay.",
    mends: found.map(({ id }) => id),
  };
}
