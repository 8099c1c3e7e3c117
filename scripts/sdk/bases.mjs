import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseTree } from "./raw-json.mjs";
import { isBranch } from "./tree.mjs";

/** Nesting limits are Python's recursion limit at the moment of the call: nothing near them is compared. */
const deepest = 150;

/** Every checkpoint below some folders: `{file, text, tree}`, sorted. The tree is null for what is no JSON object to change. */
export function readBases(folders) {
  const files = folders.flatMap((folder) => [...jsonFiles(folder)]).sort();
  return files.map((file) => {
    const text = readFileSync(file, "utf8");
    return { file, text, tree: treeOf(text) };
  });
}

function* jsonFiles(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* jsonFiles(path);
    else if (name.endsWith(".json") && name !== "manifest.json") yield path;
  }
}

function treeOf(text) {
  let tree;
  try {
    tree = parseTree(text);
  } catch {
    return null;
  }
  return isBranch(tree) && !Array.isArray(tree) && depthOf(tree) <= deepest ? tree : null;
}

function depthOf(tree) {
  let depth = 0;
  for (let level = [tree]; level.length > 0 && depth <= deepest; depth++) {
    level = level.flatMap((value) => (isBranch(value) ? Object.values(value) : []));
  }
  return depth;
}
