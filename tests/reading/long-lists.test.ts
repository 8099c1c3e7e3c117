import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { judge } from "../../src/judge.ts";
import { callIdentity } from "../../src/python/invocation.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { corpusState, documentOf } from "../parsed.ts";
import { soon } from "../soon.ts";

/** A run of 1.21 without items and without a step, and the members given. */
function runWith(members: JsonObject): JsonObject {
  const state: JsonObject = corpusState("resume/1.21-approval-pending");
  return {
    ...state,
    generated_items: [],
    session_items: [],
    generated_session_item_indexes: [],
    model_responses: [],
    last_model_response: null,
    last_processed_response: null,
    current_step: null,
    current_response_generated_item_ownership: null,
    nested_history_owned_session_item_refs: [],
    context: { ...(state.context as JsonObject), approvals: {}, tool_invocations: {} },
    ...members,
  };
}

/** Rule and place of what the newest release has against it. */
function findingsOf(state: JsonObject): [string, string][] {
  const { findings } = judge(documentOf(JSON.stringify(state)), { reader: newestReader, loadOnly: true });
  return findings.map(({ rule, path }) => [rule, pointerOf(path)]);
}

const processed = (members: JsonObject): JsonObject => ({
  ...{ new_items: [], functions: [], handoffs: [], computer_actions: [], mcp_approval_requests: [], interruptions: [] },
  ...members,
});

const shellCall: JsonObject = { type: "shell_call", call_id: "c", action: { commands: ["ls"] } };

/** Calls of one id, the live tools behind them, and what the ledger says of them. */
function shellRun(calls: readonly JsonObject[], tools: readonly Json[], fingerprint: string): JsonObject {
  const output = { type: "shell_call_output", call_id: "c", output: [] };
  const entry = { type: "shell_call", approval_scope: "a".repeat(64), fingerprint, executed: true, completed: true };
  const state = runWith({
    original_input: [...calls, output],
    last_processed_response: processed({
      shell_actions: tools.map((name) => ({ tool_call: shellCall, shell: { name } })),
    }),
  });
  return { ...state, context: { ...(state.context as JsonObject), tool_invocations: { c: entry } } };
}

const names = Array.from({ length: 1000 }, (_, index) => `s${index}`);
const [last] = names.slice(-1) as [string];
const underLastName = callIdentity(shellCall, { toolName: last }) as { readonly fingerprint: string };

test("many calls of one id fit the name of one live tool among many", () => {
  const calls = names.map(() => shellCall);
  expect(soon(() => findingsOf(shellRun(calls, names, underLastName.fingerprint)))).toEqual([]);
});

test("many calls of one id that no live tool explains are one mismatch, named at the first", () => {
  const other: JsonObject = { ...shellCall, action: { commands: ["rm"] } };
  const calls = [shellCall, ...names.map(() => other)];
  expect(soon(() => findingsOf(shellRun(calls, names, underLastName.fingerprint)))).toEqual([
    ["completed-call-mismatch", "/context/tool_invocations/c"],
  ]);
  expect(findingsOf(shellRun([other, shellCall], names, underLastName.fingerprint))).toHaveLength(1);
});

test("a live name that no fingerprint can hold is told of once, whatever stands before it", () => {
  const own = { type: "function_call", call_id: "c", name: "n", arguments: "{}" };
  const state = shellRun([own, shellCall, shellCall], ["s", "\ud800"], underLastName.fingerprint);
  expect(findingsOf(state)).toEqual([["call-not-encodable", "/original_input/1"]]);
});

test("the list of places is looked for once for all nested runs, and each run is still judged by its own", () => {
  const nested = (indexes: Json): JsonObject =>
    runWith({ generated_items: [], session_items: [], generated_session_item_indexes: indexes, original_input: "" });
  const functions = Array.from({ length: 1500 }, (_, index) => ({
    tool_call: { type: "function_call", call_id: `f${index}`, name: "t", arguments: "{}" },
    tool: { name: "t" },
    agent_run_state: nested(index === 700 ? [1] : []),
  }));
  const found = soon(() => findingsOf(runWith({ last_processed_response: processed({ functions }) })));
  expect(found.filter(([rule]) => rule !== "nested-run-without-interruptions")).toEqual([
    [
      "session-indexes-ignored",
      "/last_processed_response/functions/700/agent_run_state/generated_session_item_indexes",
    ],
  ]);
});

test("references look their item up, and its digest is taken once", () => {
  const count = 20_000;
  const items = Array.from({ length: count }, (_, index) => ({
    type: "compaction_item",
    raw_item: { type: "compaction", encrypted_content: "x".repeat(index < count - 1 ? 1 : 200_000) },
    agent: { name: "mailer" },
  }));
  const ref = { index: count - 1, input_index: 0, digest: "0".repeat(64) };
  const state = runWith({
    session_items: items,
    original_input: ["hi"],
    nested_history_owned_session_item_refs: Array.from({ length: count }, () => ref),
  });
  const found = soon(() => findingsOf(state));
  expect(found).toHaveLength(count);
  expect(found.at(-1)).toEqual([
    "history-ref-session-digest",
    `/nested_history_owned_session_item_refs/${count - 1}/digest`,
  ]);
});
