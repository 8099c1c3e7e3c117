import { expect, test } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { judged, pendingWith } from "../outlook/checkpoint.ts";

test("an item that stands in for a missing session list is named where it is", () => {
  const state = pendingWith((file) => {
    const reasoning = { type: "reasoning_item", raw_item: { id: "r", summary: [], type: "reasoning" } };
    const odd = { type: "tool_call_item", raw_item: "text" };
    delete file.session_items;
    file.generated_session_item_indexes = null;
    file.current_response_generated_item_ownership = null;
    file.generated_items = [reasoning, odd].map((item) => ({ ...item, agent: { name: "mailer" } }));
    file.original_input = [{ role: "user", content: "x" }];
    const refs: JsonObject[] = [{ index: 1, digest: "0".repeat(64), input_index: 0 }];
    file.nested_history_owned_session_item_refs = refs;
  });
  const places = judged(state).findings.map(({ rule, path }) => `${rule} ${pointerOf(path)}`);
  expect(places).toContain("history-ref-item-unusable /generated_items/1/raw_item");
});
