import { appendAll } from "../append-all.ts";
import { applyToValue } from "../document/edits/apply-to-value.ts";
import type { Edit } from "../document/edits/edit.ts";
import { meaningOf } from "../document/edits/new-json.ts";
import type { Change, Loss } from "../versions/steps/step.ts";
import { lossOf } from "./losses.ts";

/** An edit against the source document with the change that asked for it last. */
export interface FinalEdit {
  readonly edit: Edit;
  readonly change: Change;
  readonly loss: Loss;
}

/** A place of the document that an edit reaches, or goes through. A tree, since the pointers of deeply nested runs are long. */
interface Place {
  merged: Merged | undefined;
  readonly below: Map<string, Place>;
}

/** A final edit with the later edits inside its value, which go in at the end, all at once: each copies what it reaches. */
interface Merged extends FinalEdit {
  readonly inside: Edit[];
}

/** The edits of a chain of steps, each made against the result of the one before, as edits against the source: later
 * edits of a place replace earlier ones, edits inside a value that the chain brought itself go into that value,
 * what came and went is left out. */
export function mergeEdits(changes: readonly Change[]): FinalEdit[] {
  const root = newPlace();
  // Ordered by the first edit of each place.
  const places = new Set<Place>();
  for (const change of changes) {
    for (const edit of change.edits) mergeOne(root, places, change, edit);
  }
  return [...places].flatMap(({ merged }) => (merged === undefined ? [] : [settled(merged)]));
}

function newPlace(): Place {
  return { merged: undefined, below: new Map() };
}

function mergeOne(root: Place, places: Set<Place>, change: Change, edit: Edit): void {
  let place = root;
  for (const [depth, step] of edit.path.entries()) {
    const { merged } = place;
    if (merged !== undefined && merged.edit.op !== "remove") {
      merged.inside.push({ ...edit, path: edit.path.slice(depth) });
      place.merged = { ...merged, loss: worst(merged.loss, lossOf(change.rule)) };
      return;
    }
    place = placeIn(place, String(step));
  }
  const before = place.merged;
  const loss = worst(before?.loss, lossOf(change.rule));
  const combined = before === undefined ? edit : combine(before.edit, edit);
  forget(place, places);
  place.merged = combined && { edit: combined, change, loss, inside: [] };
  if (combined === undefined) places.delete(place);
  else places.add(place);
}

/** Drops the edits below a place. */
function forget({ below }: Place, places: Set<Place>): void {
  const open = [...below.values()];
  below.clear();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    places.delete(next);
    appendAll(open, next.below.values());
  }
}

function placeIn(place: Place, step: string): Place {
  const known = place.below.get(step);
  if (known !== undefined) return known;
  const made = newPlace();
  place.below.set(step, made);
  return made;
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
