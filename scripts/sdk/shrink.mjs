// Makes a disagreement small: fewer steps, then fewer members.
import { applySteps, textOf } from "./mutate.mjs";
import { change, get, isBranch, walk } from "./tree.mjs";

/** `disagrees(text)` tells whether reader and tool still differ. Asks it at most `budget` times. */
export async function shrink(found, disagrees, budget = 600) {
  let left = budget;
  const still = async (tree) => left-- > 0 && (await disagrees(textOf(tree, found.spoil)));
  let tree = found.tree;
  for (let n = found.steps.length - 1, steps = found.steps; n >= 0 && steps.length > 1; n--) {
    const fewer = steps.filter((_, at) => at !== n);
    const smaller = applySteps(found.base.tree, fewer);
    if (await still(smaller)) [steps, tree] = [fewer, smaller];
  }
  return shrinkTree(tree, still, () => left > 0);
}

async function shrinkTree(start, still, mayAsk) {
  let tree = start;
  const tried = new Set();
  for (let again = true; again && mayAsk(); ) {
    again = false;
    const paths = [...walk(tree)].map(({ path }) => path).sort((a, b) => a.length - b.length);
    for (const path of paths) {
      const name = JSON.stringify(path);
      if (path.length === 0 || tried.has(name) || get(tree, path) === undefined || !mayAsk()) continue;
      if (path.length > 1) tried.add(name);
      const smaller = without(tree, path);
      if (await still(smaller)) [tree, again] = [smaller, true];
    }
  }
  return tree;
}

function without(tree, path) {
  return change(tree, path, (parent, key) => {
    if (Array.isArray(parent)) parent.splice(key, 1);
    else if (isBranch(parent)) delete parent[key];
  });
}
