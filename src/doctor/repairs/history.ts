import { type Json, listOf, type Path } from "../../document/json.ts";
import { copyOf } from "../../document/new-json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { RunReading } from "../../reading/reading.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/clean.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import type { Facts } from "../facts.ts";
import { named } from "../named.ts";

/** An output, or a call that waits, whose call the history of its run lacks. */
export interface Broken {
  /** Of the raw item. */
  readonly path: Path;
  readonly item: RawItem;
  /** The key of the call. */
  readonly call: string;
  /** A call that waits; else an output that is there. */
  readonly waits: boolean;
}

/** A run item in another list of the same run: `session_items`, or the items of the last response. */
interface Copy {
  readonly path: Path;
  readonly key: string;
}

/** Calls go back from the other lists of the file, where each of them is; lone outputs without any call are taken out. */
export function restoreCalls(facts: Facts, run: RunReading, broken: readonly Broken[]): Draft[] {
  const copies = copiesOf(run);
  const isFound = ({ call, path }: Broken) => copies.has(call) && path[run.base.length] !== "original_input";
  const found = broken.filter(isFound);
  const lone = broken.filter((one) => !isFound(one));
  if (found.length > 0) return lone.length > 0 ? [] : [bringBack(facts, run, found, copies)];
  return lone.some(({ waits }) => waits) ? [] : [dropOutputs(run, lone)];
}

function copiesOf({ base, session, processed }: RunReading): ReadonlyMap<string, Copy> {
  const lists = [
    { path: [...base, "session_items"], items: session?.kept ?? [] },
    { path: [...base, "last_processed_response", "new_items"], items: processed?.newItems.kept ?? [] },
  ];
  const copies = lists.flatMap(({ path, items }) =>
    items
      .filter(({ type }) => type !== "tool_approval_item")
      .map(({ index, raw }): Copy => ({ path: [...path, index], key: keyOf(raw) })),
  );
  return new Map(copies.map((copy) => [copy.key, copy]));
}

function keyOf(raw: Json | undefined): string {
  return raw === undefined ? "" : (dedupeKeyOf({ text: "", value: raw as RawItem["value"] }) ?? "");
}

/** From the end, so that no place moves: each call before the first item that has its id, else at the end. */
function bringBack(
  { document }: Facts,
  run: RunReading,
  found: readonly Broken[],
  copies: ReadonlyMap<string, Copy>,
): Draft {
  const list = [...run.base, "generated_items"];
  const generated = listOf(run.state.generated_items);
  const firsts = new Map<unknown, number>();
  generated.forEach((_, index) => {
    const id = valueAt(document.value, [...list, index, "raw_item", "call_id"]);
    if (!firsts.has(id)) firsts.set(id, index);
  });
  const placed = found.map(({ call, item }) => ({
    call,
    index: firsts.get(textOf(item, "call_id")) ?? generated.length,
  }));
  const edits = placed
    .toSorted((a, b) => a.index - b.index)
    .toReversed()
    .flatMap(({ index, call }): RepairEdit[] => {
      const value = copyOf(document, copies.get(call)?.path ?? []);
      if (value === undefined) return [];
      return [
        { edit: { op: "add", path: [...list, index], value }, reason: "the same item, from another list of the file" },
      ];
    });
  const ids = found.map(({ item }) => textOf(item, "call_id") ?? "");
  return {
    id: "restore-calls",
    summary: `put ${ids.length === 1 ? "the call" : "the calls"} of ${named(ids)} back among the generated items`,
    edits,
    session: [],
    risk: "Right when they were cut out. What else was cut out with them stays forgotten: look at the turns around them.",
  };
}

function dropOutputs({ base }: RunReading, lone: readonly Broken[]): Draft {
  const entries = lone.map(({ path }) => path.slice(0, base.length + 2)).toReversed();
  return {
    id: "drop-outputs",
    summary: `remove the lone ${lone.length === 1 ? "output" : "outputs"} from the history in the file`,
    edits: entries.map((path) => ({ edit: { op: "remove", path }, reason: "its call is nowhere in the file" })),
    session: [],
    risk: "The model forgets that the tool ran, although its effects stay.",
  };
}
