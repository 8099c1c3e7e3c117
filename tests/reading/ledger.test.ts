import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { callIdentity } from "../../src/python/invocation.ts";
import { rules } from "../../src/rules/index.ts";
import { judged } from "../outlook/checkpoint.ts";

const minimal = JSON.parse(readFileSync("corpus/minimal/1.21.json", "utf8")) as JsonObject;

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
  return judged(state)
    .findings.filter(({ rule }) => rules[rule].severity === "error")
    .map(({ rule, path }) => `${rule} ${pointerOf(path)}`);
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
