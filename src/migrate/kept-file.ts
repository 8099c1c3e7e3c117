import { isObject, type Json } from "../document/json.ts";
import { InputError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import type { Kept } from "./keep-dropped.ts";

/** The lines of a `--keep-dropped` file, looked up by what was written then. */
export interface KeptFile {
  /** The line of this text; without one, that of the `ordinal`-th input (from 0), which the older release may have
   * saved again. */
  find(text: string, ordinal: number): Kept | undefined;
}

/** Takes the lines of the file; throws InputError when one of them is none of ours. */
export function readKept(file: string, lines: readonly string[]): KeptFile {
  const all = lines.map((line) => keptOf(line) ?? unfit(file));
  const byResult = new Map(all.map((kept) => [kept.result, kept]));
  return { find: (text, ordinal) => byResult.get(sha256(text)) ?? all[all.length === 1 ? 0 : ordinal] };
}

function unfit(file: string): never {
  throw new InputError(`${file} is no file of --keep-dropped`);
}

/** A line of ours; undefined for anything else. */
export function keptOf(line: string): Kept | undefined {
  let value: Json;
  try {
    value = JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
  if (!isObject(value) || value.runstateDropped !== 1) return undefined;
  const isText = ["file", "from", "to", "result", "original", "position"].every(
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
