import { copyOf } from "../../document/edits/new-json.ts";
import { isObject, type Json, listOf, type Path } from "../../document/json.ts";
import type { Finding } from "../../findings/finding.ts";
import { named } from "../../named.ts";
import { type LoneOutput, outputsWithoutCall } from "../../outlook/lone-outputs.ts";
import type { ItemReading, RunReading } from "../../reading/reading.ts";
import { responseItems } from "../../reading/run/queued.ts";
import { type RawItem, untexted } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import { askedIdOf } from "../../settle/turn/answers.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, runAround } from "../facts.ts";
import { askingKeyOf } from "../session-items.ts";

/** Calls go back from the other lists of the file, where each of them is; lone outputs without any call are taken out. */
export function restoreCalls(facts: Facts, { path }: Finding): Draft[] {
  const run = runAround(facts, path);
  if (run === null) return [];
  const broken = outputsWithoutCall(run);
  const copies = copiesOf(run);
  const found = broken.filter((one) => one.path[0] !== "original_input" && copies.has(missingKeyOf(one) ?? ""));
  const lone = broken.filter((one) => !found.includes(one));
  if (found.length > 0) return lone.length > 0 ? [] : [bringBack(facts, run, found, copies)];
  return lone.some(({ waits }) => waits) ? [] : [dropOutputs(run, lone)];
}

/** The key of the call that is missing; none when this kind of output is not the program's own. */
function missingKeyOf({ raw, waits }: LoneOutput): string | undefined {
  const item = rawItem(raw);
  return waits ? dedupeKeyOf(item) : askingKeyOf(item);
}

function rawItem(value: Json | undefined): RawItem {
  return untexted(isObject(value) ? value : {});
}

/** An item as another list of the run still has it. */
interface Copy {
  readonly path: Path;
  readonly items: readonly ItemReading[];
  /** Its place among them. */
  readonly place: number;
}

/** The items in the other lists of the run, by key: those of the last response, and before them `session_items`, which tell what came behind. */
function copiesOf(run: RunReading): ReadonlyMap<string, Copy> {
  const { base, session } = run;
  const lists = [
    { path: [...base, "last_processed_response", "new_items"], items: responseItems(run) },
    { path: [...base, "session_items"], items: session?.kept ?? [] },
  ];
  const copies = lists.flatMap(({ path, items }) =>
    items.flatMap(({ type, index, raw }, place): [string, Copy][] => {
      const key = type === "tool_approval_item" ? undefined : dedupeKeyOf(rawItem(raw));
      return key === undefined ? [] : [[key, { path: [...path, index], items, place }]];
    }),
  );
  return new Map(copies);
}

/** From the end, so that no place moves. */
function bringBack(
  { document }: Facts,
  run: RunReading,
  found: readonly LoneOutput[],
  copies: ReadonlyMap<string, Copy>,
): Draft {
  const list = [...run.base, "generated_items"];
  const placeOf = placesAmong(run);
  const edits = found
    .flatMap((one) => {
      const copy = copies.get(missingKeyOf(one) ?? "");
      return copy === undefined ? [] : [{ copy, index: placeOf(one, copy) }];
    })
    .toSorted((a, b) => a.index - b.index)
    .toReversed()
    .flatMap(({ index, copy }): RepairEdit[] => {
      const value = copyOf(document, copy.path);
      if (value === undefined) return [];
      return [
        { edit: { op: "add", path: [...list, index], value }, reason: "the same item, from another list of the file" },
      ];
    });
  return {
    id: "restore-calls",
    summary: `put ${found.length === 1 ? "the call" : "the calls"} of ${named(found.map(({ id }) => id))} back among the generated items`,
    edits,
    risk: "Right when they were cut out. What else was cut out with them stays forgotten: look at the turns around them.",
  };
}

/** Where a call belongs among the generated items: before what comes behind it in the other list, so that the records of places fit again;
 * else before the first item that has its id, else at the end. */
function placesAmong({ generated, state }: RunReading): (one: LoneOutput, copy: Copy) => number {
  const places = new Map<string, number>();
  const firsts = new Map<unknown, number>();
  for (const item of generated.kept) {
    const id = idOf(item);
    places.set(`${item.type} ${id}`, item.index);
    if (!firsts.has(id)) firsts.set(id, item.index);
  }
  const end = listOf(state.generated_items).length;
  return ({ id }, { items, place }) => {
    for (let behind = place + 1; behind < items.length; behind++) {
      const item = items[behind] as ItemReading;
      const next = idOf(item) === "" ? undefined : places.get(`${item.type} ${idOf(item)}`);
      if (next !== undefined) return next;
    }
    return firsts.get(id) ?? end;
  };
}

function idOf({ raw }: ItemReading): string {
  return isObject(raw) ? askedIdOf(raw) : "";
}

function dropOutputs({ base }: RunReading, lone: readonly LoneOutput[]): Draft {
  const entries = lone.map(({ path }) => [...base, ...path.slice(0, 2)]).toReversed();
  return {
    id: "drop-outputs",
    summary: `remove the lone ${lone.length === 1 ? "output" : "outputs"} from the history in the file`,
    edits: entries.map((path) => ({ edit: { op: "remove", path }, reason: "its call is nowhere in the file" })),
    risk: "The model forgets that the tool ran, although its effects stay.",
  };
}
