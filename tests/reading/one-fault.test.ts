import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { errorFindings, judged } from "../outlook/checkpoint.ts";
import { documentOf } from "../parsed.ts";

const minimal = readFileSync("corpus/minimal/1.21.json", "utf8");

/** Rule and pointer of the errors that a reader (the newest) meets in a small checkpoint, changed. */
function errorsOf(changed: JsonObject, release?: string): string[] {
  return errorFindings(judged({ ...(JSON.parse(minimal) as JsonObject), ...changed }, release));
}

const agent = { name: JSON.parse(minimal).current_agent.name as string };
const call = { type: "function_call", call_id: "c", name: "t", arguments: "{}" };

function waitingFor(raw: JsonObject, key = "raw_item", more: JsonObject = {}): JsonObject {
  const approval = { type: "tool_approval_item", agent, [key]: raw, ...more };
  return { type: "next_step_interruption", data: { interruptions: [approval] } };
}

test("a text in place of a list is one error", () => {
  expect(errorsOf({ generated_items: "none" })).toEqual(["item-not-an-object /generated_items"]);
  expect(errorsOf({ model_responses: { a: 1, b: 2 } })).toEqual(["response-not-an-object /model_responses"]);
  const handoffs = { new_items: [], functions: [], handoffs: "none" };
  expect(errorsOf({ last_processed_response: handoffs })).toEqual([
    "action-not-an-object /last_processed_response/handoffs",
  ]);
});

test("what stops two checks at one place is told once", () => {
  const output: Json = [{ ...call, type: [] }];
  expect(errorsOf({ $schemaVersion: "1.12", model_responses: [{ output }] })).toEqual([
    "programmatic-item-type-unusable /model_responses/0/output/0/type",
  ]);
  const processed = { new_items: [], functions: [], tool_output_guardrail_result_start: 1.5 };
  expect(errorsOf({ last_processed_response: processed })).toEqual([
    "guardrail-start-invalid /last_processed_response/tool_output_guardrail_result_start",
  ]);
});

test("a text half of a surrogate pair in an approval is told where it stands", () => {
  const half = "t\ud800";
  const data = "/current_step/data/interruptions/0";
  expect(errorsOf({ current_step: waitingFor({ ...call, name: half }, "rawItem") })).toEqual([
    `call-not-encodable ${data}/rawItem/name`,
  ]);
  const key = { tool_lookup_key: { kind: "bare", name: half } };
  expect(errorsOf({ current_step: waitingFor(call, "raw_item", key) })).toEqual([
    `call-not-encodable ${data}/tool_lookup_key/name`,
  ]);
  expect(errorsOf({ current_step: waitingFor(call, "raw_item", { tool_name: half }) })).toEqual([
    `call-not-encodable ${data}/tool_name`,
  ]);
});

test("a text half of a surrogate pair beside a call in the history is told where it stands", () => {
  const half = "t\ud800";
  const errorsOfItem = (more: JsonObject) =>
    errorsOf({ generated_items: [{ type: "tool_approval_item", agent, raw_item: call, ...more }] });
  expect(errorsOfItem({ tool_name: half })).toEqual(["call-not-encodable /generated_items/0/tool_name"]);
  expect(errorsOfItem({ tool_lookup_key: { kind: "bare", name: half } })).toEqual([
    "call-not-encodable /generated_items/0/tool_lookup_key/name",
  ]);
  expect(errorsOfItem({ raw_item: { ...call, name: half } })).toEqual([
    "call-not-encodable /generated_items/0/raw_item/name",
  ]);
});

test("a pending native call is looked up by the name in it when the approval gives none", () => {
  const shell = { type: "shell_call", call_id: "c", action: { commands: [] }, name: ["shell"] };
  expect(errorsOf({ current_step: waitingFor(shell) })).toEqual([
    "approval-tool-name-unusable /current_step/data/interruptions/0/raw_item/name",
  ]);
  expect(errorsOf({ current_step: waitingFor(shell, "raw_item", { tool_name: "shell" }) })).toEqual([]);
  expect(errorsOf({ current_step: waitingFor({ ...shell, call_id: "" }) })).toEqual([]);
  const request = { type: "mcp_approval_request", id: "c", name: "n", server_label: "s", arguments: "{}" };
  expect(errorsOf({ current_step: waitingFor(request, "raw_item", { tool_name: [1] }) })).toEqual([
    "approval-tool-name-unusable /current_step/data/interruptions/0/tool_name",
  ]);
});

