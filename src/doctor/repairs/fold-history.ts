import type { Edit } from "../../document/edits/edit.ts";
import { copyOf, type NewJson } from "../../document/edits/new-json.ts";
import { isObject, type Json, listOf } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import type { ItemReading, RunReading } from "../../reading/reading.ts";
import { responseItems } from "../../reading/run/queued.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, runOf } from "../facts.ts";

/** Items that are an input as they stand; others the SDK turns into one first (`ToolCallOutputItem.to_input_item`). */
const plainTypes: ReadonlySet<Json | undefined> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
]);

/** The turns before the paused one made a part of the input. In the first turn the response proves itself, since nothing stands before it
 * (`_current_response_boundary`); the model is sent the same. The way out where no record can say which items the response made: it wants each
 * open approval among the generated items, and those of a nested run never are. */
export function foldHistory(facts: Facts, { path }: Finding): Draft[] {
  const run = runOf(facts);
  if (run === null || path[0] !== "last_processed_response" || !isFoldable(run)) return [];
  const response = responseItems(run);
  const start = startIn(run.generated.kept, response);
  const shown = startIn(run.session?.kept ?? [], response);
  const turn = run.state.current_turn;
  if (start === null || shown === null || start === 0 || typeof turn !== "number") return [];
  const earlier = run.generated.kept.slice(0, start).filter(({ type }) => type !== "tool_approval_item");
  if (!earlier.every(({ raw }) => isObject(raw) && plainTypes.has(raw.type))) return [];
  const edits = [
    ...inputEdits(facts, run, earlier),
    ...cuts("generated_items", start),
    ...cuts("session_items", shown),
    ...twinEdits(run, start, shown),
    ...turnEdits(run, turn),
  ];
  return [
    {
      id: "fold-history",
      summary: "make the turns before the paused one a part of the input, and the paused turn the first",
      edits: edits.map((edit): RepairEdit => ({ edit, reason: reasonOf(edit) })),
      risk: "The model is sent the same; the result of the resumed run no longer lists the earlier turns among its new items.",
      cures: ["boundary-not-proven"],
    },
  ];
}

/** References into the history, and reasoning whose ids are left out, would not be what they were. */
function isFoldable({ base, state, dialect }: RunReading): boolean {
  if (base.length > 0 || !dialect.on["boundary-not-proven"]) return false;
  return listOf(state.nested_history_owned_session_item_refs).length === 0 && state.reasoning_item_id_policy !== "omit";
}

/** Where the response begins: its items stand there one after the other, and nowhere else. */
function startIn(items: readonly ItemReading[], response: readonly ItemReading[]): number | null {
  const text = ({ type, raw }: ItemReading) => JSON.stringify([type, raw]);
  const wanted = response.map(text);
  const found = items.map(text);
  const starts = found.flatMap((_, start) =>
    wanted.length > 0 && wanted.every((one, offset) => found[start + offset] === one) ? [start] : [],
  );
  const [start, other] = starts;
  if (start === undefined || other !== undefined) return null;
  const isPlain = items.every(({ index }, place) => index === place);
  return isPlain ? start : null;
}

function inputEdits({ document }: Facts, { state }: RunReading, earlier: readonly ItemReading[]): Edit[] {
  const items = earlier.map(
    ({ index, raw }): NewJson => copyOf(document, ["generated_items", index, "raw_item"]) ?? raw,
  );
  const input = state.original_input;
  if (typeof input === "string")
    return [{ op: "replace", path: ["original_input"], value: [{ role: "user", content: input }, ...items] }];
  const length = listOf(input).length;
  return items.map((value, index) => ({ op: "add", path: ["original_input", length + index], value }));
}

function cuts(list: string, count: number): Edit[] {
  return Array.from({ length: count }, (_, index) => ({ op: "remove", path: [list, count - 1 - index] }));
}

/** Places among the session items, which have moved. */
function twinEdits({ state }: RunReading, start: number, shown: number): Edit[] {
  const twins = state.generated_session_item_indexes;
  if (!Array.isArray(twins)) return [];
  const value = twins.slice(start).map((place) => (typeof place === "number" ? place - shown : place));
  return [{ op: "replace", path: ["generated_session_item_indexes"], value }];
}

function turnEdits({ state }: RunReading, turn: number): Edit[] {
  const limit = state.max_turns;
  const held = valueAt(state, ["pending_session_write", "current_response", "turn"]);
  return [
    { op: "replace", path: ["current_turn"], value: 1 },
    ...(typeof limit === "number" ? [{ op: "replace", path: ["max_turns"], value: limit - turn + 1 } as const] : []),
    ...(held === turn
      ? [{ op: "replace", path: ["pending_session_write", "current_response", "turn"], value: 1 } as const]
      : []),
  ];
}

function reasonOf({ op, path: [key] }: Edit): string {
  if (key === "original_input") return "what the earlier turns made is sent to the model from here";
  if (op === "remove") return "an item of an earlier turn, which is a part of the input now";
  return key === "generated_session_item_indexes"
    ? "the places without the earlier turns"
    : "the paused turn is the first now";
}
