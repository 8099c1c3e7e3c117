import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { isHashable, kindOf } from "../python/truth.ts";
import { iterate } from "./iterate.ts";
import { type Pass, report } from "./pass.ts";
import { readUsage } from "./usage.ts";
import { isAccepted, reportOutputItem } from "./values.ts";

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
    const response = responses[index] as Json;
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
  const unchecked = isUnchecked(pass, output);
  if (unchecked) report(pass, "response-unchecked", []);
  // Messages are read one by one before the rest is validated as a whole.
  readOutputItems(pass, output, unchecked, true);
  readOutputItems(pass, output, unchecked, false);
  pass.trail.pop();
}

function isUnchecked(pass: Pass, output: readonly Json[]): boolean {
  if (!pass.dialect.does.skipsProgramResponses) return false;
  for (let index = 0; index < output.length; index++) {
    const item = output[index] as Json;
    if (isObject(item) && switchesCheckOff(pass, item, index)) return true;
  }
  return false;
}

function readOutputItems(pass: Pass, output: readonly Json[], unchecked: boolean, first: boolean): void {
  for (let index = 0; index < output.length; index++) {
    const item = output[index] as Json;
    if (isReadFirst(pass, item) !== first) continue;
    pass.trail.push(index);
    readOutputItem(pass, item, unchecked);
    pass.trail.pop();
  }
}

/** Since program items are told apart, so are types that cannot be looked up. */
function isReadFirst(pass: Pass, item: Json): boolean {
  if (!isObject(item)) return false;
  return item.type === "message" || (!isHashable(item.type) && pass.dialect.does.skipsProgramResponses);
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
