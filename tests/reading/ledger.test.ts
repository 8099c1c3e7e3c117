import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { type CallIdentity, callIdentity } from "../../src/python/invocation.ts";
import { errorFindings, judged } from "../outlook/checkpoint.ts";
import { corpusState } from "../parsed.ts";

const minimal: JsonObject = corpusState("minimal/1.21");

/** Errors of a checkpoint in which `raw` is a completed call: a generated item, and by `inResponse` in its response too. */
function errorsOf(raw: JsonObject, inResponse: boolean): string[] {
  const identity = callIdentity(raw);
  if (identity === null || typeof identity === "string") throw new Error("no call");
  const { type, scope: approval_scope, fingerprint } = identity;
  const entry = { type, approval_scope, fingerprint, executed: true, completed: true };
  const context = { ...(minimal.context as JsonObject), tool_invocations: { [identity.callId]: entry } };
  const state = {
    ...minimal,
    context,
    original_input: [{ type: `${type}_output`, call_id: identity.callId, output: "r" }],
    generated_items: [{ type: "tool_call_item", agent: minimal.current_agent, raw_item: raw }],
    session_items: [],
    model_responses: inResponse ? [{ output: [raw] }] : [],
  };
  return errorFindings(judged(state));
}

test("a native call and its twin in a response differ where the model reads a value in another kind", () => {
  const shell = { type: "shell_call", id: "i", call_id: "c", status: "completed" };
  const mismatch = ["completed-call-mismatch /context/tool_invocations/c"];
  const strict = { ...shell, action: { commands: ["ls"] } };
  expect(errorsOf(strict, true)).toEqual([]);
  for (const timeout_ms of ["1", true]) {
    const lax = { ...shell, action: { commands: ["ls"], timeout_ms } };
    expect(errorsOf(lax, false)).toEqual([]);
    expect(errorsOf(lax, true)).toEqual(mismatch);
  }
  const computer = { ...shell, type: "computer_call", pending_safety_checks: [], action: null, actions: [] };
  expect(errorsOf(computer, true)).toEqual(mismatch);
});

// Asked of 0.21.0, 0.22.3 and 0.24.0 (0.20.0 reads the same way).
test("with an apply_patch call waiting the name of every item must be text", () => {
  const state: JsonObject = corpusState("negative/item-name-unusable");
  const processed = state.last_processed_response as JsonObject;
  const errors = (changed: JsonObject) => errorFindings(judged({ ...state, ...changed }));
  const named = (name: Json) => errors({ original_input: [{ role: "user", content: "hi", name }] });
  for (const name of [5, true, [1], { a: 1 }])
    expect(named(name)).toEqual(["item-name-unusable /original_input/0/name"]);
  for (const name of ["x", "", 0, false, null, [], {}]) expect(named(name)).toEqual([]);
  expect(errors({ last_processed_response: { ...processed, apply_patch_actions: [] } })).toEqual([]);
  const message = {
    type: "message",
    id: "m",
    role: "assistant",
    status: "completed",
    name: 5,
    content: [{ type: "output_text", text: "x", annotations: [] }],
  };
  const { current_agent: agent } = state as { current_agent: JsonObject };
  const item = { type: "message_output_item", agent, raw_item: message };
  const compaction = {
    type: "compaction_item",
    agent,
    raw_item: { type: "compaction", encrypted_content: "x", name: 5 },
  };
  const spoilt = { original_input: "hi" };
  const at = (pointer: string) => [`item-name-unusable ${pointer}`];
  expect(errors({ ...spoilt, generated_items: [item] })).toEqual(at("/generated_items/0/raw_item/name"));
  expect(errors({ ...spoilt, generated_items: [compaction] })).toEqual([]);
  expect(errors({ ...spoilt, last_processed_response: { ...processed, new_items: [item] } })).toEqual(
    at("/last_processed_response/new_items/0/raw_item/name"),
  );
  const response = { usage: {}, output: [message], response_id: null, request_id: null };
  expect(errors({ ...spoilt, model_responses: [response] })).toEqual(at("/model_responses/0/output/0/name"));
});

