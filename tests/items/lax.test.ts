import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Document } from "../../src/document/document.ts";
import { isObject, type Json } from "../../src/document/json.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { isLaxBool, isLaxFloat, isLaxInt } from "../../src/items/lax.ts";

/** Recorded by scripts/items/lax.py. */
const recorded = readFileSync("tests/vectors/items/lax.ndjson", "utf8").trim().split("\n");

function readRow(line: string): { value: Json; taken: string; isInteger: boolean } {
  const { document } = parseDocument(line) as { document: Document };
  const [value, taken] = document.value as [Json, string];
  const parts = isObject(value) ? (value.parts as [string, number][] | undefined) : undefined;
  const text = parts?.map(([part, times]) => part.repeat(times)).join("");
  return { value: text ?? value, taken, isInteger: document.isInteger([0]) };
}

describe("what pydantic takes for a scalar", () => {
  test.each([
    ["int", (value: Json, isInteger: boolean) => isLaxInt(value, isInteger)],
    ["float", (value: Json, isInteger: boolean) => isLaxFloat(value, isInteger)],
    ["bool", (value: Json) => isLaxBool(value)],
  ] as const)("%s", (kind, takes) => {
    const rows = recorded.map(readRow);
    const wrong = rows.filter(
      ({ value, taken, isInteger }) => takes(value, isInteger) !== taken.split(" ").includes(kind),
    );
    expect(wrong).toEqual([]);
  });

  test("without its spelling a number beyond 64 bits counts as what it is asked for", () => {
    expect([isLaxInt(1e300), isLaxInt(1e300, false), isLaxInt(Number.POSITIVE_INFINITY, true)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([isLaxFloat(Number.POSITIVE_INFINITY), isLaxFloat(Number.POSITIVE_INFINITY, true)]).toEqual([true, false]);
  });
});
