import type { Named } from "../document/checkpoint.ts";
import type { Document } from "../document/document.ts";
import { isObject, type Json, member, type Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { textAt } from "../document/text-at.ts";
import { valueAt } from "../document/value-at.ts";
import { idOfCall } from "../python/calls.ts";
import { sha256 } from "../sha256.ts";
import { listAt, objectAt } from "../versions/steps/change.ts";
import { levelsOf } from "./levels.ts";
import type { FinalEdit } from "./merge.ts";
import { type Hunk, hunksBetween } from "./text-diff.ts";

/** One piece that an edit took away or changed, with what puts it back. */
export interface Piece {
  readonly pointer: string;
  /** The old text; absent for a member that the migration added. */
  readonly old?: string;
  /** What the migration left there, as text; absent for a member that it removed. */
  readonly left?: string;
  /** For a piece inside a list entry of its run: sha256 of that entry as the migration left it. */
  readonly entry?: string;
  /** For a piece of a nested run: where that stood. */
  readonly position?: string;
}

/** A document by its place and the labels of its migration. */
interface Origin extends Named {
  readonly from: string;
  readonly to: string;
}

/** A line of a `--keep-dropped` file: enough to undo one migration, never the whole document. */
export interface Kept extends Origin {
  readonly runstateDropped: 1;
  /** sha256 of the text that was written, and of the one before. */
  readonly result: string;
  readonly original: string;
  /** Where the run stood: pieces of a run that has moved on since mean nothing any more. */
  readonly position: string;
  /** What was decided, in all runs: pieces of decisions mean nothing beside newer ones. */
  readonly decisions: string;
  readonly hunks: readonly (readonly [at: number, length: number, text: string])[];
  readonly pieces: readonly Piece[];
}

/** What to keep of a document that is migrated to `result`. */
export function keepDropped(origin: Origin, source: Document, result: Document, edits: readonly FinalEdit[]): Kept {
  const standing = standingIn(result.value);
  return {
    runstateDropped: 1,
    ...origin,
    result: sha256(result.text),
    original: sha256(source.text),
    position: positionDigest(result.value),
    decisions: decisionsDigest(result.value),
    hunks: hunksBetween(source.text, result.text).map(({ at, length, text }: Hunk) => [at, length, text] as const),
    pieces: edits
      .filter(({ edit }) => edit.path.at(-1) !== "$schemaVersion")
      .map(({ edit }) => ({ ...pieceOf(edit.path, source, result), ...standing(edit.path) })),
  };
}

function pieceOf(path: Path, source: Document, result: Document): Pick<Piece, "pointer" | "old" | "left"> {
  const old = textAt(source, path);
  const left = textAt(result, path);
  return {
    pointer: pointerOf(path),
    ...(old === undefined ? {} : { old }),
    ...(left === undefined ? {} : { left }),
  };
}

/** What a piece has of the surroundings of a member. Many pieces stand in one entry, and many in one nested run. */
export function standingIn(root: Json): (path: Path) => Pick<Piece, "entry" | "position"> {
  const entryHash = remembering(hashOf);
  const position = remembering(positionDigest);
  return (path) => {
    const entry = entryOf(path);
    const run = runAround(path);
    return {
      ...(entry === undefined ? {} : { entry: entryHash(valueAt(root, entry)) }),
      ...(run.length === 0 ? {} : { position: position(valueAt(root, run)) }),
    };
  };
}

function remembering(digest: (value: Json | undefined) => string): (value: Json | undefined) => string {
  const known = new Map<Json | undefined, string>();
  return (value) => {
    const digested = known.get(value) ?? digest(value);
    known.set(value, digested);
    return digested;
  };
}

/** The path of the innermost list entry around a member, within its run; undefined outside of lists. */
export function entryOf(path: Path): Path | undefined {
  const run = runAround(path).length;
  for (let length = path.length - 1; length > run; length--)
    if (typeof path[length - 1] === "number") return path.slice(0, length);
  return undefined;
}

/** The path of the run that a member belongs to. */
function runAround(path: Path): Path {
  for (let at = path.length - 2; at > 2; at--)
    if (path[at] === "agent_run_state" && path[at - 2] === "functions" && path[at - 3] === "last_processed_response")
      return path.slice(0, at + 1);
  return [];
}

/** Spelling and the order of members do not count here: the older release may have saved the same value again, or a database. */
export function hashOf(value: Json | undefined): string {
  return sha256(value === undefined ? "" : JSON.stringify(sorted(value)));
}

/** Objects as lists of members, wrapped to stay apart from lists. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return { members: keys.map((key) => [key, sorted(value[key] as Json)]) };
}

/** Turn, history, last response and open calls of a run, as one digest. */
export function positionDigest(state: Json | undefined): string {
  if (!isObject(state)) return "";
  const step = objectAt(state, "current_step");
  const open = [...listAt(objectAt(step, "data"), "interruptions"), ...listAt(step, "interruptions")];
  const calls = open.map((item) => (isObject(item) ? idOfCall(member(item, "raw_item")) : null));
  const lengths = ["generated_items", "session_items", "model_responses"].map((key) => listAt(state, key).length);
  const last = listAt(state, "model_responses").at(-1);
  const response = isObject(last) ? (member(last, "response_id") ?? null) : null;
  return hashOf([member(state, "current_turn") ?? null, ...lengths, response, step?.type ?? null, ...calls]);
}

const decisionKeys = ["approvals", "function_tool_approvals", "hosted_mcp_approvals"];

/** Whether a member holds decisions, or a part of them. */
export function isDecision(path: Path): boolean {
  return path.some((step, at) => step === "context" && decisionKeys.includes(String(path[at + 1])));
}

/** All decisions of a run and of the runs inside it, as one digest. */
export function decisionsDigest(root: Json): string {
  const levels = levelsOf(root, () => true).map(({ base, source }) => {
    const context = objectAt(source, "context");
    return [...base, ...decisionKeys.map((key) => decided(member(context ?? {}, key)))];
  });
  return hashOf(levels);
}

/** Nothing where nothing is decided: the older release writes that its own way. */
function decided(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(decided);
  if (!isObject(value)) return value ?? null;
  const members = Object.entries(value);
  return members.length === 0 ? null : Object.fromEntries(members.map(([key, one]) => [key, decided(one)]));
}
