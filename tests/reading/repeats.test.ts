import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { unwrap } from "../../src/document/wrapper.ts";
import { judge } from "../../src/judge.ts";
import { isTwin } from "../../src/python/equality.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { repeatsOf } from "../../src/reading/history/repeats.ts";
import type { ItemReading } from "../../src/reading/reading.ts";
import { documentOf } from "../parsed.ts";

const item = (id: string): JsonObject => ({ type: "tool_call_item", raw_item: { call_id: id } });

/** The places of the session list that repeat a generated item, and which one. */
function repeats(generated: Json[], session: Json[], indexes?: Json): (number | undefined)[] {
  const state: JsonObject = { generated_items: generated, session_items: session };
  if (indexes !== undefined) state.generated_session_item_indexes = indexes;
  const kept = generated.map((data, index): ItemReading => {
    return { index, data: data as JsonObject, type: "tool_call_item", raw: null };
  });
  const { at } = repeatsOf(state, { kept, dropped: [], length: generated.length });
  return session.map((_, index) => at(index)?.index);
}

test("the index list says which items to compare, and values decide", () => {
  const [a, b, c] = [item("a"), item("b"), item("c")];
  expect(repeats([a, b], [item("x"), item("a"), item("b")], [1, 2])).toEqual([undefined, 0, 1]);
  expect(repeats([a, b], [item("b"), item("a")], [0, 1])).toEqual([undefined, undefined]);
  expect(repeats([a, b, c], [item("a"), item("b"), item("d")])).toEqual([0, 1, undefined]);
  expect(repeats([a], [item("a"), item("a")])).toEqual([0, undefined]);
});

test.each<[Json]>([[[-1, 5]], [[0.5, 1.5]], [["0", null]], [[1e300, Number.NaN]], [[]], [[{}, [0]]]])(
  "an index list that is none misleads nobody: %j",
  (indexes) => {
    expect(repeats([item("a"), item("b")], [item("a"), item("b")], indexes)).toEqual([undefined, undefined]);
  },
);

test("without all generated items there is nothing to go by", () => {
  const state = { generated_items: [item("a"), 1], session_items: [item("a"), 1] };
  const kept: ItemReading[] = [{ index: 0, data: item("a"), type: "tool_call_item", raw: null }];
  expect(repeatsOf(state, { kept, dropped: [], length: 2 }).at(0)).toBeUndefined();
});

test("a prototype is no twin of a member with its name", () => {
  const named = JSON.parse('{"__proto__": {}}');
  expect(isTwin(named, { x: 1 })).toBe(false);
  expect(isTwin({ x: 1 }, named)).toBe(false);
  expect(isTwin(named, JSON.parse('{"__proto__": {}}'))).toBe(true);
  expect(isTwin(JSON.parse('{"constructor": {}}'), { x: 1 })).toBe(false);
});

test("half a surrogate pair is found alike in a document and in a string that holds the document", () => {
  const plain = readFileSync("corpus/resume/1.21-approval-pending.json", "utf8");
  const state = JSON.parse(plain);
  const calls = (value: Json): JsonObject[] =>
    typeof value !== "object" || value === null
      ? []
      : [
          ...("type" in value && value.type === "function_call" && !Array.isArray(value) ? [value] : []),
          ...Object.values(value).flatMap(calls),
        ];
  for (const call of calls(state)) call.arguments = '{"q":"\ud800"}';
  const options = { reader: newestReader };
  // JSON.stringify escapes half pairs; a string of another JSON holds them as they are.
  const escaped = JSON.stringify(state);
  const inner = unwrap(documentOf(JSON.stringify({ state: escaped.replaceAll("\\ud800", "\ud800") })), "/state");
  if ("missing" in inner || "fault" in inner) throw new Error("no document");
  const [expected] = judge(documentOf(escaped), options).findings;
  expect(expected?.rule).toBe("call-not-encodable");
  expect(judge(inner.document, options).findings[0]).toEqual(expected);
});
