import { resolve } from "node:path";
import type { Named } from "../document/checkpoint.ts";
import type { Kept } from "./keep-dropped.ts";

/** Lines that fit an input equally well and keep different originals: to take one of them would be a guess. */
export interface Ambiguous {
  readonly candidates: readonly Kept[];
}

/** The one record among those of the same text, for an input of this run. Two documents can become the same text on the way down, so the place
 * decides then: file, and line under `--ndjson`. */
export function choose(records: readonly Kept[], input: Named, isAligned: (record: Kept) => boolean) {
  if (haveOneOriginal(records)) return records[0];
  const named = nearestByName(records, input.file);
  const placed =
    input.line === null ? named : named.filter((record) => record.line === input.line && isAligned(record));
  if (placed.length > 0 && haveOneOriginal(placed)) return placed[0];
  return { candidates: placed.length > 0 ? placed : named };
}

export function haveOneOriginal([first, ...rest]: readonly Kept[]): boolean {
  return rest.every(({ original }) => original === first?.original);
}

/** The records of the very file; without one, those whose path ends like its path for the most steps (`c/a.json` and
 * `/copy/c/a.json`), which are all of them when no name is alike. */
export function nearestByName(records: readonly Kept[], file: string): readonly Kept[] {
  const path = resolve(file);
  const same = records.filter((record) => resolve(record.file) === path);
  if (same.length > 0) return same;
  const shared = records.map((record) => sharedSteps(record.file, file));
  const most = shared.reduce((least, steps) => Math.max(least, steps), 0);
  return records.filter((_, index) => shared[index] === most);
}

function sharedSteps(a: string, b: string): number {
  const [one, other] = [stepsFromEnd(a), stepsFromEnd(b)];
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  return shared;
}

function stepsFromEnd(file: string): string[] {
  return file
    .split(/[\\/]/)
    .filter((step) => step !== "" && step !== ".")
    .reverse();
}

/** The last step of a path. */
export function lastStep(file: string): string {
  return stepsFromEnd(file)[0] ?? file;
}
