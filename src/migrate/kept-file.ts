import type { Named } from "../document/checkpoint.ts";
import type { Document } from "../document/document.ts";
import { isObject, type Json } from "../document/json.ts";
import { readJson } from "../document/parse.ts";
import { InputError } from "../errors.ts";
import { groupedBy } from "../multimap.ts";
import { sha256 } from "../sha256.ts";
import { type Kept, positionDigest } from "./keep-dropped.ts";
import { type Ambiguous, choose, haveOneOriginal, lastStep, nearestByName } from "./kept-choice.ts";

/** The lines of a `--keep-dropped` file, looked up by what was written then. */
export interface KeptFile {
  /** The line of this text. Without one the older release may have saved it again: the line of the input's name, or, when the names are others,
   * the only one whose run stands where this one does, else that of the `ordinal`-th input (from 0). */
  find(document: Document, input: Named, ordinal: number): Kept | Ambiguous | undefined;
}

/** Takes the lines of the file; throws InputError when one of them is none of ours. `inputs`: the files of this run. */
export function readKept(file: string, lines: readonly string[], inputs: readonly string[]): KeptFile {
  const all = lines.map((line) => keptOf(line) ?? unfit(file));
  const byResult = groupedBy(all, ({ result }) => result);
  const byPosition = groupedBy(all, ({ position }) => position);
  const byLastStep = groupedBy(all, (kept) => lastStep(kept.file));
  const goesByName = inputs.some((input) => byLastStep.has(lastStep(input)));
  const unbroken = unbrokenLines(all);
  const isAligned = ({ file, line }: Kept) => line !== null && line <= (unbroken.get(file) ?? 0);
  const changed = ({ value }: Document, input: Named, ordinal: number) => {
    if (input.line === null && goesByName) return latest(byLastStep.get(lastStep(input.file)) ?? [], input.file);
    const nth = all[all.length === 1 ? 0 : ordinal];
    // Rows come back in another order, and those refused on the way down left none.
    const standing = byPosition.get(positionDigest(value)) ?? [];
    return standing.length > 0 && haveOneOriginal(standing) ? standing[0] : nth;
  };
  return {
    find(document, input, ordinal) {
      const same = byResult.get(sha256(document.text));
      return same === undefined ? changed(document, input, ordinal) : choose(same, input, isAligned);
    },
  };
}

/** For each file, up to which line every line has a record. Behind a gap the numbers mean nothing any more: a line that
 * was refused has no record and gave no output, so those behind it moved up. */
function unbrokenLines(all: readonly Kept[]): Map<string, number> {
  const until = new Map<string, number>();
  for (const [file, records] of groupedBy(all, (kept) => kept.file)) {
    const lines = new Set(records.map(({ line }) => line));
    let last = 0;
    while (lines.has(last + 1)) last++;
    until.set(file, last);
  }
  return until;
}

/** The last migration of a file: each run adds its lines behind those of the runs before. */
function latest(records: readonly Kept[], file: string): Kept | Ambiguous | undefined {
  const candidates = nearestByName(records, file);
  const [first] = candidates;
  return candidates.every((kept) => kept.file === first?.file) ? candidates.at(-1) : { candidates };
}

function unfit(file: string): never {
  throw new InputError(`${file} is no file of --keep-dropped`);
}

/** A line of ours; undefined for anything else. */
export function keptOf(line: string): Kept | undefined {
  const value = readJson(line);
  if (!isObject(value) || value.runstateDropped !== 1) return undefined;
  const isText = ["file", "from", "to", "result", "original", "position", "decisions"].every(
    (key) => typeof value[key] === "string",
  );
  const { hunks, pieces } = value;
  if (!isText || !Array.isArray(hunks) || !Array.isArray(pieces)) return undefined;
  return hunks.every(isHunk) && pieces.every(isPiece) ? (value as unknown as Kept) : undefined;
}

function isHunk(value: Json): boolean {
  if (!Array.isArray(value) || value.length !== 3) return false;
  const [at, length, text] = value;
  return isCount(at) && isCount(length) && typeof text === "string";
}

function isCount(value: Json | undefined): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isPiece(value: Json): boolean {
  if (!isObject(value) || typeof value.pointer !== "string") return false;
  return ["old", "left", "entry"].every((key) => value[key] === undefined || typeof value[key] === "string");
}
