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
  for (let index = 0; index < responses.length; index++) {
    const response = responses[index] as Json;
    if (isObject(response)) readResponse(pass, response, ["model_responses", index]);
    else {
      const path = Array.isArray(value) ? ["model_responses", index] : ["model_responses"];
      report(pass, "response-not-an-object", path, { found: kindOf(response) });
    }
  }
}

function readResponse(pass: Pass, response: JsonObject, path: Path): void {
  readUsage(pass, response.usage, [...path, "usage"]);
  readOutput(pass, response, path);
  readId(pass, response, "response_id", path);
  if (pass.dialect.does.readsRequestId) readId(pass, response, "request_id", path);
}

function readId(pass: Pass, response: JsonObject, key: "response_id" | "request_id", path: Path): void {
  const id = response[key];
  if (id === undefined || id === null || typeof id === "string") return;
  report(pass, key === "response_id" ? "response-id-not-text" : "request-id-not-text", [...path, key], {
    found: kindOf(id),
  });
}

function readOutput(pass: Pass, response: JsonObject, path: Path): void {
  const value = response.output;
  if (value === undefined) {
    report(pass, "response-without-output", path);
    return;
  }
  const output = iterate(value);
  if (output === null || (!Array.isArray(value) && output.length > 0)) {
    report(pass, "response-output-not-a-list", [...path, "output"], { found: kindOf(value) });
    return;
  }
  const unchecked = output.some(
    (item, index) => isObject(item) && switchesCheckOff(pass, item, [...path, "output", index]),
  );
  if (unchecked) report(pass, "response-unchecked", [...path, "output"]);
  // Messages are read one by one before the rest is validated as a whole.
  for (const first of [true, false]) {
    for (let index = 0; index < output.length; index++) {
      const item = output[index] as Json;
      if (isReadFirst(pass, item) === first) readOutputItem(pass, item, [...path, "output", index], unchecked);
    }
  }
}

/** Since program items are told apart, so are types that cannot be looked up. */
function isReadFirst(pass: Pass, item: Json): boolean {
  if (!isObject(item)) return false;
  return item.type === "message" || (pass.dialect.does.skipsProgramResponses && !isHashable(item.type));
}

function readOutputItem(pass: Pass, item: Json, path: Path, unchecked: boolean): void {
  if (isObject(item) && item.type !== "message" && !isHashable(item.type)) {
    report(pass, "response-item-type-unusable", [...path, "type"], { found: kindOf(item.type) });
  } else if (isObject(item) && (item.type === "message" || !unchecked)) reportOutputItem(pass, item, path);
  else if (!unchecked) report(pass, "response-item-not-an-object", path, { found: kindOf(item) });
}

/** A program item that breaks its own schema stays a plain mapping, and then no item of that response is checked. */
function switchesCheckOff(pass: Pass, item: JsonObject, path: Path): boolean {
  if (item.type !== "program" && item.type !== "program_output") return false;
  if (!pass.dialect.does.skipsProgramResponses) return false;
  return !isAccepted(pass, item.type === "program" ? "Program" : "ProgramOutput", item, path);
}
