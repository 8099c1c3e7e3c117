import type { Document } from "../../document/document.ts";
import { isObject, type Json, member, type Path } from "../../document/json.ts";
import { textAt } from "../../document/text-at.ts";
import { valueAt } from "../../document/value-at.ts";
import type { RawItem } from "../../session/raw-item.ts";

/** Gives the value at a place as text; undefined when there is none, or when values are not to be shown. */
export type ShowValue = (path: Path) => string | undefined;

/** Characters of one value on the page. */
const longest = 20_000;

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A value inside a document is indented as deep as it stands; here it stands at the margin. */
function atMargin(text: string): string {
  const margin = /\n([ \t]*)[\]}]$/.exec(text)?.[1] ?? "";
  return margin === "" ? text : text.replaceAll(`\n${margin}`, "\n");
}

export const hideValues: ShowValue = () => undefined;

/** Strings read best as what they say, everything else as the file spells it. */
export function showValuesOf(document: Document): ShowValue {
  return (path) => {
    const value = valueAt(document.value, path);
    if (typeof value === "string") return cut(value);
    const text = textAt(document, path);
    return text === undefined ? undefined : cut(atMargin(text));
  };
}

const contentKeys = ["content", "output", "arguments", "input", "action", "summary"] as const;

/** The place of what an item says, below the item. */
function contentPath(item: Json | undefined): Path {
  if (!isObject(item)) return [];
  const key = contentKeys.find((name) => member(item, name) !== undefined && member(item, name) !== null);
  return key === undefined ? [] : [key];
}

/** What an item of a session says. */
export function contentOfItem(item: RawItem): string {
  const [key] = contentPath(item.value);
  const content = isObject(item.value) && typeof key === "string" ? member(item.value, key) : undefined;
  return cut(
    typeof content === "string" ? content : content === undefined ? item.text : JSON.stringify(content, undefined, 2),
  );
}
