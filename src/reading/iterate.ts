import type { Json } from "../document/json.ts";

/** What a Python `for` walks over: entries of a list, characters of a string, keys of an object; null when it raises TypeError. */
export function iterate(value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return [...value];
  if (typeof value === "object" && value !== null) return Object.keys(value);
  return null;
}
