// Places in a tree, and changes at them. A change at a place that does not exist leaves the tree alone, so that the steps of a case
// can be left out one by one when it is shrunk.
import { isRaw } from "./raw-json.mjs";

export function isBranch(value) {
  return typeof value === "object" && value !== null;
}

export function get(tree, path) {
  let at = tree;
  for (const key of path) {
    if (!isBranch(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** Sets an own member, whatever its name. */
export function put(branch, key, value) {
  if (Array.isArray(branch)) branch[key] = value;
  else Object.defineProperty(branch, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Changes the parent of a place in a copy of the tree. */
export function change(tree, path, edit) {
  if (path.length === 0) return tree;
  const copy = structuredClone(tree);
  const parent = get(copy, path.slice(0, -1));
  const key = path[path.length - 1];
  if (isBranch(parent)) edit(parent, key);
  return copy;
}

/** The path with list places and map keys blotted out: where in a checkpoint it is. */
export function placeOf(path) {
  return path
    .map((key, at) => (typeof key === "number" || maps.has(path[at - 1]) || /^call_/.test(key) ? "*" : key))
    .join("/");
}

const maps = new Set(["approvals", "tool_invocations", "tool_use_tracker", "environment", "entries"]);

export function* walk(tree, path = []) {
  yield { path, value: tree };
  if (!isBranch(tree)) return;
  for (const key of Object.keys(tree)) yield* walk(tree[key], [...path, Array.isArray(tree) ? Number(key) : key]);
}

/** A random place: by a walk from the root that may stop at each level, so that small sections are met as often as long ones. */
export function randomPath(random, tree, deep = 0.75, mayStop = false) {
  const path = [];
  let at = tree;
  while (isBranch(at)) {
    const keys = Object.keys(at);
    if (keys.length === 0 || ((path.length > 0 || mayStop) && !random.chance(deep))) break;
    const key = random.pick(keys);
    path.push(Array.isArray(at) ? Number(key) : key);
    at = at[key];
  }
  return path;
}

export function strings(tree) {
  const found = [];
  for (const { value } of walk(tree)) if (typeof value === "string" && !isRaw(value)) found.push(value);
  return found;
}
