import { appendAll } from "../../append-all.ts";
import type { JsonObject } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { itemOf, type RawItem, textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import { isCall, isOutput, programCallerOf, typeOf } from "../../settle/items/pairs.ts";
import type { Draft, RepairEdit, SessionChange, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { mostNamed, named } from "../named.ts";
import { dropRecord } from "../repairs/record.ts";
import { additions, removals } from "../session-changes.ts";
import {
  answerKeyOf,
  askingKeyOf,
  generatedItems,
  type Places,
  placesByKey,
  type RunItem,
  withReasoning,
} from "../session-items.ts";
import { digestsOf, type SessionView } from "../session-view.ts";
import { answeredAlready, idsOf, waitingCalls } from "../waiting.ts";

/** What is wrong with the session as it stands, and what of it the checkpoint can mend. */
export function findPairing(facts: Facts): Suspect[] {
  const { session: view } = facts;
  if (view === null) return [];
  const run = runOf(facts);
  const mine = generatedItems(facts, view);
  const places = placesByKey(view.items);
  const spent = new Set(run === null ? [] : idsOf(answeredAlready(waitingCalls(run, view), places, view)));
  return [
    ...orphans(view, places, mine),
    ...(run === null ? [] : unanswered(view, places, mine, awaitedIds(run, view))),
    ...repeated(view, places),
  ].map((suspect) => {
    // What the session has beyond an older copy, a newer checkpoint may wait for.
    if (spent.size > 0 && suspect.id === "call-unanswered") return { ...suspect, repairs: [] };
    return { ...suspect, repairs: suspect.repairs.map((draft) => apartFrom(spent, draft)) };
  });
}

/** A session that has gone on is mended for what comes next, not for a resume of the older copy: that one does the damage again. */
function apartFrom(spent: ReadonlySet<string>, draft: Draft): Draft {
  if (!draft.mends?.some((id) => spent.has(id))) return draft;
  return { ...draft, endsRun: true, needs: ["a newer checkpoint or a new run: this copy must not be resumed"] };
}

interface Orphan {
  readonly index: number;
  readonly id: string;
  /** As the checkpoint has it. */
  readonly call: RunItem | undefined;
}

/** The first item of each key. */
function firstByKey(items: readonly RunItem[]): ReadonlyMap<string, RunItem> {
  const first = new Map<string, RunItem>();
  for (const item of items) if (item.key !== undefined && !first.has(item.key)) first.set(item.key, item);
  return first;
}

/** Outputs whose call does not stand before them: the API refuses the list. */
function orphans(view: SessionView, places: Places, mine: readonly RunItem[]): Suspect[] {
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
        { ...dropOutputs(found), edits },
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
    edits: [],
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
      edits: [],
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
    edits: [],
    session: removals(found.map(({ index }) => index)),
    risk: "The conversation forgets that the tool ran, although its effects stay.",
    mends: found.map(({ id }) => id),
  };
}

/** A call of the session whose output only the checkpoint has. */
interface Unanswered {
  readonly index: number;
  readonly id: string;
  readonly output: RunItem;
}

/** Ids of calls that a resume brings an output for: those that wait, what else the paused response has before it, and programs of the model that
 * go on once their calls are answered. */
function awaitedIds(run: RunReading, view: SessionView): ReadonlySet<unknown> {
  const programs = view.run.response.map(({ item }) =>
    typeOf(item) === "program" ? textOf(item, "call_id") : programCallerOf(item),
  );
  const waiting = view.run.approvals.flatMap(({ id, nestedIn }) => [id, ...nestedIn.map((call) => call.call_id)]);
  const ids = [...programs, ...waiting];
  if (view.run.step !== "next_step_interruption") return new Set(ids);
  const queued = [...(run.processed?.functions ?? []).map(({ call }) => call), ...view.run.handoffs];
  return new Set([...ids, ...queued.map(({ call_id: id }) => id)]);
}

/** Calls without output: fine while they wait, mendable when the checkpoint has the output, else forgotten in silence. */
function unanswered(
  view: SessionView,
  places: Places,
  mine: readonly RunItem[],
  waiting: ReadonlySet<unknown>,
): Suspect[] {
  const coming = new Set((view.run.record?.items ?? []).map(dedupeKeyOf));
  const outputs = firstByKey(mine);
  const mendable: Unanswered[] = [];
  const others: Suspect[] = [];
  view.items.forEach((item, index) => {
    const answer = answerKeyOf(item);
    const id = textOf(item, "call_id") ?? "";
    if (answer === undefined || places.has(answer) || waiting.has(id) || coming.has(answer)) return;
    const output = outputs.get(answer);
    if (output !== undefined) mendable.push({ index, id, output });
    else if (others.length < mostNamed) others.push(forgotten(item, id, index, view));
  });
  return [...(mendable.length === 0 ? [] : [outputMissing(mendable, view)]), ...others];
}

function outputMissing(missing: readonly Unanswered[], view: SessionView): Suspect {
  const goesOn = view.run.step === "next_step_run_again";
  const ids = missing.map(({ id }) => id);
  const session = missing.flatMap(({ index, output }, before) =>
    additions(endOfBlock(view.items, index) + before, [output.item], view.items.length + before),
  );
  const what = ids.length === 1 ? "the output" : "the outputs";
  return {
    id: "output-missing",
    confidence: "certain",
    summary: `The session has ${named(ids)} without ${what}, which the checkpoint holds, and no pending write is recorded: no release will ever write it.`,
    evidence: [
      ...missing
        .slice(0, mostNamed)
        .flatMap(({ index, id, output }) => [
          at(`${output.pointer}/call_id`, `the output of ${id}, which the session lacks`),
          inSession(index, `the call of ${id}, unanswered`),
        ]),
      at("/current_step/type", goesOn ? "the run is past the tool: it asks the model next" : "where the run stands"),
    ],
    repairs: [
      {
        id: "add-output",
        summary: `add ${what} of ${named(ids)} to the session before the resume`,
        edits: [],
        session,
        risk: "None that is known. Do not run the tool again.",
        mends: ids,
      },
    ],
    advice: [],
  };
}

/** Behind the calls and outputs that follow the call without a break. */
function endOfBlock(items: readonly RawItem[], index: number): number {
  let end = index + 1;
  while (items[end] !== undefined && (isCall(items[end] as RawItem) || isOutput(items[end] as RawItem))) end++;
  return end;
}

const answerOf: Readonly<Record<string, (id: string) => JsonObject>> = {
  function_call: (id) => ({ type: "function_call_output", call_id: id, output: "The tool was not run." }),
  custom_tool_call: (id) => ({ type: "custom_tool_call_output", call_id: id, output: "The tool was not run." }),
};

function forgotten(item: RawItem, id: string, index: number, { items }: SessionView): Suspect {
  let start = index;
  while (start > 0 && typeOf(items[start - 1] as RawItem) === "reasoning") start--;
  const answer = answerOf[typeOf(item) ?? ""];
  const repairs: Draft[] = [
    {
      id: `drop-call-${id}`,
      summary: `remove the call of ${id} from the session${start < index ? ", with the reasoning before it" : ""}`,
      edits: [],
      session: removals(items.flatMap((_, place) => (place >= start && place <= index ? [place] : []))),
      risk: "The conversation forgets that the model asked for it.",
    },
  ];
  if (answer !== undefined)
    repairs.push({
      id: `answer-call-${id}`,
      summary: `add an output that says that ${id} was not run`,
      edits: [],
      session: additions(index + 1, [itemOf(answer(id))], items.length),
      risk: "Only when it was not run.",
    });
  return {
    id: "call-unanswered",
    confidence: "likely",
    summary: `The session has ${id} without an output, and this checkpoint neither waits for it nor has one: the next run leaves the call out in silence.`,
    evidence: [inSession(index, `the call of ${id}`)],
    repairs,
    advice: [
      "If its own checkpoint still exists: resume that one first, and start no new run over the session meanwhile.",
    ],
  };
}

/** One key twice. Equal copies of a call or a pair are a duplicate write; others are an id used again, of which only the newest is sent. */
function repeated(view: SessionView, places: Places): Suspect[] {
  const digests = digestsOf(view, view.items);
  const copies: number[] = [];
  const reused: number[] = [];
  for (const [, indexes] of places) {
    const [first, ...later] = indexes;
    const item = view.items[first ?? 0];
    if (first === undefined || item === undefined || later.length === 0 || !(isCall(item) || isOutput(item))) continue;
    const equal = later.filter((index) => digests[index] === digests[first]);
    if (equal.length === later.length) appendAll(copies, equal);
    else appendAll(reused, indexes);
  }
  const suspects: Suspect[] = [];
  if (copies.length > 0)
    suspects.push(
      duplicates(
        view,
        copies.sort((a, b) => a - b),
      ),
    );
  if (reused.length > 0)
    suspects.push(
      reusedIds(
        view,
        reused.sort((a, b) => a - b),
      ),
    );
  return suspects;
}

function duplicates(view: SessionView, copies: readonly number[]): Suspect {
  const idAt = (index: number) => textOf(view.items[index] as RawItem, "call_id") ?? "";
  const ids = [...new Set(copies.map(idAt))];
  return {
    id: "duplicate-items",
    confidence: "certain",
    summary: `The session has items of ${named(ids)} twice.`,
    evidence: copies
      .slice(0, mostNamed)
      .map((index) =>
        inSession(index, `a second copy of ${typeOf(view.items[index] as RawItem) ?? "an item"} ${idAt(index)}`),
      ),
    repairs: [
      {
        id: "drop-copies",
        summary: "remove the later copies from the session",
        edits: [],
        session: removals(copies),
        risk: "None that is known: what stays is equal.",
        mends: ids,
      },
    ],
    advice: [
      "A pause that is resumed from an older copy of its checkpoint does this: store the checkpoint anew after each resume and drop the old one.",
    ],
  };
}

function reusedIds(view: SessionView, indexes: readonly number[]): Suspect {
  const ids = [...new Set(indexes.map((index) => textOf(view.items[index] as RawItem, "call_id") ?? ""))];
  return {
    id: "reused-call-id",
    confidence: "possible",
    summary: `Different items of the session share the id ${named(ids)}: only the newest of each is sent to the model.`,
    evidence: indexes
      .slice(0, mostNamed)
      .map((index) => inSession(index, `${typeOf(view.items[index] as RawItem) ?? "item"} with the id`)),
    repairs: [],
    advice: ["If both were really made, give the older pair an id of its own in the session."],
  };
}
