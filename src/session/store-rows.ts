import { isObject, type Json, member } from "../document/json.ts";
import { InputError } from "../errors.ts";
import { named } from "../named.ts";
import { plural } from "../plural.ts";
import { fieldOf, type RawItem, textOf, untexted } from "./raw-item.ts";
import { itemOfText } from "./row-text.ts";
import type { Session } from "./session.ts";

/** The session in a list of items, or of what a store gives out for each: its text (`redis-cli --json LRANGE`), or a row with that text in
 * `message_data` (`sqlite3 -json`, `row_to_json`, an export of MongoDB, whose documents hold the texts of one write). Throws InputError. */
export function sessionIn(entries: readonly RawItem[], name: string): Session {
  const id = idOf(entries, name);
  const places = new Map(entries.map((entry, at) => [entry, `item ${at + 1} of ${name}`]));
  const notes: string[] = [];
  const read = inOrder(ofNewestGeneration(entries, notes), notes).flatMap((entry) =>
    itemsOf(entry, places.get(entry) ?? name),
  );
  const items = read.filter((item) => item !== undefined);
  if (items.length === 0 && read.length > 0) throw new InputError(`item 1 of ${name} is a text that is no JSON`);
  return { id, items, notes: [...notes, ...notesOfSkipped(read.length - items.length, read.length)] };
}

export function notesOfSkipped(skipped: number, of: number): string[] {
  return skipped === 0 ? [] : [`${skipped} of ${of} rows are no JSON: the SDK skips them, and so does this.`];
}

/** A table may have thousands. */
const mostNamed = 3;

function idOf(entries: readonly RawItem[], name: string): string | null {
  const ids = [...new Set(entries.flatMap((entry) => (isRow(entry) ? (textOf(entry, "session_id") ?? []) : [])))];
  if (ids.length > 1) {
    throw new InputError(`${name} has rows of ${ids.length} sessions (${named(ids, mostNamed)}): keep those of one`);
  }
  return ids[0] ?? null;
}

/** No item of the API has this field. */
export function isRow(entry: RawItem): boolean {
  return fieldOf(entry, "message_data") !== undefined;
}

/** Whether items stand in texts here, as a store keeps them. */
export function holdsTexts(value: Json): boolean {
  if (!Array.isArray(value)) return isRow(untexted(value));
  return value.some((entry) => (typeof entry === "string" ? entry.startsWith("{") : isRow(untexted(entry))));
}

/** Undefined stands for what is no JSON: every store of the SDK skips it. */
function itemsOf(entry: RawItem, place: string): (RawItem | undefined)[] {
  if (isRow(entry)) return [fieldOf(entry, "message_data")].flat().map((data) => itemOfData(data, place));
  return [typeof entry.value === "string" ? itemOfData(entry.value, place) : asItem(entry, place)];
}

function itemOfData(data: Json | undefined, place: string): RawItem | undefined {
  const item = typeof data === "string" ? itemOfText(data, place) : undefined;
  return item && asItem(item, place);
}

function asItem(item: RawItem, place: string): RawItem {
  if (!isObject(item.value)) throw new InputError(`${place} is no object`);
  return item;
}

/** Documents of MongoDB: `clear_session()` counts the generation up, and older documents may still be there. */
function ofNewestGeneration(entries: readonly RawItem[], notes: string[]): readonly RawItem[] {
  const generations = entries.map((entry) => (isRow(entry) && numberIn(entry, "generation")) || 0);
  const newest = generations.reduce((most, generation) => Math.max(most, generation), 0);
  const current = entries.filter((_, at) => generations[at] === newest);
  const left = entries.length - current.length;
  if (left > 0)
    notes.push(`Without ${plural(left, "document")} from before the session was cleared: the SDK leaves them out.`);
  return current;
}

/** MongoDB sorts by `seq`. Rows of a table come as whoever asked for them sorted them: newest first is seen by the ids. */
function inOrder(entries: readonly RawItem[], notes: string[]): readonly RawItem[] {
  const positions = (key: string) =>
    entries.map((entry) => (isRow(entry) ? numberIn(entry, key) : undefined) ?? Number.NaN);
  const sequence = positions("seq");
  if (!sequence.some(Number.isNaN))
    return entries
      .map((entry, at) => ({ entry, at: sequence[at] as number }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry);
  const ids = positions("id");
  if (ids.length < 2 || !ids.every((id, at) => at === 0 || id < (ids[at - 1] as number))) return entries;
  notes.push("The rows stand newest first by their id, and are read from the last one on.");
  return entries.toReversed();
}

/** Canonical Extended JSON of MongoDB writes numbers as objects. */
function numberIn(entry: RawItem, key: string): number | undefined {
  const value = fieldOf(entry, key);
  if (typeof value === "number") return value;
  const text = isObject(value) ? (member(value, "$numberInt") ?? member(value, "$numberLong")) : undefined;
  return typeof text === "string" ? Number(text) : undefined;
}
