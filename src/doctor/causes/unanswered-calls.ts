import type { JsonObject } from "../../document/json.ts";
import { mostNamed, named } from "../../named.ts";
import type { RunReading } from "../../reading/reading.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import { itemOf, type RawItem, textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import { isCall, isOutput, programCallerOf, typeOf } from "../../settle/items/pairs.ts";
import { answeredIdOf } from "../../settle/turn/answers.ts";
import type { Draft, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { additions, removals } from "../session-changes.ts";
import { firstByKey, outputKeyOf, type Places, type RunItem } from "../session-items.ts";
import type { SessionView } from "../session-view.ts";

/** A call of the session whose output only the checkpoint has. */
interface Unanswered {
  readonly index: number;
  readonly id: string;
  readonly output: RunItem;
}

/** Ids of calls that a resume brings an output for: those that wait, what else the paused response has that was not answered when it paused,
 * and programs of the model that go on once their calls are answered. */
export function awaitedIds(run: RunReading, view: SessionView): ReadonlySet<unknown> {
  const programs = view.run.response.map(({ item }) =>
    typeOf(item) === "program" ? textOf(item, "call_id") : programCallerOf(item),
  );
  const waiting = view.run.approvals.flatMap(({ id, nestedIn }) => [id, ...nestedIn.map((call) => call.call_id)]);
  const ids = [...programs, ...waiting];
  if (view.run.step !== "next_step_interruption") return new Set(ids);
  const { outputs, recovered, hurdles } = view.run;
  const stored = new Set(recovered.map(({ item }) => answeredIdOf(item)));
  const done = new Set(outputs.map(({ item }) => answeredIdOf(item)).filter((id) => !stored.has(id)));
  const queued = [...queuedFunctions(run).map(({ call }) => call), ...view.run.handoffs]
    .map(({ call_id: id }) => id)
    .filter((id) => typeof id === "string" && (!done.has(id) || hurdles.again.has(id)));
  return new Set([...ids, ...queued]);
}

/** Calls without output: fine while they wait, mendable when the checkpoint has the output, else forgotten in silence. */
export function unansweredCalls(
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
    const answer = outputKeyOf(item);
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
        session,
        risk: "None that is known. Do not run the tool again.",
        mends: ids,
      },
    ],
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
      session: removals(items.flatMap((_, place) => (place >= start && place <= index ? [place] : []))),
      risk: "The conversation forgets that the model asked for it.",
    },
  ];
  if (answer !== undefined)
    repairs.push({
      id: `answer-call-${id}`,
      summary: `add an output that says that ${id} was not run`,
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
