import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { errorFindings, judged } from "../outlook/checkpoint.ts";

const refs = "nested_history_owned_session_item_refs";

/** Rule and pointer of the errors that the newest reader meets in a real checkpoint with a finished call, changed. */
function errorsOf(change: (state: JsonObject) => void, file = "features/1.21-guardrails-pending.json"): string[] {
  const state = JSON.parse(readFileSync(`corpus/${file}`, "utf8")) as JsonObject;
  change(state);
  return errorFindings(judged(state));
}

function firstCall(state: JsonObject): JsonObject {
  const items = state.session_items as { raw_item: JsonObject }[];
  return items.find(({ raw_item: raw }) => raw.type === "function_call")?.raw_item as JsonObject;
}

test("a call that differs from the ledger is told beside a fault that has nothing to do with it", () => {
  const different = (state: JsonObject) => {
    firstCall(state).arguments = '{"changed":1}';
  };
  const [mismatch, ...others] = errorsOf(different);
  expect(mismatch).toMatch(/^completed-call-mismatch /);
  expect(others).toEqual([]);
  const beside = (key: string, value: Json) =>
    errorsOf((state) => {
      different(state);
      state[key] = value;
    });
  expect(beside("pending_input", 1)).toEqual(["pending-input-not-a-list /pending_input", mismatch]);
  expect(beside("tool_output_guardrail_results", 1)).toEqual([
    "guardrail-results-not-a-list /tool_output_guardrail_results",
    mismatch,
  ]);
  expect(beside("model_responses", 1)).toEqual(["responses-not-a-list /model_responses"]);
});

test("references to history are looked at beside a broken history, but not compared with it", () => {
  const broken = (value: Json) =>
    errorsOf((state) => {
      (state.session_items as Json[])[0] = 1;
      state[refs] = value;
    });
  const item = "item-not-an-object /session_items/0";
  expect(broken({})).toEqual([item, `history-refs-not-a-list /${refs}`]);
  expect(broken([{ index: "0" }])).toEqual([item, `history-ref-invalid /${refs}/0/index`]);
  expect(broken([{ index: 0, input_index: 0, digest: "0".repeat(64) }])).toEqual([item]);
});

test("a pending write is looked at without a step to write it in", () => {
  const write = { session_id: "s", items: [{}], before: 1, persisted_count: 0 };
  const errors = errorsOf((state) => Object.assign(state, { pending_session_write: write, current_step: null }));
  expect(errors).toEqual([
    "pending-write-without-step /pending_session_write",
    "pending-write-before-invalid /pending_session_write/before",
  ]);
});

test("the entries of a usage block and its own counts are told each", () => {
  const usage = { input_tokens: 1, total_tokens: "many", request_usage_entries: [{ total_tokens: "some" }] };
  const errors = errorsOf((state) => Object.assign(state.context as JsonObject, { usage }));
  expect(errors).toEqual([
    "usage-not-an-integer /context/usage/request_usage_entries/0/total_tokens",
    "usage-not-an-integer /context/usage/total_tokens",
  ]);
});

test("a label that is too old for several things is one error, at the first of them", () => {
  const errors = errorsOf((state) => {
    const items = [{ role: "user", content: "x" }];
    state.pending_session_write = { session_id: "s", items, before: null, persisted_count: 0 };
    state.$schemaVersion = "1.16";
  }, "resume/1.21-approval-pending.json");
  expect(errors).toEqual(["pending-write-needs-1-17 /pending_session_write"]);
  const both = errorsOf((state) => {
    (state.context as JsonObject).function_tool_approvals = [1];
    state.pending_session_write = { session_id: "s", items: [{}], before: null, persisted_count: 0 };
    state.$schemaVersion = "1.16";
  }, "resume/1.21-approval-pending.json");
  expect(both).toEqual(["owned-approvals-below-1-18 /context/function_tool_approvals"]);
});

test("each wrong entry of a list is told", () => {
  const wrong = (entries: Json[]) =>
    errorsOf((state) => {
      ((state.context as JsonObject).usage as JsonObject).request_usage_entries = entries;
    });
  const place = "/context/usage/request_usage_entries";
  expect(wrong([1, {}, { input_tokens: "many", output_tokens: "more" }])).toEqual([
    `usage-entries-unusable ${place}/0`,
    `usage-not-an-integer ${place}/2/input_tokens`,
  ]);
});
