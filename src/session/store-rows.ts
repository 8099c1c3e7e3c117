import { isObject } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import { InputError } from "../errors.ts";
import { type RawItem, textOf } from "./raw-item.ts";
import type { Session } from "./session.ts";

/** The session in a list of items, or of what a store gives out for each: its text (`redis-cli --json LRANGE`), or a row with that text in
 * `message_data` (`sqlite3 -json`, `row_to_json`, an export of MongoDB). Throws InputError. */
export function sessionIn(entries: readonly RawItem[], name: string): Session {
  const ids = new Set(entries.flatMap((entry) => (isRow(entry) ? (textOf(entry, "session_id") ?? []) : [])));
  if (ids.size > 1) throw new InputError(`${name} has rows of ${ids.size} sessions (${first(ids)}): keep those of one`);
  const [id = null] = ids;
  return { id, items: entries.map((entry, at) => itemOf(entry, `item ${at + 1} of ${name}`)), notes: [] };
}

/** A table may have thousands. */
const mostNamed = 3;

function first(ids: ReadonlySet<string>): string {
  const named = [...ids].slice(0, mostNamed);
  return [...named, ...(named.length < ids.size ? ["…"] : [])].join(", ");
}

function isRow(entry: RawItem): boolean {
  return textOf(entry, "message_data") !== undefined;
}

function itemOf(entry: RawItem, place: string): RawItem {
  const text = typeof entry.value === "string" ? entry.value : textOf(entry, "message_data");
  const item = text === undefined ? entry : parsedItem(text, place);
  if (!isObject(item.value)) throw new InputError(`${place} is no object`);
  return item;
}

function parsedItem(text: string, place: string): RawItem {
  const parsed = parseDocument(text);
  if ("fault" in parsed) throw new InputError(`${place} is a text that is no JSON`);
  return { text: text.trim(), value: parsed.document.value };
}
