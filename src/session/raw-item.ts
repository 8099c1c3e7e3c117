import type { Document } from "../document/document.ts";
import { escapeUnit } from "../document/escapes.ts";
import { define, isObject, type Json, type JsonObject, member, type Path } from "../document/json.ts";
import { endOfString, layoutOf, QUOTE, skipBlank } from "../document/scan.ts";
import { textAt } from "../document/text-at.ts";

/** An item of a session or of a record: its value, and its JSON text, because digests depend on how numbers are spelled. */
export interface RawItem {
  readonly text: string;
  readonly value: Json;
}

export function itemOf(value: Json): RawItem {
  return { text: JSON.stringify(value), value };
}

/** An item of which only the value is asked: nothing that goes by its text may be. */
export function untexted(value: Json): RawItem {
  return { text: "", value };
}

/** The own field `key` of an item, or undefined (also when the item is no object). */
export function fieldOf(item: RawItem, key: string): Json | undefined {
  return isObject(item.value) ? member(item.value, key) : undefined;
}

export function textOf(item: RawItem, key: string): string | undefined {
  const value = fieldOf(item, key);
  return typeof value === "string" ? value : undefined;
}

/** The value at `path` of a document as an item, spelled as it stands there. */
export function itemIn(document: Document, path: Path, value: Json): RawItem {
  return { text: textAt(document, path) ?? JSON.stringify(value), value };
}

/** A type or a role as it may be printed: those of the API are words in lower case, and anything else is a value like all others. */
export function wordOf(item: RawItem, key: "type" | "role"): string | undefined {
  const word = textOf(item, key);
  return word !== undefined && /^[a-z_]{1,40}$/.test(word) ? word : undefined;
}

/** The items of the list that opens at `open`, with their text. */
export function itemsAt(text: string, open: number, values: readonly Json[]): RawItem[] {
  const { starts, ends } = layoutOf(text, open);
  return values.map((value, index) => ({ text: text.slice(starts[index], ends[index]), value }));
}

/** The item without the top-level fields that `drops` names; the text of the others stays. Of a repeated key the last value counts. */
export function without(item: RawItem, drops: (key: string) => boolean): RawItem {
  if (!isObject(item.value) || !Object.keys(item.value).some(drops)) return item;
  const { keys = [], starts, ends } = layoutOf(item.text, skipBlank(item.text, 0));
  const texts = new Map<string, string>();
  keys.forEach((key, at) => {
    if (!drops(key)) texts.set(key, item.text.slice(starts[at], ends[at]));
  });
  const value: JsonObject = {};
  for (const key of texts.keys()) define(value, key, member(item.value, key) as Json);
  return { text: `{${[...texts].map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(", ")}}`, value };
}

/** The same JSON on one line: blanks between tokens go, and what a terminal would act on stands as an escape. */
export function oneLine(text: string): string {
  return joined(text, (token) => token);
}

/** `oneLine` for JSON that any reader takes: NaN and the infinities, which Python writes bare, stand as strings. */
export function strictLine(text: string): string {
  return joined(text, (token) => token.replace(/NaN|-?Infinity/g, '"$&"'));
}

/** `spell` is asked for what stands between strings and blanks. */
function joined(text: string, spell: (token: string) => string): string {
  let line = "";
  let at = 0;
  while (at < text.length) {
    const start = skipBlank(text, at);
    if (text.charCodeAt(start) === QUOTE) {
      at = endOfString(text, start);
      line += text.slice(start, at);
      continue;
    }
    at = start;
    while (at < text.length && text.charCodeAt(at) !== QUOTE && skipBlank(text, at) === at) at++;
    line += spell(text.slice(start, at));
  }
  // Outside strings JSON is ASCII, so an escape is right wherever one of these stands.
  return line.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    escapeUnit,
  );
}
