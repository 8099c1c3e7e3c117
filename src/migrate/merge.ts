import type { Edit } from "../document/edit.ts";
import { applyToValue } from "../document/edit-value.ts";
import type { Path } from "../document/json.ts";
import { meaningOf } from "../document/new-json.ts";
import { pointerOf } from "../document/pointer.ts";
import { lossOf } from "./losses.ts";
import type { Change, Loss } from "./step.ts";

/** An edit against the source document with the change that asked for it last. */
export interface FinalEdit {
  readonly edit: Edit;
  readonly change: Change;
  readonly loss: Loss;
}

/** What the walk over the changes collects. */
interface Merging {
  readonly edits: Map<string, Merged>;
  /** For each pointer that an edit was ever made below of, those edits: without it each edit would have to look at all
   * others. */
  readonly below: Map<string, Set<string>>;
}

/** A final edit with the later edits inside its value, which go in at the end, all at once: each copies what it reaches. */
interface Merged extends FinalEdit {
  readonly inside: Edit[];
}

/** The edits of a chain of steps, each made against the result of the one before, as edits against the source: later
 * edits of a place replace earlier ones, edits inside a value that the chain brought itself go into that value,
 * what came and went is left out. */
export function mergeEdits(changes: readonly Change[]): FinalEdit[] {
  const merging: Merging = { edits: new Map(), below: new Map() };
  for (const change of changes) {
    for (const edit of change.edits) mergeOne(merging, change, edit);
  }
  return [...merging.edits.values()].map(settled);
}

function mergeOne({ edits, below }: Merging, change: Change, edit: Edit): void {
  const around = enclosing(edits, edit.path);
  const pointer = pointerOf(around?.edit.path ?? edit.path);
  const before = around ?? edits.get(pointer);
  const loss = worst(before?.loss, lossOf(change.rule));
  if (around !== undefined) {
    around.inside.push({ ...edit, path: edit.path.slice(around.edit.path.length) });
    edits.set(pointer, { ...around, loss });
    return;
  }
  const combined = before === undefined ? edit : combine(before.edit, edit);
  for (const inside of below.get(pointer) ?? []) edits.delete(inside);
  below.delete(pointer);
  noteBelow(below, edit.path, pointer);
  if (combined === undefined) edits.delete(pointer);
  else edits.set(pointer, { edit: combined, change, loss, inside: [] });
}

function noteBelow(below: Map<string, Set<string>>, path: Path, pointer: string): void {
  for (let depth = 1; depth < path.length; depth++) {
    const above = pointerOf(path.slice(0, depth));
    const known = below.get(above);
    if (known === undefined) below.set(above, new Set([pointer]));
    else known.add(pointer);
  }
}

/** The edit of an ancestor that set a value, if there is one. */
function enclosing(edits: ReadonlyMap<string, Merged>, path: Path): Merged | undefined {
  for (let depth = 1; depth < path.length; depth++) {
    const found = edits.get(pointerOf(path.slice(0, depth)));
    if (found !== undefined && found.edit.op !== "remove") return found;
  }
  return undefined;
}

function settled({ edit, change, loss, inside }: Merged): FinalEdit {
  if (edit.op === "remove" || inside.length === 0) return { edit, change, loss };
  return { edit: { ...edit, value: applyToValue(meaningOf(edit.value), inside) }, change, loss };
}

function combine(before: Edit, after: Edit): Edit | undefined {
  if (after.op === "remove") return before.op === "add" ? undefined : after;
  const op = before.op === "add" ? "add" : "replace";
  return { op, path: after.path, value: after.value };
}

const weights: Record<Loss, number> = { none: 0, degraded: 1, unsafe: 2 };

function worst(a: Loss | undefined, b: Loss): Loss {
  return a === undefined || weights[a] < weights[b] ? b : a;
}
