import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isHashable } from "../../python/truth.ts";
import { readUsage } from "../context/usage.ts";
import { iterate } from "../iterate.ts";
import { type Pass, report } from "../pass.ts";
import { isAccepted, reportOutputItem } from "../values.ts";

/** `/model_responses` (`_deserialize_model_responses`). */
export function readResponses(pass: Pass): void {
  const value = pass.state.model_responses;
  if (value === undefined) return;
  const responses = iterate(value);
  if (responses === null) {
    report(pass, "responses-not-a-list", ["model_responses"], { found: kindOf(value) });
    return;
  }
  pass.trail.push("model_responses");
  for (let index = 0; index < responses.length; index++) {
    const response = responses[index];
    pass.trail.push(index);
    if (isObject(response)) readResponse(pass, response);
    else {
      if (!Array.isArray(value)) pass.trail.length = 1;
      report(pass, "response-not-an-object", [], { found: kindOf(response) });
    }
    pass.trail.length = 1;
  }
  pass.trail.length = 0;
}

function readResponse(pass: Pass, response: JsonObject): void {
  readUsage(pass, response.usage, usagePath);
  readOutput(pass, response);
  readId(pass, response, "response_id");
  if (pass.dialect.does.readsRequestId) readId(pass, response, "request_id");
}

const usagePath: Path = ["usage"];

function readId(pass: Pass, response: JsonObject, key: "response_id" | "request_id"): void {
  const id = response[key];
  if (id === undefined || id === null || typeof id === "string") return;
  report(pass, key === "response_id" ? "response-id-not-text" : "request-id-not-text", [key], {
    found: kindOf(id),
  });
}

function readOutput(pass: Pass, response: JsonObject): void {
  const value = response.output;
  if (value === undefined) {
    report(pass, "response-without-output", []);
    return;
  }
  const output = iterate(value);
  if (output === null || (!Array.isArray(value) && output.length > 0)) {
    report(pass, "response-output-not-a-list", ["output"], { found: kindOf(value) });
    return;
  }
  pass.trail.push("output");
  const offAt = uncheckedSince(pass, output);
  if (offAt !== undefined) report(pass, "response-unchecked", []);
  for (const turn of turns) readOutputItems(pass, output, offAt, turn);
  pass.trail.pop();
}

/** When an item is looked at: messages are read one by one before types are looked up, and the rest is validated as a whole at last. */
const turns = ["message", "type", "rest"] as const;
type Turn = (typeof turns)[number];

/** The place of the first item that switches the check of its response off. */
function uncheckedSince(pass: Pass, output: readonly Json[]): number | undefined {
  if (!pass.dialect.does.skipsProgramResponses) return undefined;
  for (let index = 0; index < output.length; index++) {
    const item = output[index];
    if (isObject(item) && switchesCheckOff(pass, item, index)) return index;
  }
  return undefined;
}

function readOutputItems(pass: Pass, output: readonly Json[], offAt: number | undefined, turn: Turn): void {
  for (let index = 0; index < output.length; index++) {
    const item = output[index] as Json;
    if (turnOf(pass, item) !== turn) continue;
    // Up to 0.23.1 the look for program items ends at the first: what comes behind is not looked up.
    if (turn === "type" && offAt !== undefined && offAt < index) continue;
    pass.trail.push(index);
    readOutputItem(pass, item, offAt !== undefined);
    pass.trail.pop();
  }
}

/** 0.24.0 looks up the type of each item that is no message when its turn comes. */
function turnOf({ dialect: { does } }: Pass, item: Json): Turn {
  if (!isObject(item)) return "rest";
  if (item.type === "message") return "message";
  if (isHashable(item.type) || !does.skipsProgramResponses) return "rest";
  return does.readsCallsByName ? "message" : "type";
}

function readOutputItem(pass: Pass, item: Json, unchecked: boolean): void {
  if (isObject(item) && item.type !== "message" && !isHashable(item.type)) {
    report(pass, "response-item-type-unusable", ["type"], { found: kindOf(item.type) });
  } else if (isObject(item) && (item.type === "message" || !unchecked)) reportOutputItem(pass, item);
  else if (!unchecked) report(pass, "response-item-not-an-object", [], { found: kindOf(item) });
}

/** A program item that breaks its own schema stays a plain mapping, and then no item of that response is checked. */
function switchesCheckOff(pass: Pass, item: JsonObject, index: number): boolean {
  if (item.type !== "program" && item.type !== "program_output") return false;
  return !isAccepted(pass, item.type === "program" ? "Program" : "ProgramOutput", item, [index]);
}
