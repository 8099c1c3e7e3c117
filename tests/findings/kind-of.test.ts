import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { kindOf } from "../../src/findings/kind-of.ts";

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
