import { isObject, type Json, member, type Path } from "./json.ts";
import { indexOf } from "./pointer.ts";

/** The child `step` of a value: own members of objects, entries of lists (the index as a number or as its digits). */
function childOf(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return value[indexOf(step) ?? -1];
  return isObject(value) ? member(value, String(step)) : undefined;
}

/** The value at `path`, or undefined when there is none. */
export function valueAt(value: Json, path: Path): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    here = childOf(here, step);
    if (here === undefined) return undefined;
  }
  return here;
}

/** The path of a member of what stands at `path`; where it is missing, the place that lacks it. */
export function pathToMember(holder: Json | undefined, path: Path, key: string): Path {
  return isObject(holder) && Object.hasOwn(holder, key) ? [...path, key] : path;
}

/** How many steps of `path` exist. */
export function existing(value: Json, path: Path): number {
  let here: Json | undefined = value;
  for (let length = 0; length < path.length; length++) {
    here = childOf(here, path[length] ?? "");
    if (here === undefined) return length;
  }
  return path.length;
}