/** Errors of a checkpoint whose ledger has patch `c1` as completed under this fingerprint, and `raw` as its only call. */
function errorsOfPatch(raw: JsonObject, fingerprint: string, toolName?: string): string[] {
  const entry = {
    type: "apply_patch_call",
    approval_scope: "0".repeat(64),
    fingerprint,
    executed: true,
    completed: true,
  };
  const output = { type: "apply_patch_call_output", call_id: "c1", status: "completed", output: "r" };
  const state = {
    ...minimal,
    context: { ...(minimal.context as JsonObject), tool_invocations: { c1: entry } },
    original_input: [raw, output],
    generated_items: [
      { type: "tool_call_item", agent: minimal.current_agent, raw_item: raw, tool_name: toolName ?? null },
    ],
    session_items: [],
    model_responses: [],
  };
  return errorFindings(judged(state)).map((told) => told.split(" ")[0] ?? "");
}

// Fingerprints of 0.24.0 (`normalize_apply_patch_fallback_call`), the same since 0.20.0.
test("a patch under another type of call is the one that its arguments say", () => {
  const args = '{"type":"update_file","path":"b","n":1.0,"path":"c"}';
  const called = { type: "function_call", call_id: "c1", name: "Apply_Patch", arguments: args };
  const named = "76240a4e8bdd5e1ecbfe9b5eafc440c8d8a95aaf40225f4a64c3a7efc0d0a88c";
  expect(errorsOfPatch(called, named, "edit")).toEqual([]);
  expect(errorsOfPatch(called, named, "other")).toEqual(["completed-call-mismatch"]);
  expect(errorsOfPatch({ ...called, arguments: args.replace("1.0", "1") }, named, "edit")).toEqual([
    "completed-call-mismatch",
  ]);
  expect(errorsOfPatch({ ...called, arguments: "[1]" }, named, "edit")).toEqual(["completed-call-mismatch"]);
  const input = '{"operations":[{"type":"delete_file","path":"a"}]}';
  const custom = { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input };
  expect(errorsOfPatch(custom, "25169ccae699ec478d447cd5ebf37e42c5b4822eb9bd189fed9a5c06f96654e8")).toEqual([]);
  expect(errorsOfPatch(custom, named)).toEqual(["completed-call-mismatch"]);
});

/** Errors of a checkpoint whose ledger has shell calls `c` and `d` as completed, each with an action of tool `s1`. */
function errorsOfTwo(namedAlike: boolean): string[] {
  const ledger: JsonObject = {};
  const calls: JsonObject[] = [];
  const items: JsonObject[] = [];
  for (const id of ["c", "d"]) {
    const raw = { type: "shell_call", id: "i", call_id: id, status: "completed", action: { commands: ["ls"] } };
    const toolName = namedAlike || id === "c" ? "s1" : undefined;
    const { type, scope: approval_scope, fingerprint } = callIdentity(raw, { toolName }) as CallIdentity;
    ledger[id] = { type, approval_scope, fingerprint, executed: true, completed: true };
    calls.push(raw);
    items.push(raw, { type: "shell_call_output", call_id: id, output: [] });
  }
  const lists = ["computer_actions", "custom_tool_actions", "local_shell_actions", "apply_patch_actions"];
  const processed = {
    ...Object.fromEntries([...lists, "new_items", "functions", "handoffs", "interruptions"].map((key) => [key, []])),
    mcp_approval_requests: [],
    shell_actions: calls.map((call) => ({ tool_call: call, shell: { name: "s1" } })),
  };
  const context = { ...(minimal.context as JsonObject), tool_invocations: ledger };
  const state = { ...minimal, context, original_input: items, generated_items: [], session_items: [] };
  return errorFindings(judged({ ...state, model_responses: [], last_processed_response: processed }));
}

// Asked of 0.21.0 and 0.24.0, with every choice of the tools that the document names.
test("a program has a tool or has it not, for all calls alike", () => {
  expect(errorsOfTwo(true)).toEqual([]);
  expect(errorsOfTwo(false)).toEqual(["completed-call-mismatch /context/tool_invocations/c"]);
});
