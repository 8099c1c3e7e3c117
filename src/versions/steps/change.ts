import type { Edit } from "../../document/edits/edit.ts";
import type { Json, JsonObject, Path } from "../../document/json.ts";
import { isObject, listOf, member } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { type FindingArgs, noArgs } from "../../findings/finding.ts";
import type { MigrateRule } from "../../rules/migrate.ts";
import type { Change, Run } from "./step.ts";

/** Something said about a place that stays as it is. */
export function note(rule: MigrateRule, path: Path, args: FindingArgs = noArgs): Change {
  return { rule, path, args, edits: [] };
}

/** The same said of many places: once, at the first of them; empty when there is none. */
export function noteOnce(rule: MigrateRule, places: readonly Path[]): Change[] {
  const [first] = places;
  return first === undefined ? [] : [note(rule, first, { places: places.length })];
}

/** One edit, explained. */
export function edit(rule: MigrateRule, change: Edit, args: FindingArgs = noArgs): Change {
  return { rule, path: change.path, args, edits: [change] };
}

export function remove(rule: MigrateRule, path: Path, args: FindingArgs = noArgs): Change {
  return edit(rule, { op: "remove", path }, args);
}

/** Many edits that are said as one change, at the first of their places; empty when there is none. */
export function together(rule: MigrateRule, edits: readonly Edit[]): Change[] {
  const [first] = edits;
  return first === undefined ? [] : [{ rule, path: first.path, args: { places: edits.length }, edits }];
}

/** Set a member of `holder` that stands at `at`: replace it when it is there. */
export function setMember(holder: JsonObject, at: Path, key: string, value: Json): Edit {
  return { op: Object.hasOwn(holder, key) ? "replace" : "add", path: [...at, key], value };
}

/** Take members out of `holder`, which stands at `at`: those that are there. */
export function removeMembers(holder: JsonObject, at: Path, keys: readonly string[]): Edit[] {
  return keys.filter((key) => Object.hasOwn(holder, key)).map((key) => ({ op: "remove", path: [...at, key] }));
}

/** The member as an object, or undefined. */
export function objectAt(holder: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = holder === undefined ? undefined : member(holder, key);
  return isObject(value) ? value : undefined;
}

/** The member as a list, or an empty one. */
export function listAt(holder: JsonObject | undefined, key: string): readonly Json[] {
  return holder === undefined ? [] : listOf(member(holder, key));
}

/** `[item, index]` of every object in a list. */
export function* objectsIn(list: readonly Json[]): Generator<[JsonObject, number]> {
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (isObject(item)) yield [item, index];
  }
}

/** Removes what stands at `path`, below the run's own object; nothing when nothing is there. */
export function removeAt(run: Run, rule: MigrateRule, path: Path): Change[] {
  return valueAt(run.value, path) === undefined ? [] : [remove(rule, [...run.base, ...path])];
}
