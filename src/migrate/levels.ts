import type { Document } from "../document/document.ts";
import { isObject, type Json, type JsonObject, member, objectOf, type Path } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { listAt, objectAt, objectsIn } from "../versions/steps/change.ts";
import type { RunFacts } from "../versions/steps/facts.ts";
import type { Assumptions, Run } from "../versions/steps/step.ts";

/** A level of the document: where it stands, and whose run it is nested in. */
export interface Level {
  /** As the document has it, before any step. */
  readonly source: JsonObject;
  readonly base: Path;
  readonly outer: Level | undefined;
  readonly inner: Level[];
  label: string;
}

/** Every run of a document that has a label of its own and that the reader takes, outermost first. Runs nest in
 * `last_processed_response.functions`. */
export function levelsOf(root: Json, isTaken: (state: JsonObject) => boolean): Level[] {
  const levels: Level[] = [];
  const waiting: { state: Json; base: Path; outer: Level | undefined }[] = [
    { state: root, base: [], outer: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { state, base, outer } = next;
    const label = isObject(state) ? member(state, "$schemaVersion") : undefined;
    if (!isObject(state) || typeof label !== "string" || !isTaken(state)) continue;
    const level: Level = { source: state, base, outer, inner: [], label };
    outer?.inner.push(level);
    levels.push(level);
    for (const [entry, index] of objectsIn(listAt(objectAt(state, "last_processed_response"), "functions"))) {
      const nested = objectAt(entry, "agent_run_state");
      const at = [...base, "last_processed_response", "functions", index, "agent_run_state"];
      if (nested !== undefined) waiting.push({ state: nested, base: at, outer: level });
    }
  }
  return levels;
}

/** What a step needs to know besides the level. */
export interface Surroundings {
  readonly document: Document;
  readonly assume: Assumptions;
  factsAt(level: Level): RunFacts;
}

/** The level as a step sees it, in a document as the earlier steps left it. Outer and inner runs are looked up when
 * asked for. */
export function runOf(level: Level, root: Json, around: Surroundings, isLast: boolean): Run {
  const value = valueAt(root, level.base);
  const state = objectOf(value);
  let facts: RunFacts | undefined;
  return {
    document: around.document,
    value: state,
    base: level.base,
    isLast,
    assume: around.assume,
    get outer() {
      return level.outer === undefined ? undefined : runOf(level.outer, root, around, isLast);
    },
    get inner() {
      return level.inner.map((inner) => runOf(inner, root, around, isLast));
    },
    get facts() {
      facts ??= around.factsAt(level);
      return facts;
    },
  };
}
