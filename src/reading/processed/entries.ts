import type { Json, Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isFalsy, isHashable } from "../../python/truth.ts";
import { iterate } from "../iterate.ts";
import { type Pass, report } from "../pass.ts";

export const base = "last_processed_response";

/** The entries of a list of the response. */
export function entriesOf(pass: Pass, value: Json | undefined, key: string): readonly Json[] {
  if (value === undefined) return [];
  const entries = iterate(value);
  if (entries === null) report(pass, "actions-not-a-list", [base, key], { key, found: kindOf(value) });
  return entries ?? [];
}

/** A list where anything falsy is an empty one. */
export function unlessFalsy(value: Json | undefined): Json | undefined {
  return isFalsy(value) ? undefined : value;
}

/** Where one of them stands: of what is no list there is only the whole. */
export function entryPath(value: Json | undefined, key: string, index: number): Path {
  return Array.isArray(value) ? [base, key, index] : [base, key];
}

/** A name by which the reader cannot look a tool up. */
export function isUnusableName(name: Json | undefined): boolean {
  return !isHashable(name) && !isFalsy(name);
}
