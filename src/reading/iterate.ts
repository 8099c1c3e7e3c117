import type { Json } from "../document/json.ts";

/** What a Python `for` walks over: entries of a list, characters of a string, keys of an object; null when it raises TypeError. Of a
 * string or an object only the first is given: texts where objects belong, they all meet the same end. */
export function iterate(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return value === "" ? [] : [value.slice(0, 1)];
  if (typeof value === "object" && value !== null) return Object.keys(value).slice(0, 1);
  return null;
}

/** How many steps that `for` takes (`len`). */
export function lengthInPython(value: Json): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value === "string") return [...value].length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
