import { readFileSync } from "node:fs";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decode } from "../../src/document/decode.ts";
import type { Document } from "../../src/document/document.ts";
import type { Json, Path } from "../../src/document/json.ts";
import { mostLevels } from "../../src/document/limits.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { repeatedKeys } from "../../src/document/repeated-keys.ts";
import type { TextFault } from "../../src/document/text-fault.ts";
import { documentOf } from "../parsed.ts";
import { soon } from "../soon.ts";

interface Told {
  readonly text: string;
  readonly ok: boolean;
  readonly dumped?: string;
  readonly ints?: string[];
}

const vectors = new URL("../vectors/document/json_texts.json", import.meta.url);
const told = JSON.parse(readFileSync(vectors, "utf8")) as Told[];

function faultOf(text: string): TextFault | undefined {
  const read = parseDocument(text);
  return "fault" in read ? read.fault : undefined;
}

function intsIn(document: Document): string[] {
  const found: string[] = [];
  const visit = (value: Json, path: Path): void => {
    if (document.isInteger(path)) found.push(pointerOf(path));
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) visit(child, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  visit(document.value, []);
  return found.sort();
}

/** The int -0 is 0 for Python and -0 for JavaScript; nothing asks for the difference. */
function withoutMinusZero(value: Json): Json {
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutMinusZero(child)]));
}

describe("as Python's json module", () => {
  test.each(told.filter(({ ok }) => ok))("reads $text", ({ text, dumped, ints }) => {
    const document = documentOf(text);
    // Python's own spelling of the value, read again: the same value, whatever the spelling was.
    expect(withoutMinusZero(document.value)).toEqual(withoutMinusZero(documentOf(dumped ?? "").value));
    expect(intsIn(document)).toEqual([...(ints ?? [])].sort());
  });

  test.each(told.filter(({ ok }) => !ok))("refuses $text", ({ text }) => {
    const fault = faultOf(text);
    expect(fault).toBeDefined();
    expect(fault?.offset).toBeLessThanOrEqual(text.length);
  });
});

describe("faults", () => {
  test.each([
    ["", "empty", 1, 1, {}],
    [" \n\t", "empty", 1, 1, {}],
    ["\ufeff{}", "byte-order-mark", 1, 1, {}],
    ['{"a": 1,\n "b": 1,}', "not-json", 2, 9, { expected: "key", found: "closing-bracket" }],
    ['{"a" 1}', "not-json", 1, 6, { expected: "colon", found: "digit" }],
    ["[1\n2]", "not-json", 2, 1, { expected: "comma-or-end-of-list", found: "digit" }],
    ['{"a": 1', "not-json", 1, 8, { expected: "comma-or-end-of-object", found: "end-of-text" }],
    ['\n<?xml version="1.0"?><Error/>', "not-json", 2, 1, { expected: "value", found: "markup" }],
    ['{"a": <b>}', "not-json", 1, 7, { expected: "value", found: "other" }],
    [`${"QUJD".repeat(20)}QQ==\n`, "not-json", 1, 1, { expected: "value", found: "base64" }],
    ['{"a": "{\\\\"to\\\\": 1}"}', "not-json", 1, 12, { expected: "comma-or-end-of-object", found: "doubled-escape" }],
    ["{'a': 1}", "not-json", 1, 2, { expected: "key-or-end-of-object", found: "single-quote" }],
    ["[1] x", "not-json", 1, 5, { expected: "end-of-text", found: "letter" }],
    ['"a\nb"', "not-json", 1, 3, { expected: "end-of-string", found: "line-break" }],
    ['"a\tb"', "not-json", 1, 3, { expected: "end-of-string", found: "control-character" }],
    ['"abc', "not-json", 1, 1, { expected: "end-of-string", found: "end-of-text" }],
    ['["abc\\', "not-json", 1, 2, { expected: "end-of-string", found: "end-of-text" }],
    ['["\\x"]', "not-json", 1, 3, { expected: "escape", found: "letter" }],
    ['["\\u12"]', "not-json", 1, 4, { expected: "hex-digits", found: "quote" }],
    ["[-]", "not-json", 1, 2, { expected: "digit", found: "closing-bracket" }],
    ["[1, // no\n2]", "not-json", 1, 5, { expected: "value", found: "comment" }],
    ["[\u00a01]", "not-json", 1, 2, { expected: "value", found: "blank-of-another-kind" }],
    [`[${"7".repeat(5000)}]`, "integer-too-long", 1, 2, { limit: 4300, count: 5000 }],
    [`\n[-${"7".repeat(4301)}]`, "integer-too-long", 2, 2, { limit: 4300, count: 4301 }],
  ] as const)("%j", (text, rule, line, column, args) => {
    expect(faultOf(text)).toMatchObject({ rule, line, column, args });
  });

  test("a fault says nothing of the text", () => {
    expect(JSON.stringify(faultOf('{"secret": sk-proj-1}'))).not.toContain("sk-");
  });
});

