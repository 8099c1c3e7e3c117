import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { errorFindings, judged } from "../outlook/checkpoint.ts";
import { corpusState } from "../parsed.ts";

/** Rule and pointer of the errors that a release meets in a small checkpoint under this label, changed. */
function errorsOf(label: string, release: string, changed: JsonObject): string[] {
  const minimal: JsonObject = corpusState(`minimal/${label}`);
  return errorFindings(judged({ ...minimal, ...changed }, release));
}

test("up to 0.18.0 handoffs are read before functions", () => {
  const processed = { new_items: [], functions: true, handoffs: true };
  const lists = ["functions", "handoffs"].map((key) => `actions-not-a-list /last_processed_response/${key}`);
  expect(errorsOf("1.11", "0.18.0", { last_processed_response: processed })).toEqual(lists.toReversed());
  expect(errorsOf("1.12", "0.18.3", { last_processed_response: processed })).toEqual(lists);
});

test("below 1.15 a pending call is fingerprinted at the end, from 1.15 on with the step", () => {
  const raw = { type: "shell_call", call_id: "c", action: { commands: ["\ud800"] } };
  const at = (label: string) => {
    const { current_agent: agent } = corpusState(`minimal/${label}`) as JsonObject;
    const approval = { type: "tool_approval_item", agent: agent as Json, raw_item: raw };
    const step = { type: "next_step_interruption", data: { interruptions: [approval] } };
    return errorsOf(label, "0.24.0", { current_step: step, tool_use_tracker: 1 });
  };
  const call = "call-not-encodable /current_step/data/interruptions/0/raw_item/action/commands/0";
  expect(at("1.14")).toEqual(["tool-tracker-unusable /tool_use_tracker", call]);
  expect(at("1.15")).toEqual([call, "tool-tracker-unusable /tool_use_tracker"]);
});

test("types of response items are looked up behind the messages, and no further than the first program", () => {
  const program = { type: "program", id: "p" };
  const [type, message] = [{ type: [] }, { type: "message" }];
  const outputs = (release: string, ...output: Json[]) =>
    errorsOf("1.13", release, { model_responses: [{ output }] }).map((error) =>
      error.replace("/model_responses/0/", ""),
    );
  expect(outputs("0.19.4", program, type)).toEqual([]);
  expect(outputs("0.23.1", program, type)).toEqual(["item-type-unhashable output/1/type"]);
  expect(outputs("0.24.0", program, type)).toEqual(["response-item-type-unusable output/1/type"]);
  expect(outputs("0.19.4", type, program)).toEqual(["response-item-type-unusable output/0/type"]);
  const both = ["response-item-type-unusable output/0/type", "response-item-invalid output/1"];
  expect(outputs("0.24.0", type, message)).toEqual(both);
  expect(outputs("0.23.1", type, message)).toEqual(both.toReversed());
});
