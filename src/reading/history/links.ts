import { isObject, type Json, type Path } from "../../document/json.ts";
import { pathToMember } from "../../document/value-at.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { type Digest, digestInputItem, digestSessionItem } from "../../python/input-item.ts";
import { areEqual } from "../equal.ts";
import { integersBelow } from "../integers.ts";
import { at, type Pass, report } from "../pass.ts";
import type { ItemReading, ItemsReading, Links, ProcessedReading, Repeats } from "../reading.ts";
import { isAccepted } from "../values.ts";
import { type Placed, placed } from "./merged.ts";

export interface History {
  readonly generated: ItemsReading;
  readonly session: ItemsReading | null;
  /** What the reader takes instead when there is no such list; empty when there is. */
  readonly merged: readonly Placed[];
  readonly repeats: Repeats;
  readonly processed: ProcessedReading | null;
}

/** No generated item is known to be a session item. */
export const noLinks: Links = [];

/** `/generated_session_item_indexes`: a list with any defect is ignored as a whole, a pair that differs alone. */
export function readSessionIndexes(pass: Pass, history: History): Links {
  const value = pass.state.generated_session_item_indexes ?? null;
  if (value === null || !pass.dialect.does.readsSessionIndexes) return noLinks;
  const generated = pass.state.generated_items ?? [];
  const session = pass.state.session_items ?? [];
  const fault = indexListFault(pass, value, generated, session);
  if (fault !== null) {
    report(pass, "session-indexes-ignored", ["generated_session_item_indexes", ...fault], { found: kindOf(value) });
    return noLinks;
  }
  const links = new Array<number | undefined>((value as Json[]).length).fill(undefined);
  const dropped = new Set(history.session?.dropped);
  const { kept } = history.generated;
  for (let place = 0; place < kept.length; place++) {
    const { index, data } = kept[place] as ItemReading;
    const target = (value as Json[])[index] as number | null;
    if (target === null || dropped.has(target)) continue;
    const twin = (session as Json[])[target] as Json;
    if (
      history.repeats.at(target)?.index === index ||
      areEqual(
        pass,
        { value: data, path: ["generated_items", index] },
        { value: twin, path: ["session_items", target] },
      )
    ) {
      links[index] = target;
    } else report(pass, "session-index-mismatch", ["generated_session_item_indexes", index], { target });
  }
  return links;
}

/** The path below the list of what spoils it (empty: the list itself), or null. */
function indexListFault(pass: Pass, value: Json, generated: Json, session: Json): readonly number[] | null {
  if (!Array.isArray(generated) || !Array.isArray(session) || !Array.isArray(value)) return [];
  if (value.length !== generated.length) return [];
  const used = new Array<boolean>(session.length).fill(false);
  const isInteger = integersBelow(pass, "generated_session_item_indexes");
  for (let index = 0; index < value.length; index++) {
    const target = value[index];
    if (target === null) continue;
    const usable = typeof target === "number" && target >= 0 && target < session.length && used[target] !== true;
    if (!usable || !isInteger(target, index)) return [index];
    used[target] = true;
  }
  return null;
}

/** `/nested_history_owned_session_item_refs`: pairs of a session item and an input item that must have one digest. Without a history
 * (null: it is broken itself) only their own shape is looked at. */
export function readHistoryRefs(pass: Pass, history: History | null): void {
  const key = "nested_history_owned_session_item_refs";
  const refs = pass.state[key];
  if (refs === undefined || !pass.dialect.does.readsHistoryRefs) return;
  if (!Array.isArray(refs)) {
    report(pass, "history-refs-not-a-list", [key], { found: kindOf(refs) });
    return;
  }
  if (refs.length === 0) return;
  const known: Known | null =
    history === null
      ? null
      : {
          session: history.session,
          items: itemsByIndex(history),
          sessionDigests: new Map(),
          inputDigests: new Map(),
        };
  for (let index = 0; index < refs.length; index++) readHistoryRef(pass, known, refs[index] as Json, index);
}

interface Reference {
  readonly index: number;
  readonly input_index: number;
  readonly digest: string;
}

