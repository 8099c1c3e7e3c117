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

/** The edits of a chain of steps, each made against the result of the one before, as edits against the source: later
 * edits of a place replace earlier ones, edits inside a value that the chain brought itself go into that value,
 * what came and went is left out. */
export function mergeEdits(changes: readonly Change[]): FinalEdit[] {
  const merged = new Map<string, FinalEdit>();
  const above = new Set<string>();
  for (const change of changes) {
    for (const edit of change.edits) mergeOne(merged, above, change, edit);
  }
  return [...merged.values()];
}

/** `above` has every pointer that an edit was ever made below of: without it each edit would have to look at all
 * others. */
function mergeOne(merged: Map<string, FinalEdit>, above: Set<string>, change: Change, edit: Edit): void {
  const around = enclosing(merged, edit.path);
  if (around !== undefined) {
    mergeInside(merged, around, change, edit);
    return;
  }
  const pointer = pointerOf(edit.path);
  const before = merged.get(pointer);
  const combined = before === undefined ? edit : combine(before.edit, edit);
  const loss = worst(before?.loss, lossOf(change.rule));
  if (above.has(pointer)) {
    for (const inside of merged.keys()) if (inside.startsWith(`${pointer}/`)) merged.delete(inside);
  }
  for (let depth = 1; depth < edit.path.length; depth++) above.add(pointerOf(edit.path.slice(0, depth)));
  if (combined === undefined) merged.delete(pointer);
  else merged.set(pointer, { edit: combined, change, loss });
}

/** The edit of an ancestor that set a value, if there is one. */
function enclosing(merged: ReadonlyMap<string, FinalEdit>, path: Path): FinalEdit | undefined {
  for (let depth = 1; depth < path.length; depth++) {
    const found = merged.get(pointerOf(path.slice(0, depth)));
    if (found !== undefined && found.edit.op !== "remove") return found;
  }
  return undefined;
}

function mergeInside(merged: Map<string, FinalEdit>, around: FinalEdit, change: Change, edit: Edit): void {
  if (around.edit.op === "remove") return;
  const depth = around.edit.path.length;
  const value = applyToValue(meaningOf(around.edit.value), [{ ...edit, path: edit.path.slice(depth) }]);
  merged.set(pointerOf(around.edit.path), {
    edit: { ...around.edit, value },
    change: around.change,
    loss: worst(around.loss, lossOf(change.rule)),
  });
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
