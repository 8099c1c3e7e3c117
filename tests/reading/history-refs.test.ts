import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { asciiStyle } from "../../src/python/canonical-json.ts";
import { encode } from "../../src/python/encode.ts";
import { findReader, newestReader } from "../../src/readers/releases.ts";
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

/** Whether a release takes `input` for the input item that a session item of this kind became. */
function matches(release: string, kind: string, raw: JsonObject, input: JsonObject): boolean {
  const { reads } = findReader(release) ?? newestReader;
  const state = pendingWith((file) => {
    file.session_items = [{ type: kind, agent: { name: "mailer" }, raw_item: raw }];
    for (const key of ["generated_session_item_indexes", "current_response_generated_item_ownership"]) file[key] = null;
    file.original_input = [input];
    const digest = createHash("sha256")
      .update(encode(input, asciiStyle, undefined) ?? "")
      .digest("hex");
    file.nested_history_owned_session_item_refs = [{ index: 0, digest, input_index: 0 }];
    delete (file.context as JsonObject).tool_invocations;
  });
  const { findings } = judged(state, release, { relabel: reads === "1.13" ? reads : "1.14" });
  return !findings.some(({ rule }) => rule.startsWith("history-ref"));
}

// Asked of 0.24.0, 0.23.1, 0.22.3, 0.22.0, 0.21.0 and 0.19.4.
test("a call's `async` is `async_` where the openai package has that field", () => {
  const call = { type: "function_call", id: "f", call_id: "c", name: "t", arguments: "{}" };
  for (const kind of ["tool_call_item", "handoff_call_item"]) {
    expect(matches("0.24.0", kind, { ...call, async: true }, { ...call, async_: true })).toBe(true);
    expect(matches("0.24.0", kind, { ...call, async: true }, { ...call, async: true })).toBe(false);
    expect(matches("0.19.4", kind, { ...call, async: true }, { ...call, async: true })).toBe(true);
    expect(matches("0.24.0", kind, { ...call, async_: "yes" }, { ...call, async_: true })).toBe(true);
    expect(matches("0.23.1", kind, { ...call, async_: "yes" }, { ...call, async_: "yes" })).toBe(true);
  }
});

test("tools that a search found are as their models write them", () => {
  const found = (tool: JsonObject): JsonObject => ({
    ...{ type: "tool_search_output", id: "o", call_id: "c", execution: "client", status: "completed", tools: [tool] },
  });
  const same = (release: string, tool: JsonObject, written: JsonObject) =>
    matches(release, "tool_search_output_item", found(tool), found(written));
  const tool = { type: "function", name: "t", parameters: {}, strict: true };
  expect(same("0.24.0", { ...tool, async: true }, { ...tool, async_: true })).toBe(true);
  expect(same("0.24.0", { ...tool, async: true }, { ...tool, async: true })).toBe(false);
  expect(same("0.19.4", { ...tool, async: true }, { ...tool, async: true })).toBe(true);
  expect(same("0.24.0", { ...tool, strict: "yes", x: 1 }, { ...tool, strict: true, x: 1 })).toBe(true);
  const files = { type: "file_search", vector_store_ids: ["v"] };
  expect(same("0.24.0", { ...files, max_num_results: "3" }, { ...files, max_num_results: 3 })).toBe(true);
  const namespace = (inner: JsonObject) => ({ type: "namespace", name: "n", description: "d", tools: [inner] });
  expect(same("0.24.0", namespace({ ...tool, strict: 0 }), namespace({ ...tool, strict: false }))).toBe(true);
  // What breaks the model stays as it is.
  expect(same("0.24.0", { ...tool, name: 7, async: true }, { ...tool, name: 7, async: true })).toBe(true);
});
