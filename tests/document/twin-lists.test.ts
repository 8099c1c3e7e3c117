import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { shapeOf } from "../../src/document/shape.ts";
import { readWithTwins } from "../../src/document/twin-lists.ts";

const items = [
  { type: "a", raw_item: { text: 'said "generated_items": [' } },
  { type: "b", raw_item: null },
];
const state = { $schemaVersion: "1.21", generated_items: items, session_items: items, current_step: { n: 1 } };

/** Order of keys and repeated keys included. */
function isRead(text: string): void {
  expect(JSON.stringify(readWithTwins(text))).toBe(JSON.stringify(JSON.parse(text)));
}

describe("a text with the same list twice", () => {
  test.each([undefined, 0, 2, "\t"])(
    "is read as JSON.parse reads it, one list in both places (indent %j)",
    (indent) => {
      const text = JSON.stringify(state, null, indent);
      const value = readWithTwins(text) as JsonObject;
      expect(value).toEqual(JSON.parse(text));
      expect(value.generated_items).toBe(value.session_items);
      expect(shapeOf(value)).toEqual(shapeOf(JSON.parse(text) as Json));
    },
  );

  const text = JSON.stringify(state);
  test.each([
    ["a key that comes again behind", text.replace(/\}$/, ',"session_items":[],"$schemaVersion":2}')],
    ["the second key before", text.replace("{", '{"session_items":1,')],
    ["a prototype for a key", text.replace(/\}$/, ',"__proto__":{"a":1}}')],
    ["numbers for keys", text.replace("{", '{"7":0,').replace(/\}$/, ',"3":1}')],
    [
      "blanks in odd places",
      text.replace(',"session_items":', ',\r\n "session_items" :\t').replace(',"cur', ', \n "cur'),
    ],
    ["numbers that JavaScript rounds", text.replaceAll('"raw_item":null', '"raw_item":123456789012345678901')],
  ])("with %s", (_, odd) => isRead(odd));
});

test.each([
  ["lists that differ", JSON.stringify({ ...state, session_items: [] })],
  ["lists spelled in two ways", JSON.stringify(state).replace(/null(?=\}\],"current)/, " null")],
  ["something between", JSON.stringify({ generated_items: items, x: 1, session_items: items, y: 1 })],
  ["the first key before", JSON.stringify(state).replace("{", '{"generated_items":2,')],
  ["nothing behind", JSON.stringify({ generated_items: items, session_items: items })],
  ["no lists", JSON.stringify({ generated_items: 1, session_items: 1, x: 1 })],
  ["the twins deeper", JSON.stringify({ inner: state, z: 1 })],
  ["the twins in a list", JSON.stringify([state, 1])],
  ["the twins in a text", JSON.stringify({ text: JSON.stringify(state), z: 1 })],
  ["another key that ends so", JSON.stringify({ '"generated_items': items, session_items: items, z: 1 })],
  ["no JSON before", JSON.stringify(state).replace("{", "{x,")],
  ["no JSON in them", JSON.stringify(state).replaceAll("null", "nil")],
  ["no JSON behind", JSON.stringify(state).replace(/\}$/, ",}")],
  ["only a comma behind", `${JSON.stringify(state).split(',"current')[0]},}`],
  ["no end", JSON.stringify(state).slice(0, -1)],
])("%s: no such text", (_, text) => expect(readWithTwins(text)).toBeUndefined());