test("an approval of a nested run that cannot be copied stops the outer run", () => {
  const within = "/last_processed_response/functions/0/agent_run_state/current_step/data/interruptions/0/raw_item";
  const nested = (raw: Json) => {
    const run = { ...(JSON.parse(minimal) as JsonObject), current_step: waitingFor(raw as JsonObject) };
    const functions = [{ tool_call: call, tool: { name: "t" }, agent_run_state: run }];
    return errorsOf({ last_processed_response: { new_items: [], functions } });
  };
  expect(nested("c")).toEqual([`nested-approval-not-copyable ${within}`]);
  expect(nested({ ...call, note: [1e300] })).toEqual([]);
  expect(nested({})).toEqual([]);
  // The key is the field itself where calls are read by field name.
  expect(nested({ ...call, async_: true })).toEqual([]);
  expect(nested({ ...call, async: true, async_: true })).toEqual([`nested-approval-not-copyable ${within}/async_`]);
});

test("a call made by a program under a label without programs is one error", () => {
  const made = { ...call, caller: { type: "program", caller_id: "p" } };
  const handoffs = [{ tool_call: made, handoff: { tool_name: "h" } }];
  const processed = { new_items: [], functions: [], handoffs };
  expect(errorsOf({ $schemaVersion: "1.12", last_processed_response: processed })).toEqual([
    "programmatic-calling-below-1-13 /last_processed_response/handoffs/0/tool_call",
  ]);
});

test("an action whose name no tool can have is skipped unread", () => {
  const caller = { type: "program", caller_id: "nobody" };
  const errors = (key: string, tool: string, name: Json) => {
    const actions = { [key]: [{ tool_call: { type: "x", call_id: "c", caller }, [tool]: { name } }] };
    return errorsOf({ last_processed_response: { new_items: [], functions: [], ...actions } });
  };
  const told = (key: string) => [`program-caller-without-program /last_processed_response/${key}/0/tool_call/caller`];
  expect(errors("shell_actions", "shell", "run")).toEqual(told("shell_actions"));
  expect(errors("shell_actions", "shell", 1)).toEqual([]);
  expect(errors("local_shell_actions", "local_shell", "local_shell")).toEqual(told("local_shell_actions"));
  expect(errors("local_shell_actions", "local_shell", "run")).toEqual([]);
});

test("a count that is no whole number is told as the kind of number it is", () => {
  const found = (text: string) => {
    const write = { session_id: "s", items: [{}], before: null, persisted_count: 0 };
    const state = { ...(JSON.parse(minimal) as JsonObject), pending_session_write: write };
    const step = { type: "next_step_run_again", data: {} };
    const json = JSON.stringify({ ...state, current_step: step }).replace(
      '"persisted_count":0',
      `"persisted_count":${text}`,
    );
    return judge(documentOf(json), { reader: newestReader }).findings.flatMap(({ args }) => args.found ?? []);
  };
  expect(found("0")).toEqual([]);
  expect(found("-1")).toEqual(["a negative number"]);
  expect(found("1.5")).toEqual(["a number with a fraction"]);
  expect(found("1e0")).toEqual(["a number with a point or an exponent"]);
});

test("up to 0.19.4 a hosted request finds its tool by name, and without one it is skipped unread", () => {
  const caller = { type: "program", caller_id: "nobody" };
  const raw = { type: "mcp_approval_request", id: "m", name: "t", arguments: "{}", server_label: "s", caller };
  const errors = (release: string, tool: JsonObject) => {
    const requests = { mcp_approval_requests: [{ request_item: { raw_item: raw }, mcp_tool: tool }] };
    const processed = { new_items: [], functions: [], ...requests };
    return errorsOf({ $schemaVersion: "1.13", last_processed_response: processed }, release);
  };
  const place = "/last_processed_response/mcp_approval_requests/0/request_item/raw_item/caller";
  const told = [`program-caller-without-program ${place}`];
  expect(errors("0.19.4", { name: "hosted_mcp" })).toEqual(told);
  expect(errors("0.19.4", { name: "files" })).toEqual([]);
  expect(errors("0.20.0", { name: "files" })).toEqual(told);
});

test("a caller that the tool does not take is told once", () => {
  const program = { type: "program", id: "p", call_id: "p", code: "x", fingerprint: "f" };
  const errors = (key: string, tool: JsonObject, caller: Json) => {
    const raw = { type: "x", call_id: "c", caller };
    const processed = { new_items: [], functions: [], [key]: [{ tool_call: raw, ...tool }] };
    return errorsOf({ $schemaVersion: "1.13", original_input: [program], last_processed_response: processed });
  };
  const shell = { shell: { name: "shell" } };
  const told = ["caller-not-allowed /last_processed_response/shell_actions/0/tool_call/caller"];
  expect(errors("shell_actions", shell, "program")).toEqual(told);
  expect(errors("shell_actions", shell, {})).toEqual(told);
  for (const fine of [null, { type: "direct" }, { type: "program", caller_id: "p" }])
    expect(errors("shell_actions", shell, fine)).toEqual([]);
  const local = { local_shell: { name: "local_shell" } };
  expect(errors("local_shell_actions", local, { type: "program", caller_id: "p" })).toEqual([
    "caller-not-allowed /last_processed_response/local_shell_actions/0/tool_call/caller",
  ]);
});
