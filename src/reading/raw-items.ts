import { isObject, type Json, type JsonObject, member, type Path } from "../document/json.ts";
import { nativeActions } from "./native-actions.ts";

const actionKeys: readonly string[] = ["functions", ...nativeActions.map(({ key }) => key), "handoffs"];

/** `_raw_item_uses_programmatic_tool_calling`. */
export function usesProgrammaticCalling(item: JsonObject): boolean {
  if (item.type === "program" || item.type === "program_output") return true;
  const { caller } = item;
  return isObject(caller) && caller.type === "program" && typeof caller.caller_id === "string";
}

interface RawItem {
  readonly item: Json | undefined;
  readonly path: Path;
}

/** Every item of the model's own shape, as the gate of programmatic tool calling collects them (`_run_state_raw_items`). */
export function* rawItems(state: JsonObject, withPendingInput: boolean): Generator<RawItem> {
  yield* entries(state.original_input, ["original_input"]);
  if (withPendingInput) yield* entries(state.pending_input, ["pending_input"]);
  yield* outputs(state.model_responses, ["model_responses"]);
  yield* outputs(state.last_model_response, ["last_model_response"]);
  yield* members(state.generated_items, ["generated_items"], "raw_item");
  yield* members(state.session_items, ["session_items"], "raw_item");
  const processed = state.last_processed_response;
  if (isObject(processed)) {
    const path = ["last_processed_response"];
    for (const key of ["new_items", "interruptions"])
      yield* members(member(processed, key), [...path, key], "raw_item");
    for (const key of actionKeys) yield* members(member(processed, key), [...path, key], "tool_call");
  }
  const step = state.current_step;
  if (isObject(step) && isObject(step.data)) {
    yield* members(step.data.interruptions, ["current_step", "data", "interruptions"], "raw_item");
  }
}

function* entries(value: Json | undefined, path: Path): Generator<RawItem> {
  if (!Array.isArray(value)) return;
  for (let index = 0; index < value.length; index++) yield { item: value[index], path: [...path, index] };
}

function* members(value: Json | undefined, path: Path, key: string): Generator<RawItem> {
  if (!Array.isArray(value)) return;
  for (let index = 0; index < value.length; index++) {
    const entry = value[index];
    if (isObject(entry)) yield { item: entry[key], path: [...path, index, key] };
  }
}

function* outputs(value: Json | undefined, path: Path): Generator<RawItem> {
  if (isObject(value)) yield* entries(value.output, [...path, "output"]);
  if (!Array.isArray(value)) return;
  for (let index = 0; index < value.length; index++) {
    const response = value[index];
    if (isObject(response)) yield* entries(response.output, [...path, index, "output"]);
  }
}
