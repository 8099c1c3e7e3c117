import { type Json, type JsonObject, listOf, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { RunReading } from "../reading.ts";

/** What the model answered last, by `model_responses`: the response that a paused run goes on from. `path` is that of the list. */
export function lastOutput({ base, state }: RunReading): { readonly path: Path; readonly items: readonly Json[] } {
  const responses = listOf(state.model_responses);
  const path = ["model_responses", responses.length - 1, "output"];
  return { path: [...base, ...path], items: listOf(valueAt(state, path)) };
}

/** All that the model answered. */
export function* modelOutputs(state: JsonObject): Generator<Json> {
  for (const response of listOf(state.model_responses)) yield* listOf(valueAt(response, ["output"]));
}
