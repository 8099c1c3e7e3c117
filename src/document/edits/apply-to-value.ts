import { define, isObject, type Json, type JsonObject, member } from "../json.ts";
import { indexOf } from "../pointer.ts";
import { type Edit, placeInList } from "./edit.ts";
import { lost } from "./lost.ts";
import { meaningOf } from "./new-json.ts";

/** A copy of the value with the edits made, as a reader of `applyEdits` on its text would have it. What no edit reaches is shared with
 * the value that was given, which stays as it is. */
export function applyToValue(value: Json, edits: readonly Edit[]): Json {
  const own = new Set<Json>();
  const holder: Json[] = [value];
  own.add(holder);
  for (const edit of edits) {
    const path = [0, ...edit.path];
    let here: Json[] | JsonObject = holder;
    for (const step of path.slice(0, -1)) here = ownChild(here, step, own) ?? lost(edit.path);
    if (edit.path.length === 0 && edit.op !== "remove") holder[0] = meaningOf(edit.value);
    else if (Array.isArray(here)) editList(here, edit);
    else editObject(here, edit);
  }
  return holder[0] ?? null;
}

/** The child container, copied when it is not yet ours. */
function ownChild(here: Json[] | JsonObject, step: string | number, own: Set<Json>): Json[] | JsonObject | undefined {
  const child = Array.isArray(here) ? here[indexOf(step) ?? -1] : member(here, String(step));
  if (!Array.isArray(child) && !isObject(child)) return undefined;
  if (own.has(child)) return child;
  // Spread defines members, `__proto__` too.
  const copy = Array.isArray(child) ? [...child] : { ...child };
  own.add(copy);
  if (Array.isArray(here)) here[Number(step)] = copy;
  else define(here, String(step), copy);
  return copy;
}

function editList(list: Json[], edit: Edit): void {
  const index = placeInList(edit, list.length);
  if (edit.op === "add") list.splice(index, 0, meaningOf(edit.value));
  else if (edit.op === "remove") list.splice(index, 1);
  else list[index] = meaningOf(edit.value);
}

function editObject(object: JsonObject, edit: Edit): void {
  const key = String(edit.path.at(-1));
  if (edit.op !== "add" && !Object.hasOwn(object, key)) lost(edit.path);
  if (edit.op === "remove") delete object[key];
  else define(object, key, meaningOf(edit.value));
}
