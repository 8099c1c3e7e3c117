import { expect, test } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { judged } from "../outlook/checkpoint.ts";
import { corpusState } from "../parsed.ts";

const minimal: JsonObject = corpusState("minimal/1.21");
const agent = minimal.current_agent as JsonObject;

function shell(callId: unknown, id?: unknown): JsonObject {
  const raw = { type: "shell_call", call_id: callId, id, action: {} } as JsonObject;
  return { type: "tool_call_item", agent, raw_item: raw };
}

/** Findings about items when the response brought `fresh` on top of the generated items. */
function findings(generated: JsonObject[], fresh: JsonObject[], more: JsonObject = {}): string[] {
  const { session_items: _, generated_session_item_indexes: __, ...state } = minimal;
  const changed = { ...state, generated_items: generated, last_processed_response: { new_items: fresh }, ...more };
  return judged(changed)
    .findings.filter(({ rule }) => rule === "item-id-unusable" || rule.startsWith("history-ref"))
    .map(({ rule, path }) => `${rule} ${pointerOf(path)}`);
}

test("without session items an id that is a list or an object stops the reader", () => {
  expect(findings([shell("a", {})], [shell("b")])).toEqual([]);
  expect(findings([shell("a", ["i"])], [])).toEqual([]);
  expect(findings([shell("a", ["i"])], [shell("b")])).toEqual(["item-id-unusable /generated_items/0/raw_item/id"]);
  expect(findings([], [shell({ a: 1 })])).toEqual([
    "item-id-unusable /last_processed_response/new_items/0/raw_item/call_id",
  ]);
  expect(findings([shell(["a"])], [shell("b")], { session_items: [] })).toEqual([]);
});

test("a new item that the generated items hold is not looked at further, and not counted twice", () => {
  expect(findings([shell("a")], [shell("a", ["i"])])).toEqual([]);
  const refs = [1, 0].map((index) => ({ index, digest: "0".repeat(64), input_index: 0 }));
  const more = { original_input: [{}], nested_history_owned_session_item_refs: refs };
  expect(findings([shell("a")], [shell("a")], more)).toEqual([
    "history-ref-session-item-dropped /nested_history_owned_session_item_refs/0/index",
    "history-ref-session-digest /nested_history_owned_session_item_refs/1/digest",
  ]);
});
