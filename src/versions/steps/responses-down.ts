import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type JsonObject, listOf, type Path } from "../../document/json.ts";
import { listAt, objectAt, objectsIn, removeMembers, together } from "./change.ts";
import type { Change, Run } from "./step.ts";

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
  return together(
    "request-ids-dropped",
    [...responses(run)].flatMap(([response, path]) => removeMembers(response, path, ["request_id"])),
  );
}

/** 1.12 → 1.11: the count of tokens written to the cache is not read by 0.18.0. */
export function dropCacheWriteTokens(run: Run): Change[] {
  return together(
    "cache-write-tokens-dropped",
    [...usages(run)].flatMap(([usage, path]) => dropDetails(usage, [...path, "input_tokens_details"])),
  );
}

/** Every count of tokens: that of the run, those of the responses, and the entries of each. */
function* usages(run: Run): Generator<[usage: JsonObject, path: Path]> {
  const context = objectAt(run.value, "context") ?? {};
  for (const [holder, at] of [[context, [...run.base, "context"]] as const, ...responses(run)]) {
    const usage = objectAt(holder, "usage");
    if (usage === undefined) continue;
    const path = [...at, "usage"];
    yield [usage, path];
    for (const [entry, index] of objectsIn(listAt(usage, "request_usage_entries")))
      yield [entry, [...path, "request_usage_entries", index]];
  }
}

/** The details stand there as an object, or in a list. */
function dropDetails({ input_tokens_details: details }: JsonObject, path: Path): Edit[] {
  const keys = ["cache_write_tokens", "cache_write_tokens_details"];
  if (isObject(details)) return removeMembers(details, path, keys);
  return [...objectsIn(listOf(details))].flatMap(([one, index]) => removeMembers(one, [...path, index], keys));
}
