import type { Document } from "../document.ts";
import type { Json, Path } from "../json.ts";
import { textAt } from "../text-at.ts";
import { valueAt } from "../value-at.ts";

const verbatim = Symbol("verbatim");

/** JSON text to be taken over as it is spelled ("1.0", a 400-digit integer, a whole branch of a document), beside what
 * it means. Indentation follows the new place, nothing else changes. */
export interface Verbatim {
  readonly [verbatim]: string;
  readonly value: Json;
}

/** A value to be written: plain JSON, with verbatim text at any depth. */
export type NewJson = Json | Verbatim | readonly NewJson[] | { readonly [key: string]: NewJson };

/** `text` must be the JSON text of `value`. */
export function asSpelled(text: string, value: Json): Verbatim {
  return { [verbatim]: text, value };
}

/** The value at `path` as the document spells it; undefined when there is none. The way to move a value without rounding its
 * numbers, sorting its keys or changing its escapes. */
export function copyOf(document: Document, path: Path): Verbatim | undefined {
  const text = textAt(document, path);
  const value = valueAt(document.value, path);
  return text === undefined || value === undefined ? undefined : asSpelled(text, value);
}

export function isVerbatim(value: NewJson): value is Verbatim {
  return typeof value === "object" && value !== null && verbatim in value;
}

export function spellingOf(value: Verbatim): string {
  return value[verbatim];
}

export function isList(value: NewJson): value is readonly NewJson[] {
  return Array.isArray(value);
}

/** The value as a reader of the written text would have it. */
export function meaningOf(value: NewJson): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isVerbatim(value)) return value.value;
  if (isList(value)) return value.map(meaningOf);
  // `fromEntries` defines members, so that a key `__proto__` becomes one.
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, meaningOf(child)]));
}
