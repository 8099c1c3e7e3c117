import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src/document/edits/apply-to-text.ts";
import type { Json } from "../../src/document/json.ts";
import { sanitizeSandbox } from "../../src/sandbox/sanitize.ts";

interface Case {
  readonly in: Json;
  readonly out?: Json;
  readonly error?: "envelope" | "manifest";
}

/** What SDK 0.24.0 said and returned (scripts/record-sandbox-cases.py); 0.21.0 and 0.23.1 answer alike. */
const cases: readonly Case[] = readFileSync(new URL("../vectors/sandbox.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const envelope = /^sandbox-(not|session|agent)/;

describe("the cleaning of the SDK, recorded", () => {
  test("the vectors hold refused, changed and unchanged sandboxes", () => {
    expect(cases.filter((one) => one.error !== undefined).length).toBeGreaterThan(50);
    expect(cases.filter((one) => one.error === undefined).length).toBeGreaterThan(50);
  });

  test.each(cases.map((one, line) => [line + 1, one] as const))("line %i", (_, one) => {
    const before = structuredClone(one.in);
    const { faults, edits } = sanitizeSandbox(one.in);
    const first = faults[0]?.rule;
    expect(first === undefined ? undefined : envelope.test(first) ? "envelope" : "manifest").toBe(one.error);
    expect(one.in).toEqual(before);
    if (one.out === undefined) return;
    const cleaned = JSON.parse(applyEdits(JSON.stringify(one.in), edits));
    // `stringify` writes -0 as 0.
    expect(cleaned).toEqual(JSON.parse(JSON.stringify(one.out)));
    expect(sanitizeSandbox(cleaned).edits).toEqual([]);
    for (const edit of edits) {
      const inside = edits.filter(({ path }) => edit.path.every((step, index) => step === path[index]));
      expect(inside).toEqual([edit]);
    }
  });
});
