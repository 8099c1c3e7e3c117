import type { Named } from "../document/checkpoint.ts";
import type { Document } from "../document/document.ts";
import { isObject, type Json, member, type Path } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { valueAt } from "../document/value-at.ts";
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
  /** For a piece inside a list entry: sha256 of that entry as the migration left it. */
  readonly entry?: string;
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
  const entryHash = entryHashes(result.value);
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
      .map(({ edit }) => ({ ...pieceOf(edit.path, source, result), ...entryHash(edit.path) })),
  };
}

function pieceOf(path: Path, source: Document, result: Document): Omit<Piece, "entry"> {
  const old = textAt(source, path);
  const left = textAt(result, path);
  return {
    pointer: pointerOf(path),
    ...(old === undefined ? {} : { old }),
    ...(left === undefined ? {} : { left }),
  };
}

/** The digest of the list entry around a member, as a piece has it. Many pieces stand in one entry. */
export function entryHashes(root: Json): (path: Path) => Pick<Piece, "entry"> {
  const known = new Map<Json | undefined, string>();
  return (path) => {
    const place = entryOf(path);
    if (place === undefined) return {};
    const value = valueAt(root, place);
    const entry = known.get(value) ?? hashOf(value);
    known.set(value, entry);
    return { entry };
  };
}

function textAt(document: Document, path: Path): string | undefined {
  const span = document.span(path);
  return span === undefined ? undefined : document.text.slice(span.start, span.end);
}

/** The path of the innermost list entry around a member; undefined outside of lists. */
export function entryOf(path: Path): Path | undefined {
  for (let length = path.length - 1; length > 0; length--)
    if (typeof path[length - 1] === "number") return path.slice(0, length);
  return undefined;
}

/** Spelling does not count here: the older release may have saved the same value again. */
export function hashOf(value: Json | undefined): string {
  return sha256(value === undefined ? "" : JSON.stringify(value));
}

/** Turn, history and open calls of a run, as one digest. */
export function positionDigest(state: Json): string {
  if (!isObject(state)) return "";
  const step = objectAt(state, "current_step");
  const open = [...listAt(objectAt(step, "data"), "interruptions"), ...listAt(step, "interruptions")];
  const calls = open.map((item) => (isObject(item) ? (objectAt(item, "raw_item")?.call_id ?? null) : null));
  const lengths = ["generated_items", "session_items", "model_responses"].map((key) => listAt(state, key).length);
  return hashOf([member(state, "current_turn") ?? null, ...lengths, step?.type ?? null, ...calls]);
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
    return [...base, ...decisionKeys.map((key) => ordered(member(context ?? {}, key)))];
  });
  return hashOf(levels);
}

/** Without the order of members, and nothing where nothing is decided: the older release writes both its own way. */
function ordered(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(ordered);
  if (!isObject(value)) return value ?? null;
  const members = Object.keys(value).sort();
  return members.length === 0 ? null : members.map((key) => [key, ordered(value[key])]);
}
