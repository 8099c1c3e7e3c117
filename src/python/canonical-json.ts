import { escapeUnit } from "../document/escapes.ts";
import type { Json, JsonObject } from "../document/json.ts";
import { floatRepr } from "./number.ts";
import { compareText, isEncodable } from "./unicode.ts";

/** One of the two ways in which the SDK calls Python's `json.dumps`, both with sorted keys. */
export interface Style {
  readonly comma: "," | ", ";
  readonly colon: ":" | ": ";
  /** Escape everything outside U+0020 – U+007E. Otherwise a lone surrogate stays in the text, which then cannot be encoded. */
  readonly ascii: boolean;
  /** Leave out object members that are null, at every depth (0.24.0 `_tool_invocation._normalize_value`). */
  readonly dropNulls: boolean;
  /** Values inside one another that Python can walk before its recursion limit, in a reader called from a plain program. */
  readonly depth: number;
}

/** Separators `,` and `:`, characters as they are: what call identities are taken over. Measured limit: 488 values deep. */
export const compactStyle: Style = { comma: ",", colon: ":", ascii: false, dropNulls: false, depth: 488 };

/** `compactStyle` without null members: every field of a call but its `arguments`. */
export const compactWithoutNulls: Style = { ...compactStyle, dropNulls: true };

/** Separators `, ` and `: `, pure ASCII: what digests of items are taken over. */
export const asciiStyle: Style = { comma: ", ", colon: ": ", ascii: true, dropNulls: false, depth: 970 };

/** The canonical text of a value, or undefined when it is nested deeper than `style.depth`. Numbers print by value: an
 * integral one as an int, so this is for values without numbers whose literal matters (see `literalsMatter`). */
export function canonicalOf(value: Json, style: Style, depth = 1): string | undefined {
  if (typeof value === "string") return quote(value, style);
  if (value === null) return "null";
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (depth > style.depth) return undefined;
  return Array.isArray(value) ? listText(value, style, depth) : objectText(value, style, depth);
}

function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return Object.is(value, -0) ? "0" : String(value);
  return Number.isInteger(value) ? BigInt(value).toString() : floatRepr(value);
}

/** An object of members that are canonical texts already; of repeated keys the last one counts. */
export function joinObject(keys: readonly string[], texts: readonly string[], style: Style): string {
  const members = new Map<string, string>();
  for (let at = 0; at < keys.length; at++) members.set(keys[at] ?? "", texts[at] ?? "");
  let text = "";
  for (const key of sortKeys([...members.keys()])) {
    const member = members.get(key) ?? "";
    if (style.dropNulls && member === "null") continue;
    text += `${text === "" ? "" : style.comma}${quote(key, style)}${style.colon}${member}`;
  }
  return `{${text}}`;
}

/** A string as JSON of this style. */
export function quote(text: string, style: Style): string {
  if (!style.ascii) return isEncodable(text) ? JSON.stringify(text) : `"${text}"`;
  return escapeNonAscii(JSON.stringify(text));
}

/** JSON text with everything beyond U+007E as `\uXXXX`, astral characters as two. */
export function escapeNonAscii(json: string): string {
  return /[^\0-~]/.test(json) ? json.replace(/[^\0-~]/g, escapeUnit) : json;
}

function listText(list: readonly Json[], style: Style, depth: number): string | undefined {
  let text = "";
  for (const entry of list) {
    const json = canonicalOf(entry, style, depth + 1);
    if (json === undefined) return undefined;
    text += text === "" ? json : style.comma + json;
  }
  return `[${text}]`;
}

function objectText(object: JsonObject, style: Style, depth: number): string | undefined {
  let text = "";
  for (const key of sortKeys(Object.keys(object))) {
    const value = object[key] ?? null;
    if (value === null && style.dropNulls) continue;
    const json = canonicalOf(value, style, depth + 1);
    if (json === undefined) return undefined;
    text += `${text === "" ? "" : style.comma}${quote(key, style)}${style.colon}${json}`;
  }
  return `{${text}}`;
}

/** Sorts in place. The native order is by UTF-16 unit, which differs only where surrogates are involved. */
function sortKeys(keys: string[]): string[] {
  if (keys.length < 2) return keys;
  return keys.every(isBelowSurrogates) ? keys.sort() : keys.sort(compareText);
}

function isBelowSurrogates(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0xd800) return false;
  return true;
}
