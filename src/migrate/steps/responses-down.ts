import type { Edit } from "../../document/edit.ts";
import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { listAt, objectAt, objectsIn, together } from "../change.ts";
import type { Change, Run } from "../step.ts";

/** The model responses of a level, the copy of the last one included. */
function* responses(run: Run): Generator<[response: JsonObject, path: Path]> {
  for (const [response, index] of objectsIn(listAt(run.value, "model_responses"))) {
    yield [response, [...run.base, "model_responses", index]];
  }
  const last = objectAt(run.value, "last_model_response");
  if (last !== undefined) yield [last, [...run.base, "last_model_response"]];
}

/** 1.4 → 1.3: request ids of the provider are not read by 0.10.1. */
export function dropRequestIds(run: Run): Change[] {
  const edits: Edit[] = [];
  for (const [response, path] of responses(run)) {
    if (Object.hasOwn(response, "request_id")) edits.push({ op: "remove", path: [...path, "request_id"] });
  }
  return together("request-ids-dropped", edits);
}

/** 1.12 → 1.11: the count of tokens written to the cache is not read by 0.18.0. */
export function dropCacheWriteTokens(run: Run): Change[] {
  const edits: Edit[] = [];
  const context = objectAt(run.value, "context");
  const usages: [Json | undefined, Path][] = [[objectAt(context, "usage"), [...run.base, "context", "usage"]]];
  for (const [response, path] of responses(run)) usages.push([objectAt(response, "usage"), [...path, "usage"]]);
  for (const [usage, path] of usages) {
    if (!isObject(usage)) continue;
    dropDetails(usage, path, edits);
    for (const [entry, index] of objectsIn(listAt(usage, "request_usage_entries"))) {
      dropDetails(entry, [...path, "request_usage_entries", index], edits);
    }
  }
  return together("cache-write-tokens-dropped", edits);
}

function dropDetails(usage: JsonObject, path: Path, edits: Edit[]): void {
  const details = member(usage, "input_tokens_details");
  const at = [...path, "input_tokens_details"];
  const holders: [JsonObject, Path][] = isObject(details) ? [[details, at]] : [];
  if (Array.isArray(details)) for (const [one, index] of objectsIn(details)) holders.push([one, [...at, index]]);
  for (const [holder, place] of holders) {
    for (const key of ["cache_write_tokens", "cache_write_tokens_details"]) {
      if (Object.hasOwn(holder, key)) edits.push({ op: "remove", path: [...place, key] });
    }
  }
}

/** 1.1 → 1.0: 0.8.4 does not know nested runs, starts the inner agent again and forgets the decision on its call. */
export function dropNestedRuns(run: Run): Change[] {
  const functions = listAt(objectAt(run.value, "last_processed_response"), "functions");
  const edits: Edit[] = [];
  for (const [entry, index] of objectsIn(functions)) {
    const path = [...run.base, "last_processed_response", "functions", index, "agent_run_state"];
    if (Object.hasOwn(entry, "agent_run_state")) edits.push({ op: "remove", path });
  }
  return together("nested-run-below-1-1", edits);
}
