import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src/document/edits/apply-to-text.ts";
import { applyToValue } from "../../src/document/edits/apply-to-value.ts";
import type { Edit } from "../../src/document/edits/edit.ts";
import { asSpelled, copyOf, type NewJson } from "../../src/document/edits/new-json.ts";
import type { Json, Path } from "../../src/document/json.ts";
import { documentOf } from "../parsed.ts";
import { spotsOf } from "./reference.ts";
import { jsonText } from "./texts.ts";

const newValue: fc.Arbitrary<NewJson> = fc.oneof(
  fc.jsonValue().map((value) => value as Json),
  fc.constantFrom<NewJson>("é", Number.NaN, -0, 1e21, {}, [], asSpelled("1.0", 1), {
    a: asSpelled('{\n  "x": 1e5\n}', { x: 1e5 }),
    b: [],
  }),
);

/** Edits that fit a document, each chosen against what the former ones left. */
function chooseEdits(value: Json, choices: readonly { op: number; at: number; key: string; value: NewJson }[]): Edit[] {
  const edits: Edit[] = [];
  for (const choice of choices) {
    const now = applyToValue(value, edits);
    const paths = pathsOf(now);
    const path = paths[choice.at % paths.length] ?? [];
    const target = at(now, path);
    if (choice.op === 0) {
      if (path.length > 0) edits.push({ op: "remove", path });
    } else if (choice.op === 1) edits.push({ op: "replace", path, value: choice.value });
    else if (Array.isArray(target)) {
      const index = choice.at % (target.length + 2);
      edits.push({ op: "add", path: [...path, index > target.length ? "-" : index], value: choice.value });
    } else if (typeof target === "object" && target !== null)
      edits.push({ op: "add", path: [...path, choice.key], value: choice.value });
  }
  return edits;
}

function at(value: Json, path: Path): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) here = (here as Record<string, Json>)[step];
  return here;
}

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, child]) =>
      pathsOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

const choices = fc.array(
  fc.record({
    op: fc.nat(2),
    at: fc.nat(),
    key: fc.constantFrom("a", "b", "10", "__proto__", "é", 'q"', "some_long_key"),
    value: newValue,
  }),
  { maxLength: 6 },
);

describe("properties", () => {
  test("edits of the text mean the edits of the value", () => {
    fc.assert(
      fc.property(jsonText, choices, (text, chosen) => {
        const { value } = documentOf(text);
        const before = JSON.stringify(value);
        const edits = chooseEdits(value, chosen);
        const edited = applyEdits(text, edits);
        expect(documentOf(edited).value).toEqual(applyToValue(value, edits));
        expect(JSON.stringify(value)).toBe(before);
      }),
      { numRuns: 600 },
    );
  });

  test("what no edit reaches keeps its bytes and its order", () => {
    fc.assert(
      fc.property(jsonText, choices, (text, chosen) => {
        const document = documentOf(text);
        const removed = chosen.map((choice) => ({ ...choice, op: choice.op % 2 }));
        const edits = chooseEdits(document.value, removed);
        const inLists = edits.some(({ op, path }) => op === "remove" && path.some((step) => typeof step === "number"));
        if (inLists || edits.some(({ path }) => path.length === 0)) return;
        const edited = documentOf(applyEdits(text, edits));
        for (const { path, start, end } of spotsOf(text)) {
          if (edits.some((edit) => touches(edit.path, path))) continue;
          const span = edited.span(path);
          expect(span && edited.text.slice(span.start, span.end)).toBe(text.slice(start, end));
        }
      }),
      { numRuns: 400 },
    );
  });

  test("add and remove again is the identity, but for an empty container's blanks", () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), newValue, (text, choice, value) => {
        const containers = spotsOf(text).filter(({ start, end }) => /^[[{]\s*[^\s\]}]/.test(text.slice(start, end)));
        const spot = containers[choice % Math.max(containers.length, 1)];
        if (spot === undefined) return;
        const path = [...spot.path, text[spot.start] === "[" ? 0 : "a key of its own"];
        expect(
          applyEdits(text, [
            { op: "add", path, value },
            { op: "remove", path },
          ]),
        ).toBe(text);
      }),
    );
  });
});

function touches(edit: Path, path: Path): boolean {
  const shorter = Math.min(edit.length, path.length);
  return edit.slice(0, shorter).every((step, index) => String(step) === String(path[index]));
}

