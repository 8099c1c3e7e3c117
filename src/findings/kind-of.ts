import type { Json } from "../document/json.ts";
import { plural } from "../plural.ts";

/** What kind of thing a value is, in plain words and without showing any of it: "a string of 12 characters", "a list of 3". */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return kindOfNumber(value);
  if (typeof value === "string")
    return value === "" ? "an empty string" : `a string of ${plural(value.length, "character")}`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  const size = Object.keys(value).length;
  return size === 0 ? "an empty object" : `an object with ${plural(size, "key")}`;
}

function kindOfNumber(value: number): string {
  if (!Number.isFinite(value)) return "a number that is not finite";
  if (value < 0) return "a negative number";
  return Number.isInteger(value) ? "a number" : "a number with a fraction";
}

/** The same for what should be a whole number from 0 on and is not: to Python 2.0 and 2e0 are none. */
export function kindOfCount(value: Json | undefined): string {
  const kind = kindOf(value);
  return kind === "a number" ? "a number with a point or an exponent" : kind;
}
