// Model items of every type, from the schemas of the item types: valid, or with a fault.
import { readFileSync } from "node:fs";
import { oddKeys, oddValues } from "./odd-values.mjs";
import { raw } from "./raw-json.mjs";
import { isBranch, put, randomPath } from "./tree.mjs";

const file = new URL("../../src/items/generated/schemas.generated.json", import.meta.url);
const { definitions } = JSON.parse(readFileSync(file, "utf8"));
const names = Object.keys(definitions).filter((name) => definitions[name].properties?.type?.enum !== undefined);

const lax = {
  integer: [0, 7, "3", true, raw("2.0"), " 7 "],
  number: [0, 1, "2.5", -3, raw("1.5")],
  boolean: [true, false, "yes", 1, 0],
};

/** A random item, mostly with one fault. */
export function drawItem(random) {
  const item = instance(random, definitions[random.pick(names)]);
  for (
    let faults = random.weighted([
      [3, 0],
      [5, 1],
      [2, 2],
    ]);
    faults > 0;
    faults--
  )
    spoil(random, item);
  return item;
}

function instance(random, node, depth = 0) {
  if (node.$ref !== undefined) return instance(random, definitions[node.$ref], depth);
  if (node.anyOf !== undefined) return instance(random, random.pick(node.anyOf), depth);
  if (node.enum !== undefined) return random.pick(node.enum);
  if (node.lax !== undefined) return random.pick(lax[node.lax]);
  if (node.strictText !== undefined || node.type === "string") return random.pick(["text", "call_1", "\u00e9"]);
  if (node.type === "null") return null;
  if (node.type === "array" || node.iterable) {
    return Array.from({ length: random.below(3) }, () => instance(random, node.items ?? {}, depth + 1));
  }
  if (node.type === "object") return mapping(random, node, depth);
  return random.pick([null, 1, "any", { a: [1] }, []]);
}

function mapping(random, node, depth) {
  const made = {};
  for (const [key, inner] of Object.entries(node.properties ?? {})) {
    const required = node.required?.includes(key) ?? false;
    if (required || random.chance(depth < 3 ? 0.4 : 0.1)) put(made, key, instance(random, inner, depth + 1));
  }
  return made;
}

function spoil(random, item) {
  const path = randomPath(random, item, 0.6);
  const key = path.pop();
  const parent = path.reduce((at, step) => at[step], item);
  if (key === undefined || !isBranch(parent)) return;
  const value = structuredClone(random.pick(oddValues));
  const edit = random.pick([
    () => put(parent, key, value),
    () => put(parent, key, value),
    () => (Array.isArray(parent) ? parent.splice(key, 1) : delete parent[key]),
    () => (Array.isArray(parent) ? parent.push(value) : put(parent, random.pick(oddKeys), value)),
  ]);
  edit();
}