describe("layout", () => {
  const indented = '{\n  "a": 1,\n  "b": [\n    1,\n    2.0\n  ],\n  "c": {}\n}';

  test.each<[string, string, Edit[], string]>([
    ["first member", '{"a": 1, "b": 2}', [{ op: "remove", path: ["a"] }], '{"b": 2}'],
    ["last member", '{"a": 1, "b": 2}', [{ op: "remove", path: ["b"] }], '{"a": 1}'],
    ["only member", '{ "a": 1 }', [{ op: "remove", path: ["a"] }], "{}"],
    ["middle entry", "[1, 2,  3]", [{ op: "remove", path: [1] }], "[1,  3]"],
    ["member on lines", indented, [{ op: "remove", path: ["c"] }], '{\n  "a": 1,\n  "b": [\n    1,\n    2.0\n  ]\n}'],
    [
      "all entries on lines",
      indented,
      [
        { op: "remove", path: ["b", 0] },
        { op: "remove", path: ["b", 0] },
      ],
      '{\n  "a": 1,\n  "b": [],\n  "c": {}\n}',
    ],
    [
      "new member on lines",
      indented,
      [{ op: "add", path: ["d"], value: { x: [1], y: {} } }],
      '{\n  "a": 1,\n  "b": [\n    1,\n    2.0\n  ],\n  "c": {},\n  "d": {\n    "x": [\n      1\n    ],\n    "y": {}\n  }\n}',
    ],
    [
      "into an empty object",
      indented,
      [{ op: "add", path: ["c", "k"], value: 1 }],
      indented.replace("{}", '{\n    "k": 1\n  }'),
    ],
    [
      "at the front of a list",
      indented,
      [{ op: "add", path: ["b", 0], value: null }],
      indented.replace("[\n", "[\n    null,\n"),
    ],
    ["compact", '{"a":1}', [{ op: "add", path: ["b"], value: [1, { c: 2 }] }], '{"a":1,"b":[1,{"c":2}]}'],
    [
      "one line among lines",
      '{\n  "a": {"b": 1},\n  "c": 2\n}',
      [{ op: "replace", path: ["a", "b"], value: { x: [1, 2], y: 3 } }],
      '{\n  "a": {"b": {"x": [1, 2], "y": 3}},\n  "c": 2\n}',
    ],
    ["one line", '{"a": 1}\n', [{ op: "add", path: ["b"], value: [1, { c: 2 }] }], '{"a": 1, "b": [1, {"c": 2}]}\n'],
    [
      "tabs and CRLF",
      '{\r\n\t"a": 1\r\n}',
      [{ op: "add", path: ["b"], value: [1] }],
      '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t1\r\n\t]\r\n}',
    ],
    [
      "ASCII stays ASCII",
      '{"a": 1}',
      [{ op: "add", path: ["é"], value: "東\x7f" }],
      '{"a": 1, "\\u00e9": "\\u6771\\u007f"}',
    ],
    ["other text stays raw", '{"a": "é"}', [{ op: "replace", path: ["a"], value: "東" }], '{"a": "東"}'],
    [
      "one list on a line",
      '{\n  "a": [1, 2]\n}',
      [{ op: "add", path: ["a", "-"], value: [3] }],
      '{\n  "a": [1, 2, [3]]\n}',
    ],
    ["all twins go", '{"a": 1, "b": 2, "a": 3}', [{ op: "remove", path: ["a"] }], '{"b": 2}'],
    [
      "the last twin is replaced",
      '{"a": 1, "b": 2, "a": 3}',
      [{ op: "replace", path: ["a"], value: 4 }],
      '{"a": 1, "b": 2, "a": 4}',
    ],
    ["nothing", indented, [], indented],
    ["the whole", ' {"a": 1}\n', [{ op: "replace", path: [], value: [] }], " []\n"],
  ])("%s", (_, text, edits, expected) => {
    expect(applyEdits(text, edits)).toBe(expected);
  });

  test("a copy keeps its spelling and takes the new indentation", () => {
    const document = documentOf(
      '{\n  "a": {\n    "10": 1.0,\n    "2": [\n      "\\/\\u6771"\n    ]\n  },\n  "b": {\n    "c": {}\n  }\n}',
    );
    const value = copyOf(document, ["a"]) ?? null;
    const edited = applyEdits(document.text, [{ op: "add", path: ["b", "c", "d"], value: { e: value } }]);
    const moved = '{\n          "10": 1.0,\n          "2": [\n            "\\/\\u6771"\n          ]\n        }';
    expect(edited).toContain(`"c": {\n      "d": {\n        "e": ${moved}\n      }\n    }`);
    const again = applyEdits(document.text, [
      { op: "add", path: ["b", "c", "d"], value },
      { op: "remove", path: ["b", "c", "d", "2", 0] },
    ]);
    expect(again).toContain('"d": {\n        "10": 1.0,\n        "2": []\n      }');
  });

  test("of an edit that leads nowhere an error is made", () => {
    for (const path of [["x", "y"], ["a", "b"], ["b", 7], ["b", "01"], ["x"]]) {
      expect(() => applyEdits(indented, [{ op: "replace", path, value: 1 }])).toThrow("leads nowhere");
      expect(() => applyToValue(documentOf(indented).value, [{ op: "replace", path, value: 1 }])).toThrow(
        "leads nowhere",
      );
    }
  });
});
