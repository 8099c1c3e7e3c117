import { isObject, type Json, type Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { addTo } from "../multimap.ts";
import type { ItemType } from "../reading/item-type.ts";
import { itemIn, type RawItem, textOf, untexted } from "../session/raw-item.ts";
import { dedupeKeyOf } from "../settle/items/clean.ts";
import { callOfOutput, outputOfCall, typeOf } from "../settle/items/pairs.ts";
import { type Facts, runOf } from "./facts.ts";
import { digestsOf, type SessionView, storedForm } from "./session-view.ts";

/** An item of the checkpoint in the form in which a session has it. */
export interface RunItem {
  /** Of its `raw_item`. */
  readonly pointer: string;
  readonly item: RawItem;
  /** What makes it the same item in a session; undefined for messages. */
  readonly key: string | undefined;
  readonly type: string;
}

/** The generated items of the run, approvals left out; in file order. None of a document that the reader refuses. */
export function generatedItems(facts: Facts, view: SessionView): RunItem[] {
  const run = runOf(facts);
  if (run === null) return [];
  return run.generated.kept.flatMap(({ index, type: kind, raw }) => {
    if (kind === "tool_approval_item" || !isObject(raw)) return [];
    return [runItem(facts, view, [...run.base, "generated_items", index, "raw_item"], kind, raw)];
  });
}

function runItem({ document }: Facts, view: SessionView, path: Path, kind: ItemType, raw: Json): RunItem {
  const own = itemIn(document, path, raw);
  const [item = own] = storedForm(view, [{ kind, item: own }]);
  return { pointer: pointerOf(path), item, key: dedupeKeyOf(item), type: typeOf(item) ?? "" };
}

/** Places of each key in a list, in order. */
export function placesByKey(items: readonly RawItem[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  items.forEach((item, index) => {
    const key = dedupeKeyOf(item);
    if (key !== undefined) addTo(places, key, index);
  });
  return places;
}

/** The first of the items that has each key. */
export function firstByKey(items: readonly RunItem[]): ReadonlyMap<string, RunItem> {
  const first = new Map<string, RunItem>();
  for (const item of items) if (item.key !== undefined && !first.has(item.key)) first.set(item.key, item);
  return first;
}

/** The place of a compaction in a session, -1 without one: it took the place of what stood before it (`OpenAIResponsesCompactionSession`). */
export function compactionIn(items: readonly RawItem[]): number {
  return items.findLastIndex((item) => typeOf(item) === "compaction");
}

/** What `placesByKey` tells of a session. */
export type Places = ReadonlyMap<string, readonly number[]>;

/** A call that goes into the session at `at`, with the reasoning that led to it as far as it is not there. Reasoning without an id (policy
 * `omit`) is stored like any other (`reasoning_item_id_policy`, 0.22.3 and 0.24.0): the same thought stands right before the place then. */
export function withReasoning(
  view: SessionView,
  places: Places,
  mine: readonly RunItem[],
  end: number,
  at: number,
): RawItem[] {
  const isStored = ({ item, key }: RunItem) => {
    const before = view.items[at - 1];
    if (key !== undefined) return places.has(key);
    const [one, other] = before === undefined ? [] : digestsOf(view, [before, item]);
    return one !== undefined && one === other;
  };
  let start = end;
  for (let one = mine[start - 1]; one?.type === "reasoning" && !isStored(one); one = mine[start - 1]) start--;
  return mine.slice(start, end + 1).map(({ item }) => item);
}

/** Of these items those that a list lacks. One without an identity may be another of its kind: it counts as lacking. */
export function lackedBy(stored: readonly RawItem[], items: readonly RawItem[]): RawItem[] {
  const known = new Set(stored.map(dedupeKeyOf));
  return items.filter((item) => {
    const key = dedupeKeyOf(item);
    return key === undefined || !known.has(key);
  });
}

/** The key of the output that answers a call. */
export function outputKeyOf(item: RawItem): string | undefined {
  return keyIn(outputOfCall.get(typeOf(item) ?? ""), "call_id", textOf(item, "call_id"));
}

/** The key of what answers a call or a request of a hosted server. */
export function answerKeyOf(item: RawItem): string | undefined {
  if (typeOf(item) !== "mcp_approval_request") return outputKeyOf(item);
  return keyIn("mcp_approval_response", "approval_request_id", textOf(item, "id"));
}

/** The key of the call that an output answers. */
export function askingKeyOf(item: RawItem): string | undefined {
  return keyIn(callOfOutput.get(typeOf(item) ?? ""), "call_id", textOf(item, "call_id"));
}

/** The key of an item of this type with this id. */
function keyIn(type: string | undefined, field: string, id: string | undefined): string | undefined {
  return type === undefined || id === undefined ? undefined : dedupeKeyOf(untexted({ type, [field]: id }));
}
