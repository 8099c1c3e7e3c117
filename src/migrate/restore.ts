import type { Document } from "../document/document.ts";
import { applyEdits } from "../document/edits/apply-to-text.ts";
import type { Edit } from "../document/edits/edit.ts";
import { asSpelled } from "../document/edits/new-json.ts";
import type { Json, Path } from "../document/json.ts";
import { isObject, member } from "../document/json.ts";
import { parseDocument } from "../document/parse.ts";
import { pathOf } from "../document/pointer.ts";
import { valueAt } from "../document/value-at.ts";
import { type Finding, noArgs } from "../findings/finding.ts";
import type { MigrateRule } from "../rules/migrate.ts";
import { sha256 } from "../sha256.ts";
import {
  decisionsDigest,
  entryOf,
  hashOf,
  isDecision,
  type Kept,
  type Piece,
  positionDigest,
  standingIn,
} from "./keep-dropped.ts";
import type { FinalEdit } from "./merge.ts";
import { applyHunks } from "./text-diff.ts";

/** The original, byte for byte, when `text` is what was written then; undefined otherwise. */
export function restoreWhole(text: string, kept: Kept): string | undefined {
  if (sha256(text) !== kept.result) return undefined;
  const original = applyHunks(
    text,
    kept.hunks.map(([at, length, old]) => ({ at, length, text: old })),
  );
  return original !== undefined && sha256(original) === kept.original ? original : undefined;
}

/** What goes back into a document that was saved again in between. */
export interface Restored {
  readonly edits: readonly FinalEdit[];
  readonly findings: readonly Finding[];
}

/** Puts back the pieces whose place stands as the migration down left it. `source` is the document that came back,
 * `document` the same after the steps up. A piece outside of list entries also needs the run to stand where it
 * stood: staged input or a pending write of a run that went on would be stored twice. Decisions go back when nobody has
 * decided anything since: an old approval would run what was rejected in between. */
export function restorePieces(source: Document, document: Document, kept: Kept): Restored {
  const edits: FinalEdit[] = [];
  const findings: Finding[] = [];
  const stands = positionDigest(source.value) === kept.position;
  const standing = standingIn(source.value);
  const undecided = decisionsDigest(source.value) === kept.decisions;
  for (const piece of kept.pieces) {
    const path = typedPath(piece.pointer, document.value);
    if (path === undefined) continue;
    const { entry, position } = standing(path);
    const runStands = position === undefined ? stands : position === piece.position;
    const isSame = piece.entry === entry;
    const returns = isSame && mayReturn(path, runStands, undecided) && fits(piece, path, source, document);
    const edit = returns ? editOf(piece, path, document) : undefined;
    const rule: MigrateRule = edit === undefined ? "restore-piece-lost" : "restore-piece-kept";
    if (edit !== undefined) edits.push({ edit, loss: "none", change: { rule, path, args: noArgs, edits: [edit] } });
    // The steps up may have brought it back already.
    else if (!isOf(piece.old, valueAt(document.value, path))) findings.push({ rule, path, args: noArgs });
  }
  return { edits, findings };
}

/** The document with the edits, in text. */
export function withEdits(document: Document, edits: readonly FinalEdit[]): string {
  return applyEdits(
    document.text,
    edits.map(({ edit }) => edit),
  );
}

/** The pointer with list positions as numbers; undefined when nothing stands around it any more. */
function typedPath(pointer: string, root: Json): Path | undefined {
  const path: (string | number)[] = [];
  let value: Json | undefined = root;
  for (const step of pathOf(pointer) ?? []) {
    const isList = Array.isArray(value);
    path.push(isList ? Number(step) : step);
    if (value === undefined || (!isList && !isObject(value))) return path.length === 0 ? undefined : path;
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? member(value, step) : undefined;
  }
  return path;
}

function mayReturn(path: Path, stands: boolean, undecided: boolean): boolean {
  return (stands || entryOf(path) !== undefined) && (undecided || !(isDecision(path) || isLedger(path)));
}

/** Whether a member is the ledger of a run. */
export function isLedger(path: Path): boolean {
  return path.at(-1) === "tool_invocations" && path.at(-2) === "context";
}

function fits(piece: Piece, path: Path, source: Document, document: Document): boolean {
  // The place must be as it was left, before and after the steps up. Only of the ledger the piece knows more than what these rebuilt: which calls
  // have run, and the tools of native ones.
  return (
    isOf(piece.left, valueAt(source.value, path)) &&
    (isLedger(path) || isOf(piece.left, valueAt(document.value, path))) &&
    isObject(valueAt(document.value, path.slice(0, -1)))
  );
}

/** Whether a value is the one of that text; none is that of no text. */
function isOf(text: string | undefined, value: Json | undefined): boolean {
  if (text === undefined || value === undefined) return text === value;
  return hashOf(parsed(text)) === hashOf(value);
}

function editOf(piece: Piece, path: Path, document: Document): Edit | undefined {
  if (piece.old === undefined) return { op: "remove", path };
  const value = parsed(piece.old);
  if (value === undefined) return undefined;
  const op = valueAt(document.value, path) === undefined ? "add" : "replace";
  return { op, path, value: asSpelled(piece.old, value) };
}

function parsed(text: string): Json | undefined {
  const read = parseDocument(text);
  return "fault" in read ? undefined : read.document.value;
}
