import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { isFalsy, isHashable, isTruthy, nonEmptyString } from "../../src/python/truth.ts";

test("falsy is what Python's bool() says", () => {
  for (const value of [undefined, null, false, 0, -0, "", [], {}]) expect(isFalsy(value)).toBe(true);
  const proto = JSON.parse('{"__proto__":null}') as Json;
  for (const value of [true, 1, Number.NaN, "0", [null], proto]) expect(isTruthy(value)).toBe(true);
});

test("strings, lists and objects can be walked; only lists and objects cannot be keys", () => {
  for (const value of [[], {}]) expect(isHashable(value)).toBe(false);
  for (const value of [undefined, null, "", 1.5, false]) expect(isHashable(value)).toBe(true);
  expect([nonEmptyString(""), nonEmptyString(1), nonEmptyString("a")]).toEqual([undefined, undefined, "a"]);
});
