import { readWhole, unpacked } from "../document/files/small-file.ts";
import { errorCode, reasonOf } from "../document/files/system-error.ts";
import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import { skipBlank } from "../document/scan.ts";
import { InputError } from "../errors.ts";
import { isDatabase } from "./database-file.ts";
import { itemsAt, type RawItem } from "./raw-item.ts";
import { type Session, unreadable } from "./session.ts";
import { sessionIn } from "./store-rows.ts";

/** A session in a JSON file, packed when its name ends in `.gz`: a list of items, `{"session_id": …, "items": […]}`, or one item a line.
 * Throws InputError. */
export async function readJsonFile(file: string): Promise<Session> {
  const bytes = await unpacked(file, readBytes(file));
  if (isDatabase(bytes)) throw new InputError(`${file} is a SQLite database: it is read with --session sqlite:${file}`);
  return parseSession(textOf(bytes, file), file);
}

/** Throws InputError. */
export function readStdin(): Session {
  const name = "standard input";
  return parseSession(textOf(readBytes(0, name), name), name);
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

/** A session in JSON text, or in lines of it; `name` is for the errors. Throws InputError. */
export function parseSession(text: string, name: string): Session {
  const parsed = parseDocument(text);
  if ("fault" in parsed) {
    const lines = linesOf(text);
    if (lines.length > 1 && "document" in parseDocument(lines[0] ?? "")) return sessionIn(readLines(lines, name), name);
    throw new InputError(`${name} is ${lines.length === 0 ? "empty" : "no JSON"}; ${asSession}`);
  }
  const { value, span } = parsed.document;
  if (Array.isArray(value)) return sessionIn(itemsAt(text, skipBlank(text, 0), value), name);
  if (!isObject(value)) throw notASession(name);
  if (isEntry(value)) return sessionIn([{ text: text.trim(), value }], name);
  const items = member(value, "items");
  const open = span(["items"]);
  if (!Array.isArray(items) || open === undefined) throw notASession(name, value);
  return { ...sessionIn(itemsAt(text, open.start, items), name), id: idOf(value, name) };
}

/** A single line: an item, or a row that has one. */
function isEntry(value: JsonObject): boolean {
  return [value.type, value.role, value.message_data].some((word) => typeof word === "string");
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

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function readLines(lines: readonly string[], name: string): RawItem[] {
  return lines.map((line, at) => {
    const parsed = parseDocument(line);
    if ("fault" in parsed) throw new InputError(`line ${at + 1} of ${name} is no JSON`);
    return { text: line.trim(), value: parsed.document.value };
  });
}