/** What references share: many may speak of one item. */
interface Known {
  readonly session: ItemsReading | null;
  readonly items: ReadonlyMap<number, Placed>;
  readonly sessionDigests: Map<ItemReading, Digest>;
  readonly inputDigests: Map<number, Digest>;
}

function readHistoryRef(pass: Pass, known: Known | null, ref: Json, place: number): void {
  const path = ["nested_history_owned_session_item_refs", place];
  const fault = refFault(pass, ref, path);
  if (fault !== null) {
    report(pass, "history-ref-invalid", pathToMember(ref, path, fault), { key: fault, found: kindOf(ref) });
    return;
  }
  if (known === null) return;
  const { session } = known;
  const { index, input_index: inputIndex, digest } = ref as unknown as Reference;
  if (session !== null && index >= session.length) {
    report(pass, "history-ref-session-item-missing", [...path, "index"], { index, length: session.length });
    return;
  }
  const placed = known.items.get(index);
  if (placed === undefined) {
    report(pass, "history-ref-session-item-dropped", [...path, "index"], { index });
    return;
  }
  const input = pass.state.original_input;
  if (!Array.isArray(input) || inputIndex >= input.length) {
    report(pass, "history-ref-input-item-missing", [...path, "input_index"], { index: inputIndex });
    return;
  }
  compareDigests(pass, known, placed, { path, digest, inputIndex, input: input[inputIndex] as Json });
}

/** The session items by place in the file; without a session list, those that stand in for it by their own. */
function itemsByIndex({ session, merged }: History): ReadonlyMap<number, Placed> {
  if (session === null) return new Map(merged.entries());
  return new Map(placed(["session_items"], session).map((one) => [one.item.index, one]));
}

/** The key whose value is wrong, empty when the reference itself is; null when nothing is. */
function refFault(pass: Pass, ref: Json, path: Path): string | null {
  if (!isObject(ref)) return "";
  for (const key of ["index", "digest", "input_index"]) {
    const value = ref[key];
    if (key === "digest") {
      if (typeof value !== "string" || [...value].length !== 64) return key;
    } else if (typeof value !== "number" || value < 0 || !pass.document.isInteger(at(pass, [...path, key]))) return key;
  }
  return null;
}

interface Comparison {
  readonly path: Path;
  readonly digest: string;
  readonly inputIndex: number;
  readonly input: Json;
}

function compareDigests(
  pass: Pass,
  known: Known,
  { item, path: itemPath }: Placed,
  { path, digest, inputIndex, input }: Comparison,
): void {
  const { document, dialect } = pass;
  const own = once(known.sessionDigests, item, () =>
    digestSessionItem(item.data, dialect.does, { document, path: at(pass, itemPath) }, isTyped(pass, item, itemPath)),
  );
  if (!isDigest(own, digest)) {
    if ("raises" in own) report(pass, "history-ref-item-unusable", [...itemPath, "raw_item"]);
    else report(pass, "history-ref-session-digest", [...path, "digest"], { index: item.index });
    return;
  }
  const other = once(known.inputDigests, inputIndex, () =>
    digestInputItem(input, dialect.does, { document, path: at(pass, ["original_input", inputIndex]) }),
  );
  if (isDigest(other, digest)) return;
  if ("raises" in other) report(pass, "history-ref-item-unusable", ["original_input", inputIndex]);
  else report(pass, "history-ref-input-digest", [...path, "digest"], { index: inputIndex });
}

function once<Key>(known: Map<Key, Digest>, key: Key, take: () => Digest): Digest {
  const digest = known.get(key) ?? take();
  known.set(key, digest);
  return digest;
}

function isDigest(own: Digest, stated: string): boolean {
  return "sha256" in own && own.sha256 === stated;
}

/** A function call in a tool_call_item, or what a tool search found, stays a plain mapping when it breaks its model. */
function isTyped(pass: Pass, item: ItemReading, path: Path): boolean {
  const place = [...path, "raw_item"];
  if (item.type === "tool_call_item") return isAccepted(pass, "function-call", item.raw, place);
  return item.type !== "tool_search_output_item" || isAccepted(pass, "ResponseToolSearchOutputItem", item.raw, place);
}
