import type { Json } from "../document/json.ts";

/** Python truth of a value: false for a missing value, null, false, 0, -0.0, "", [] and {}; true for NaN and everything else. */
export function isTruthy(value: Json | undefined): boolean {
  if (typeof value === "number") return value !== 0;
  if (typeof value !== "object") return Boolean(value);
  return value !== null && !isEmpty(value);
}

/** The opposite of `isTruthy`. */
export function isFalsy(value: Json | undefined): boolean {
  return !isTruthy(value);
}

/** Whether Python can use the value as a dict key or set member; lists and objects raise a TypeError there. */
export function isHashable(value: Json | undefined): boolean {
  return typeof value !== "object" || value === null;
}

/** The value when it is a string with at least one character: what most of the SDK's own "usable id" checks ask for. */
export function nonEmptyString(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isEmpty(value: Json[] | { [key: string]: Json }): boolean {
  if (Array.isArray(value)) return value.length === 0;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}
