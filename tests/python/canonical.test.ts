import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { asciiStyle, canonicalOf, compactStyle } from "../../src/python/canonical-json.ts";
import { canonicalFromText } from "../../src/python/canonical-text.ts";
import { floatRepr } from "../../src/python/number.ts";
import { compareText } from "../../src/python/unicode.ts";

const folder = new URL("../vectors/python/", import.meta.url);

test("canonical texts equal json.dumps of json.loads", () => {
  const { rows } = JSON.parse(readFileSync(new URL("canonical.json", folder), "utf8")) as {
    rows: [text: string, compact: string | null, ascii: string | null][];
  };
  for (const [text, compact, ascii] of rows) {
    const failed = { failure: "syntax" };
    expect(canonicalFromText(text, compactStyle, { constants: true }), text).toEqual(compact ?? failed);
    expect(canonicalFromText(text, asciiStyle, { constants: true }), text).toEqual(ascii ?? failed);
    expect(canonicalFromText(`[${text},x`, asciiStyle, { constants: true, start: 1, end: text.length + 1 })).toEqual(
      ascii ?? failed,
    );
  }
});

test("canonical texts equal those of the settle vectors", () => {
  const { rows } = JSON.parse(readFileSync(new URL("session-digests.json", folder), "utf8")) as {
    rows: { json: string; plain: { canonical: string } }[];
  };
  for (const { json, plain } of rows) {
    if (json.includes("created_by") || json.includes("_agents_tool")) continue;
    expect(canonicalFromText(json, asciiStyle, { constants: true })).toBe(plain.canonical);
  }
});

test("a value without numbers prints as its text does", () => {
  const text = fc.string({ unit: "grapheme" });
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(text, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      for (const style of [asciiStyle, compactStyle]) {
        expect(canonicalOf(value, style)).toBe(canonicalFromText(JSON.stringify(value), style));
      }
    }),
  );
});

test("constants are refused in arguments, nesting is limited", () => {
  expect(canonicalFromText("[NaN]", compactStyle)).toEqual({ failure: "syntax" });
  expect(canonicalFromText("[".repeat(100_000), asciiStyle)).toEqual({ failure: "too-deep" });
  const deep = JSON.parse("[".repeat(5000) + "]".repeat(5000)) as Json;
  expect(canonicalOf(deep, asciiStyle)).toBeUndefined();
});

test("floats read back as themselves", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Object.is(Number(floatRepr(value)), value)).toBe(true);
      expect(floatRepr(value)).toMatch(/^-?\d+(?:\.\d+)?(?:e[-+]\d\d+)?$/);
    }),
  );
});

test("texts are ordered by code point", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      const [pointsA, pointsB] = [a, b].map((text) => [...text].map((point) => point.codePointAt(0) ?? 0));
      let at = 0;
      while (at < a.length && pointsA?.[at] === pointsB?.[at]) at++;
      const wanted = (pointsA?.[at] ?? -1) - (pointsB?.[at] ?? -1);
      expect(Math.sign(compareText(a, b))).toBe(Math.sign(wanted));
    }),
  );
  expect(compareText("\ue000", "😀")).toBeLessThan(0);
  expect(compareText("\ud83d", "\ue000")).toBeLessThan(0);
});
