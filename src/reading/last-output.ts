import { isObject, type Json, listOf, type Path } from "../document/json.ts";
import type { RunReading } from "./reading.ts";

/** What the model answered last, by `model_responses`: the response that a paused run goes on from. `path` is that of the list. */
export function lastOutput({ base, state }: RunReading): { readonly path: Path; readonly items: readonly Json[] } {
  const responses = listOf(state.model_responses);
  const last = responses.at(-1);
  return {
    path: [...base, "model_responses", responses.length - 1, "output"],
    items: listOf(isObject(last) ? last.output : undefined),
  };
}
