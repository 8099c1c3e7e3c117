import type { Edit } from "../document/edits/edit.ts";
import type { Json, JsonObject, Path } from "../document/json.ts";
import { type FindingArgs, noArgs } from "../findings/finding.ts";
import type { SandboxRule } from "../rules/sandbox.ts";

/** A path that shares its beginning with others: a tree of 20 000 levels would need as many whole paths. */
export interface Trail {
  readonly parent: Trail | undefined;
  readonly step: string | number;
}

/** A rule at a place below `/sandbox`. */
export interface SandboxFault {
  readonly rule: SandboxRule;
  readonly path: Path;
  readonly args: FindingArgs;
}

/** Where the cleaning writes what it finds, in paths below `/sandbox`. `redacted`: the reader sets its marker on this session state. */
export interface Sink {
  readonly faults: SandboxFault[];
  readonly edits: Edit[];
  redacted: boolean;
}

export function stepInto(parent: Trail | undefined, ...steps: (string | number)[]): Trail {
  let trail = parent;
  for (const step of steps) trail = { parent: trail, step };
  if (trail === undefined) throw new TypeError("a trail has at least one step");
  return trail;
}

export function pathOfTrail(trail: Trail | undefined): Path {
  const path: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.parent) path.push(at.step);
  return path.reverse();
}

export function fault(sink: Sink, rule: SandboxRule, trail: Trail | undefined, args: FindingArgs = noArgs): void {
  sink.faults.push({ rule, path: pathOfTrail(trail), args });
}

/** The reader sets `key`: an edit unless it holds that very value. Lists and objects are always new. */
export function put(sink: Sink, owner: JsonObject, at: Trail, key: string, value: Json): void {
  sink.redacted = true;
  const present = Object.hasOwn(owner, key);
  if (present && owner[key] === value) return;
  sink.edits.push({ op: present ? "replace" : "add", path: pathOfTrail(stepInto(at, key)), value });
}

/** The reader removes every member outside `members`. */
export function keepOnly(sink: Sink, owner: JsonObject, at: Trail, members: ReadonlySet<string>): void {
  for (const key of Object.keys(owner)) {
    if (members.has(key)) continue;
    sink.redacted = true;
    remove(sink, at, key);
  }
}

export function remove(sink: Sink, at: Trail, key: string): void {
  sink.edits.push({ op: "remove", path: pathOfTrail(stepInto(at, key)) });
}
