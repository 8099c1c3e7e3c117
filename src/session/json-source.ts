import { readWhole, unpacked } from "../document/files/small-file.ts";
import { errorCode, reasonOf } from "../document/files/system-error.ts";
import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import { skipBlank } from "../document/scan.ts";
import { InputError } from "../errors.ts";
import { isDatabase } from "./database-file.ts";
import { itemsAt, type RawItem } from "./raw-item.ts";
import { type Session, unreadable } from "./session.ts";

/** A session in a JSON file, packed when its name ends in `.gz`: a list of items, or `{"session_id": …, "items": […]}`. Throws InputError. */
export async function readJsonFile(file: string): Promise<Session> {
  const bytes = await unpacked(file, readBytes(file));
  if (isDatabase(bytes)) throw new InputError(`${file} is a SQLite database: it is read with --session sqlite:${file}`);
  return parseSession(textOf(bytes, file), file);
}

/** Standard input: as a file, or one item a line. Throws InputError. */
export function readStdin(): Session {
  const name = "standard input";
  const text = textOf(readBytes(0, name), name);
  if (!isLines(text)) return parseSession(text, name);
  return { id: null, items: readLines(text, name), notes: [] };
}

/** Whether a text is lines of items: several, or one that is an item itself. */
function isLines(text: string): boolean {
  const parsed = parseDocument(text);
  const areSeveral = /\n\s*\S/.test(text);
  if ("fault" in parsed) return areSeveral;
  const { value } = parsed.document;
  return !areSeveral && isObject(value) && [value.type, value.role].some((word) => typeof word === "string");
}

function readBytes(file: string | number, name = String(file)): Buffer {
  try {
    return readWhole(file);
  } catch (error) {
    throw unreadable(name, reasonOf(error, "read"));
  }
}

function textOf(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const isTooLong = errorCode(error) === "ERR_STRING_TOO_LONG";
    throw unreadable(name, isTooLong ? reasonOf(error, "read") : "it is not UTF-8");
  }
}

const asSession = 'a session is a list of items, or {"session_id": …, "items": […]}';

/** A session in JSON text; `name` is for the errors. Throws InputError. */
export function parseSession(text: string, name: string): Session {
  const parsed = parseDocument(text);
  if ("fault" in parsed) throw new InputError(`${name} is ${text.trim() === "" ? "empty" : "no JSON"}; ${asSession}`);
  const { value, span } = parsed.document;
  if (Array.isArray(value))
    return { id: null, items: checked(itemsAt(text, skipBlank(text, 0), value), name), notes: [] };
  if (!isObject(value)) throw notASession(name);
  const items = member(value, "items");
  const open = span(["items"]);
  if (!Array.isArray(items) || open === undefined) throw notASession(name, value);
  return { id: idOf(value, name), items: checked(itemsAt(text, open.start, items), name), notes: [] };
}

function idOf(value: JsonObject, name: string): string | null {
  const id = member(value, "session_id") ?? null;
  if (id === null || typeof id === "string") return id;
  throw new InputError(`the session_id in ${name} is no string`);
}

function notASession(name: string, value?: Json): InputError {
  const what = isObject(value) && member(value, "$schemaVersion") !== undefined ? "it is a checkpoint: " : "";
  return new InputError(`${name} is no session; ${what}${asSession}`);
}

function checked(items: RawItem[], name: string): RawItem[] {
  const odd = items.findIndex((item) => !isObject(item.value));
  if (odd >= 0) throw new InputError(`item ${odd + 1} of ${name} is no object`);
  return items;
}

function readLines(text: string, name: string): RawItem[] {
  const items: RawItem[] = [];
  text.split("\n").forEach((line, at) => {
    if (line.trim() === "") return;
    const parsed = parseDocument(line);
    if ("fault" in parsed) throw new InputError(`line ${at + 1} of ${name} is no JSON`);
    items.push({ text: line.trim(), value: parsed.document.value });
  });
  return checked(items, name);
}
