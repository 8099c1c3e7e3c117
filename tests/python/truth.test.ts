import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { isFalsy, isHashable, isTruthy, kindOf, nonEmptyString } from "../../src/python/truth.ts";

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

test("kinds never show a value", () => {
  const kinds = (values: readonly (Json | undefined)[]) => values.map(kindOf);
  expect(kinds([undefined, null, true, false, 12, Number.NaN])).toEqual([
    "nothing",
    "null",
    "true",
    "false",
    "a number",
    "a number that is not finite",
  ]);
  expect(kinds(["", "s", "secret", [], [1, 2, 3], {}, { a: 1 }, { a: 1, b: 2 }])).toEqual([
    "an empty string",
    "a string of 1 character",
    "a string of 6 characters",
    "an empty list",
    "a list of 3",
    "an empty object",
    "an object with 1 key",
    "an object with 2 keys",
  ]);
});
