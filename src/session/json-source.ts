import { decode } from "../document/decode.ts";
import { readWhole, unpacked } from "../document/files/small-file.ts";
import { reasonOf } from "../document/files/system-error.ts";
import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import { skipBlank } from "../document/scan.ts";
import type { TextFault } from "../document/text-fault.ts";
import { InputError } from "../errors.ts";
import { faultMessage } from "../findings/fault-message.ts";
import { isDatabase } from "./database-file.ts";
import { itemsAt, type RawItem } from "./raw-item.ts";
import { type Session, unreadable } from "./session.ts";
import { isRow, sessionIn } from "./store-rows.ts";

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
  const read = decode(bytes);
  if ("fault" in read) throw brokenText(name, read.fault);
  return read.text.replace(/^\ufeff/, "");
}

const shape =
  'a list of items, as json.dumps(await session.get_items()) writes it, {"session_id": …, "items": […]}, or the items or rows of a ' +
  "store as JSON, one a line";

function brokenText(name: string, fault: TextFault): InputError {
  const { line, column } = fault;
  return new InputError(`${name}:${line}:${column} is no session. ${faultMessage(fault)} A session is ${shape}`);
}

/** A session in JSON text, or in lines of it; `name` is for the errors. Throws InputError. */
export function parseSession(text: string, name: string): Session {
  const parsed = parseDocument(text);
  if ("fault" in parsed) {
    const lines = linesOf(text);
    if (lines.length > 1 && "document" in parseDocument(lines[0] ?? "")) return sessionIn(readLines(lines, name), name);
    throw brokenText(name, parsed.fault);
  }
  const { value, span } = parsed.document;
  if (Array.isArray(value)) return sessionIn(itemsAt(text, skipBlank(text, 0), value), name);
  // Encoded twice.
  if (typeof value === "string") return parseSession(value, name);
  if (!isObject(value)) throw notASession(name);
  const entry = { text: text.trim(), value };
  if (isRow(entry) || isItem(value)) return sessionIn([entry], name);
  const items = member(value, "items");
  const open = span(["items"]);
  if (!Array.isArray(items) || open === undefined) throw notASession(name, value);
  return { ...sessionIn(itemsAt(text, open.start, items), name), id: idOf(value, name) };
}

function isItem({ type, role }: JsonObject): boolean {
  return typeof type === "string" || typeof role === "string";
}

function idOf(value: JsonObject, name: string): string | null {
  const id = member(value, "session_id") ?? null;
  if (id === null || typeof id === "string") return id;
  throw new InputError(`the session_id in ${name} is no string`);
}

function notASession(name: string, value?: Json): InputError {
  return new InputError(`${name} is no session; ${isObject(value) ? whatIs(value) : ""}a session is ${shape}`);
}

function whatIs(value: JsonObject): string {
  if (member(value, "$schemaVersion") !== undefined) return "it is a checkpoint: ";
  return member(value, "object") === "list"
    ? "it is a page of the API, which may be one of many and begins with the newest item unless asked otherwise: "
    : "";
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
