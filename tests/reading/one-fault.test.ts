import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { rules } from "../../src/rules/index.ts";
import { judged } from "../outlook/checkpoint.ts";

const minimal = readFileSync("corpus/minimal/1.21.json", "utf8");

/** Rule and pointer of the errors that the newest reader meets in a small checkpoint, changed. */
function errorsOf(changed: JsonObject): string[] {
  return judged({ ...(JSON.parse(minimal) as JsonObject), ...changed })
    .findings.filter(({ rule }) => rules[rule].severity === "error")
    .map(({ rule, path }) => `${rule} ${pointerOf(path)}`);
}

const agent = { name: JSON.parse(minimal).current_agent.name as string };
const call = { type: "function_call", call_id: "c", name: "t", arguments: "{}" };

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
