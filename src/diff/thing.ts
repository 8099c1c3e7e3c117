import type { Json, Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { canonicalOf, compactStyle } from "../python/canonical-json.ts";
import { isTwin } from "../python/equality.ts";
import type { RunReading } from "../reading/reading.ts";
import type { Part } from "./difference.ts";

/** A thing of a run that can come, go or change. Things of one part with the same key are the same thing. */
export interface Thing {
  readonly part: Part;
  readonly key: string;
  readonly name: string;
  readonly pointer: string;
  /** Says whether it changed: not its spelling, which would hold all of a large document once more. */
  readonly value: Json;
  /** What may be told of it; null for what somebody wrote. */
  readonly told: string | number | null;
}

/** The key is the name unless another one is given; nothing is told unless it is given. */
export function thing(
  run: RunReading,
  path: Path,
  given: Pick<Thing, "part" | "name" | "value"> & Partial<Pick<Thing, "told" | "key">>,
): Thing {
  return { told: null, key: given.name, ...given, pointer: pointerOf([...run.base, ...path]) };
}

/** Whether a thing stands there unchanged, whatever the order of its keys. */
export function isUnchanged(before: Thing, after: Thing): boolean {
  return isTwin(before.value, after.value) || contentOf(before.value) === contentOf(after.value);
}

/** Equal for equal values, whatever the order of their keys. */
export function contentOf(value: Json): string {
  return canonicalOf(value, compactStyle) ?? "too deep";
}
