import { expect, test } from "vitest";
import type { Cause } from "../../src/doctor/cause.ts";
import { isObject, type JsonObject } from "../../src/document/json.ts";
import { named } from "../../src/named.ts";
import { corpusState } from "../parsed.ts";
import { soon } from "../soon.ts";
import { examine } from "./reports.ts";

const paused: JsonObject = corpusState("resume/1.21-approval-pending");
const ids = Array.from({ length: 30 }, (_, index) => `many_${index}`);
const call = (id: string, more: JsonObject = {}): JsonObject => ({
  ...{ type: "function_call", call_id: id, name: "send_mail", arguments: "{}" },
  ...more,
});
const output = (id: string): JsonObject => ({ type: "function_call_output", call_id: id, output: "done" });

/** The checkpoint, waiting for a call of each id. */
function waitingForAll(): JsonObject {
  const interruptions = ids.map((id) => ({
    ...{ type: "tool_approval_item", raw_item: call(id), agent: { name: "mailer" }, tool_name: "send_mail" },
  }));
  const step = isObject(paused.current_step) ? paused.current_step : {};
  const data = isObject(step.data) ? step.data : {};
  return { ...paused, current_step: { ...step, data: { ...data, interruptions } } };
}

function causeIn(causes: readonly Cause[], id: string): Cause {
  const found = causes.find((cause) => cause.id === id);
  if (found === undefined) throw new Error(`no ${id} in ${causes.map((cause) => cause.id).join(", ")}`);
  return found;
}

test("a sentence names twenty things", () => {
  expect(named(["a", "b"])).toBe("a, b");
  expect(named(ids.slice(0, 20))).toBe(ids.slice(0, 20).join(", "));
  expect(named(ids)).toBe(`${ids.slice(0, 20).join(", ")}, … and 10 more`);
});

test.each<[string, JsonObject, JsonObject[]]>([
  ["orphaned-output", paused, ids.map(output)],
  ["duplicate-items", paused, ids.flatMap((id) => [call(id), output(id), call(id)])],
  ["reused-call-id", paused, ids.flatMap((id) => [call(id), output(id), call(id, { arguments: "[]" })])],
  ["nothing-decided", waitingForAll(), []],
  ["resumed-already", waitingForAll(), ids.flatMap((id) => [call(id), output(id)])],
])("%s of thirty calls", (id, checkpoint, items) => {
  const { summary, evidence } = causeIn(examine(checkpoint, { session_id: "s", items }), id);
  expect(summary).toContain("… and 10 more");
  expect(summary).not.toContain("many_29");
  expect(evidence.length).toBeLessThanOrEqual(40);
});

test("of hundreds of finished calls that differ from the ledger each run is gone through once", () => {
  const many = Array.from({ length: 800 }, (_, index) => `many_${index}`);
  const entry = { type: "function_call", approval_scope: "a".repeat(64), fingerprint: "b".repeat(64) };
  const ledger = Object.fromEntries(many.map((id) => [id, { ...entry, executed: true, completed: true }]));
  const agent = { name: "mailer" };
  const items = many.flatMap((id) => [
    { type: "tool_call_item", raw_item: call(id), agent },
    { type: "tool_call_output_item", raw_item: output(id), agent, output: "done" },
  ]);
  const context = { ...(paused.context as JsonObject), tool_invocations: ledger };
  const changed = { ...paused, context, generated_items: items, session_items: items };
  const causes = soon(() => examine(changed, null, { alone: true }));
  expect(causes[0]).toMatchObject({ id: "refused-by-reader", repairs: [] });
});
