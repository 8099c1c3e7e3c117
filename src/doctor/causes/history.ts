import { isObject, type Json, listOf, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { committedCalls } from "../../outlook/ledger-rules.ts";
import { serverKeysOf } from "../../outlook/server-conversation.ts";
import { ownApprovals } from "../../outlook/standing.ts";
import { callIdOf } from "../../python/invocation.ts";
import type { RunReading } from "../../reading/reading.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/clean.ts";
import { typeOf } from "../../settle/pairs.ts";
import type { Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runOf, runsInside } from "../facts.ts";
import { mostNamed, named } from "../named.ts";
import { type Broken, restoreCalls } from "../repairs/history.ts";
import { answerKeyOf, askingKeyOf, lastOutput } from "../session-items.ts";
import { coursesOf } from "../session-view.ts";

/** What a resumed run sends to the model is its input, its generated items and the outputs of the calls that waited, and not the session
 * (0.19.4 to 0.24.0). An output without its call among them goes out alone; a call without an output is left out in silence. */
export function findHistory(facts: Facts): Suspect[] {
  const root = runOf(facts);
  if (root === null || root.terminal) return [];
  return [root, ...runsInside(root)].flatMap((run) => {
    const broken = brokenIn(run);
    return broken.length === 0 ? [] : [suspect(facts, run, broken)];
  });
}

/** Outputs of one run that stand or will stand without their call; none where the server has the history. */
function brokenIn(run: RunReading): Broken[] {
  if (run.step === null || serverKeysOf(run.state).length > 0) return [];
  const known = new Set<string>();
  const lone: Broken[] = [];
  for (const { path, item } of historyOf(run)) {
    const asking = askingKeyOf(item);
    const isLocal = typeOf(item)?.endsWith("_call_output") === true;
    if (asking !== undefined && isLocal && !known.has(asking)) lone.push({ path, item, call: asking, waits: false });
    known.add(dedupeKeyOf(item) ?? "");
  }
  // A call that waits stands in the step and among the functions: the first place tells it.
  const waiting = new Map(
    awaited(run)
      .toReversed()
      .map((one) => [one.call, one]),
  );
  return [...lone, ...[...waiting.values()].toReversed().filter(({ call }) => !known.has(call))];
}

function historyOf({ base, state, generated }: RunReading): { readonly path: Path; readonly item: RawItem }[] {
  const made = generated.kept.filter(({ type }) => type !== "tool_approval_item");
  return [
    ...listOf(state.original_input).map((value, index) => ({
      path: [...base, "original_input", index],
      item: rawItem(value),
    })),
    ...made.map(({ index, raw }) => ({ path: [...base, "generated_items", index, "raw_item"], item: rawItem(raw) })),
  ];
}

function rawItem(value: Json): RawItem {
  return { text: "", value: isObject(value) ? value : {} };
}

/** Calls of the last response that the resume brings an output for: those that wait, and functions without one. */
function awaited(run: RunReading): Broken[] {
  if (run.step?.type !== "next_step_interruption") return [];
  const committed = committedCalls(run);
  const made = new Set(lastOutput(run).map(({ item }) => dedupeKeyOf(item)));
  const isOpen = (call: Json) => {
    const identity = callIdOf(call);
    return identity !== null && identity !== "unhashable" && !committed.has(`${identity.type} ${identity.callId}`);
  };
  const calls = [
    ...ownApprovals(run).map(({ path, raw, rawKey }) => ({ path: [...path, rawKey], raw })),
    ...(run.processed?.functions ?? []).map(({ path, call }) => ({ path: [...path, "tool_call"], raw: call as Json })),
  ];
  return calls.flatMap(({ path, raw }) => {
    const item = rawItem(raw);
    const call = dedupeKeyOf(item);
    if (call === undefined || answerKeyOf(item) === undefined || !made.has(call) || !isOpen(raw)) return [];
    return [{ path: [...run.base, ...path], item, call, waits: true }];
  });
}

function suspect(facts: Facts, run: RunReading, broken: readonly Broken[]): Suspect {
  const isSure =
    run.step?.type === "next_step_run_again" ||
    (run.base.length === 0 &&
      coursesOf(facts.judgement, facts.reader, facts.agents).every(({ exit }) => exit === "run-again"));
  const ids = [...new Set(broken.map(({ item }) => textOf(item, "call_id") ?? ""))];
  return {
    id: "history-lacks-call",
    confidence: isSure ? "certain" : "likely",
    summary: `The history in the file lacks the ${ids.length === 1 ? "call" : "calls"} ${named(ids)}, whose output goes to the model: ${isSure ? "" : "unless a tool ends the run, "}the API refuses the request ("No tool call found for …"). The session does not help: a resumed run sends what the file holds.`,
    evidence: broken.slice(0, mostNamed).map(({ path, item, waits }) => {
      const id = textOf(item, "call_id");
      const lacking = "neither original_input nor generated_items has the call";
      return at(
        pointerOf([...path, "call_id"]),
        waits ? `${id} waits here, and ${lacking}` : `the output of ${id}, and no such call before it`,
      );
    }),
    repairs: restoreCalls(facts, run, broken),
    advice: [
      "Items were cut out of the file or of the input, or parts of two checkpoints were put together: take the checkpoint as the run stored it.",
    ],
  };
}
