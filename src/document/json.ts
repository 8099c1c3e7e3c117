/** A parsed JSON value of Python's dialect: NaN and the infinities are JavaScript numbers. Number spelling (1 against 1.0,
 * integers beyond 2^53) is not in the value: ask the document for it (`Document.numberText`). */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** An object of the document. Keys come from the document, so a dynamic key is read with `member`, never with `[]`. */
export interface JsonObject {
  [key: string]: Json;
}

/** Where a value stands: object keys and list indexes from the root of the document. */
export type Path = readonly (string | number)[];

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own member `key`, or undefined: safe for keys such as `constructor` and `__proto__`. */
export function member(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own member, `__proto__` too: assignment would set the prototype. */
export function define(object: JsonObject, key: string, value: Json): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A list as it is, anything else as an empty one. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** An object as it is, anything else as an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
