import type { Document } from "../document/document.ts";
import { isObject, type Json, member, type Path } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";

/** A value of the document and what it became. */
export interface Twin {
  readonly path: Path;
  readonly before: Json;
  readonly after: Json;
}

/** A document and its masked copy: the same shape, so a path leads to the same place in both as long as no key on it was masked. */
export interface Pair {
  readonly before: Document;
  readonly after: Document;
}

/** What a digest of a file becomes when the texts in it are masked. */
export type NewDigests = Map<string, string>;

/** The twins at a path: one, or the entries when a list stands there; none when there is nothing. */
export function twinsAt(pair: Pair, path: Path): Twin[] {
  const before = valueAt(pair.before.value, path);
  const after = valueAt(pair.after.value, path);
  if (before === undefined || after === undefined) return [];
  if (!Array.isArray(before) || !Array.isArray(after)) return [{ path, before, after }];
  return before.map((value, index) => ({ path: [...path, index], before: value, after: after[index] as Json }));
}

/** The twins of a member, for each of the twins given that has it. */
export function below(twins: readonly Twin[], key: string): Twin[] {
  return twins.flatMap(({ path, before, after }) => {
    if (!isObject(before) || !isObject(after) || !Object.hasOwn(before, key)) return [];
    return [{ path: [...path, key], before: member(before, key) as Json, after: member(after, key) ?? null }];
  });
}

/** Where the runs stand that are nested in the run at `base`. */
export function nestedRuns(pair: Pair, base: Path): Path[] {
  const functions = twinsAt(pair, [...base, "last_processed_response", "functions"]);
  return below(functions, "agent_run_state")
    .filter(({ before }) => isObject(before))
    .map(({ path }) => path);
}

/** The call items of a run outside of run items. */
export function rawCalls(pair: Pair, base: Path): Twin[] {
  const responses = twinsAt(pair, [...base, "model_responses"]);
  const outputs = below(responses, "output").flatMap(({ path }) => twinsAt(pair, path));
  return [...outputs, ...twinsAt(pair, [...base, "original_input"])];
}