describe("limits", () => {
  const nested = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);

  test("levels", () => {
    expect(documentOf(nested(mostLevels)).shape.levels).toBe(mostLevels);
    const faults = [nested(mostLevels + 1), `{"a":`.repeat(20_000) + 1 + "}".repeat(20_000), "[".repeat(200_000)].map(
      faultOf,
    );
    expect(faults.map((fault) => fault?.rule)).toEqual(Array(3).fill("nested-too-deep"));
    expect(faults[0]?.offset).toBe(mostLevels);
  });

  test("digits that are no int", () => {
    const run = "1".repeat(5000);
    for (const text of [
      `["${run}"]`,
      `[0.${run}]`,
      `[${run}.5]`,
      `[1e-${run}]`,
      `[${run}e1]`,
      `["\\"", "${run}"]`,
      `[-${"1".repeat(4300)}]`,
    ]) {
      expect(faultOf(text)).toBeUndefined();
    }
    expect(documentOf(`[${"1".repeat(400)}]`).isInteger([0])).toBe(true);
  });
});

describe("keys", () => {
  test("of prototypes are data", () => {
    for (const text of ['{"__proto__": {"x": 1}}', '{"__proto__": {"x": NaN}}']) {
      const { value } = documentOf(text);
      expect(Object.keys(value as object)).toEqual(["__proto__"]);
      expect((value as Record<string, unknown>).x).toBeUndefined();
    }
  });

  test("repeated: the last counts, and they are found", () => {
    const document = documentOf('{"a": 1,\n"b": {"k": 1, "k": [2], "\\u006b": 3},\n"a": 2.0}');
    expect(document.value).toEqual({ a: 2, b: { k: 3 } });
    expect(document.numberText(["a"])).toBe("2.0");
    expect(
      repeatedKeys(document).map(({ path, place, count }) => [pointerOf(path), place.line, place.column, count]),
    ).toEqual([
      ["/b/k", 2, 35, 3],
      ["/a", 3, 6, 2],
    ]);
  });

  test("repeated in two objects of one name: the count is that of the last", () => {
    const document = documentOf(
      '{"a": {"k": 1, "k": 2, "k": 3}, "b": [{"k": 1}, {"k": 1, "k": 2}], "a": {"k": 1, "k": 2}}',
    );
    const found = repeatedKeys(document).map(({ path, count }) => [pointerOf(path), count]);
    expect(found).toEqual([
      ["/a/k", 2],
      ["/b/1/k", 2],
      ["/a", 2],
    ]);
  });

  test("repeated again and again, far down", () => {
    const depth = 400;
    const around = (inner: string) => `${'{"a":'.repeat(depth)}${inner}${"}".repeat(depth)}`;
    const twins = documentOf(around(`{${'"k":1,'.repeat(100_000)}"k":2}`));
    expect(soon(() => repeatedKeys(twins).map(({ path, count }) => [path.length, count]))).toEqual([
      [depth + 1, 100_001],
    ]);
    // Of very many keys there those are told whose paths fit in memory.
    const many = documentOf(
      around(`{${Array.from({ length: 30_000 }, (_, at) => `"k${at}":1,"k${at}":1`).join(",")}}`),
    );
    const told = soon(() => repeatedKeys(many).length);
    expect(told).toBe(Math.floor(1_000_000 / (depth + 1)));
  });

  test("none repeated", () => {
    expect(repeatedKeys(documentOf('{"a\\\\": 1, "b": "\\": \\\\", "c": [{"a": 1}, {"a": 1}]}'))).toEqual([]);
  });
});

describe("bytes", () => {
  test.each([
    [Buffer.from("caf\xe9", "latin1"), 3, 1, 4],
    [Buffer.from("é\n東\xff", "latin1"), 0, 1, 1],
    [Buffer.concat([Buffer.from("é\n東a"), Buffer.from([0xc0, 0xaf])]), 7, 2, 3],
    [Buffer.concat([Buffer.from("a"), Buffer.from([0xed, 0xa0, 0x80])]), 1, 1, 2],
    [Buffer.concat([Buffer.from("x".repeat(70_000)), Buffer.from("東").subarray(0, 2)]), 70_000, 1, 70_001],
    [Buffer.concat([Buffer.from("😀".repeat(5000)), Buffer.from([0x80, 0x80, 0x80, 0x80])]), 20_000, 1, 10_001],
  ])("that are no UTF-8 (%#)", (bytes, offset, line, column) => {
    expect(decode(bytes)).toMatchObject({ fault: { rule: "not-utf8", offset, line, column } });
  });

  test.each([
    ["gzip", gzipSync("{}")],
    ["pickle", Buffer.from("80049506000000", "hex")],
    ["packed", Buffer.from("504b0304140000000800ff", "hex")],
    ["packed", deflateSync("{}")],
    ["sqlite", Buffer.from("SQLite format 3\0\x10\x00\xff", "latin1")],
    ["redis-dump", Buffer.from("REDIS0011\xfa", "latin1")],
    ["utf-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("{}", "utf16le")])],
  ])("of a well-known kind are named: %s", (format, bytes) => {
    expect(decode(bytes)).toMatchObject({ fault: { rule: "not-utf8", args: { format } } });
  });

  test("that are", () => {
    for (const text of ["", "abc", "é東😀\ufffd", "\ufeffx"]) expect(decode(Buffer.from(text))).toEqual({ text });
  });
});
