import { expect, test } from "vitest";
import { appendAll } from "../../src/append-all.ts";
import { completions } from "../../src/doctor/session-changes.ts";
import { isObject, type Json, type JsonObject } from "../../src/document/json.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { itemOf } from "../../src/session/raw-item.ts";
import { safeToSettle } from "../../src/settle/items/prune.ts";
import { corpusState, documentOf } from "../parsed.ts";

/* Lists with more elements than a call can take as arguments. */
const COUNT = 200_000;

const paused: JsonObject = corpusState("resume/1.21-approval-pending");

function findingsOf(state: JsonObject): readonly string[] {
  return judge(documentOf(JSON.stringify(state)), { reader: newestReader }).findings.map(({ rule }) => rule);
}

test("appendAll", () => {
  const list = [1];
  appendAll(list, new Array<number>(COUNT).fill(2));
  expect(list).toHaveLength(COUNT + 1);
});

test("findings of the outlook", () => {
  const keys = Array.from({ length: COUNT }, (_, index) => [`key_${index}`, 0]);
  const found = findingsOf({ ...paused, ...Object.fromEntries(keys) });
  expect(found.filter((rule) => rule === "unknown-key")).toHaveLength(COUNT);
});

test("findings of a nested run", () => {
  const nested: JsonObject = { ...paused, generated_items: new Array<Json>(COUNT).fill({}) };
  const call = { type: "function_call", call_id: "c", name: "t", arguments: "{}" };
  const functions = [{ tool_call: call, tool: { name: "t" }, agent_run_state: nested }];
  const processed = isObject(paused.last_processed_response) ? paused.last_processed_response : {};
  const found = findingsOf({ ...paused, last_processed_response: { ...processed, functions } });
  expect(found.filter((rule) => rule === "item-without-type")).toHaveLength(COUNT);
});

test("a turn beside a held batch", () => {
  const call = itemOf({ type: "function_call", call_id: "c", name: "t", arguments: "{}" });
  const outputs = Array.from({ length: COUNT }, () =>
    itemOf({ type: "function_call_output", call_id: "c", output: "" }),
  );
  expect(safeToSettle([call], outputs)).toEqual([call]);
});

test("a batch that the session has in part", () => {
  const item = itemOf({ role: "user", content: "x" });
  const places = Array.from({ length: COUNT }, (_, index) => (index % 2 === 0 ? index / 2 : -1));
  const changes = completions(new Array(COUNT).fill(item), places, COUNT / 2);
  expect(changes).toHaveLength(COUNT / 2);
  expect(changes.slice(0, 2).map(({ op, at }) => `${op} ${at}`)).toEqual(["insert 1", "insert 3"]);
  expect(changes.at(-1)).toMatchObject({ op: "append", at: COUNT - 1 });
});
