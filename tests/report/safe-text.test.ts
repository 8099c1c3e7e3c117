import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeJson, safeText } from "../../src/report/terminal/safe-text.ts";

const forbidden = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

describe("safeText", () => {
  it("shows what moves a cursor, forges a line or turns the direction", () => {
    expect(safeText("a\u001b[31mb\nc\u009b1m\u202ed\ud800")).toBe("a\\u001b[31mb\\u000ac\\u009b1m\\u202ed\\ud800");
    expect(safeText("plain ü 東 😀")).toBe("plain ü 東 😀");
  });

  it("leaves nothing of that kind in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(safeText(text)).not.toMatch(forbidden);
      }),
    );
  });
});

describe("safeJson", () => {
  it("is the same value, on one line, without such characters", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (json) => {
        const value: unknown = JSON.parse(json);
        expect(safeJson(value)).not.toMatch(forbidden);
        expect(JSON.parse(safeJson(value))).toEqual(value);
        expect(JSON.parse(safeJson(value, 2))).toEqual(value);
      }),
    );
  });
});
