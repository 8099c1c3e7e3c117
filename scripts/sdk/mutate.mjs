// Draws changed checkpoints: a base file and one to three steps, each a function from tree to tree, and sometimes a fault of the text.
import { labels, oddKeys, oddLabels, oddValues } from "./odd-values.mjs";
import { isRaw, printTree, raw } from "./raw-json.mjs";
import { respelled } from "./respell.mjs";
import { drawItem } from "./synthesize.mjs";
import { textFaults } from "./text-faults.mjs";
import { change, get, isBranch, placeOf, put, randomPath, strings, walk } from "./tree.mjs";

/** What the bases hold, by place: the values and the keys that a place has in any of them. */
export function surveyOf(bases) {
  const values = new Map();
  const keys = new Map();
  const sections = new Map();
  const note = (map, place, value) => {
    const list = map.get(place) ?? [];
    map.set(place, list);
    if (list.length < 400) list.push(value);
  };
  for (const base of bases) {
    for (const { path, value } of walk(base.tree)) {
      if (isSection(path) && isBranch(value) && Object.keys(value).length > 0)
        note(sections, path.join("/"), { base, path });
      note(values, placeOf(path), value);
      if (path.length > 0) note(keys, placeOf(path.slice(0, -1)), path[path.length - 1]);
    }
  }
  return { values, keys, places: [...values.keys()], sections: [...sections.values()] };
}

/** A part that the reader reads by itself. */
function isSection(path) {
  if (path.length === 1) return !["context", "last_processed_response"].includes(path[0]);
  return path.length === 2 && (path[0] === "context" || path[0] === "last_processed_response");
}

/** One case: `{base, steps, tree, spoil, viaText}`. Half of them change one section, so that rare ones are met as often as common ones. */
export function drawCase(random, bases, survey) {
  const focus = random.chance(0.5) ? random.pick(random.pick(survey.sections)) : { base: random.pick(bases), path: [] };
  const { base } = focus;
  const count = random.weighted([
    [6, 1],
    [3, 2],
    [1, 3],
  ]);
  const steps = [];
  let tree = base.tree;
  for (let n = 0; n < count; n++) {
    const step = drawStep({ ...random, within: isBranch(get(tree, focus.path)) ? focus.path : [] }, tree, survey);
    steps.push(step);
    tree = step(tree);
  }
  const spoil = random.chance(0.04) ? random.pick(textFaults) : undefined;
  return { base, steps, tree, spoil, viaText: spoil !== undefined || random.chance(0.5) };
}

/** The tree after the steps. */
export function applySteps(tree, steps) {
  return steps.reduce((at, step) => step(at), tree);
}

export function textOf(tree, spoil) {
  const text = printTree(tree);
  return spoil === undefined ? text : spoil(text);
}

const drawStep = (random, tree, survey) =>
  random.weighted([
    [10, setOdd],
    [7, remove],
    [3, rename],
    [5, addKey],
    [8, swapAlike],
    [3, swapAny],
    [4, relabel],
    [6, editList],
    [6, tweak],
    [4, otherString],
    [2, repeatKey],
    [4, mixMembers],
    [4, everywhere],
    [3, respell],
    [2, switchNested],
    [8, plantItem],
  ])(random, tree, survey);

/** A place in the section of the case. */
function pathIn(random, tree, deep) {
  const section = get(tree, random.within);
  return [...random.within, ...randomPath(random, section, deep, random.within.length > 0)];
}

const isRoot = (path) => path.length === 0;

function setAt(path, value) {
  if (isRoot(path)) return (tree) => (isBranch(value) && isBranch(tree) ? structuredClone(value) : tree);
  return (tree) => change(tree, path, (parent, key) => put(parent, key, structuredClone(value)));
}

function setOdd(random, tree) {
  return setAt(pathIn(random, tree), random.pick(oddValues));
}

function remove(random, tree) {
  const path = pathIn(random, tree);
  return (at) =>
    change(at, path, (parent, key) => {
      if (Array.isArray(parent)) parent.splice(key, 1);
      else delete parent[key];
    });
}

function objectPath(random, tree) {
  for (let tries = 0; tries < 20; tries++) {
    const path = pathIn(random, tree, 0.85);
    const value = get(tree, path);
    if (isBranch(value) && !Array.isArray(value)) return path;
  }
  return [];
}

function rename(random, tree, survey) {
  const path = objectPath(random, tree);
  const old = random.pick(Object.keys(get(tree, path)));
  const name = random.chance(0.4) ? random.pick(oddKeys) : random.pick(survey.keys.get(placeOf(path)) ?? oddKeys);
  return (at) =>
    change({ root: at }, ["root", ...path], (parent, key) => {
      const entries = Object.entries(parent[key]).map(([was, value]) => [was === old ? String(name) : was, value]);
      put(parent, key, Object.fromEntries(entries));
    }).root;
}

function addKey(random, tree, survey) {
  const path = objectPath(random, tree);
  const known = survey.keys.get(placeOf(path)) ?? oddKeys;
  const key = String(random.chance(0.85) ? random.pick(known) : random.pick(oddKeys));
  const values = survey.values.get(placeOf([...path, key])) ?? oddValues;
  const value = random.chance(0.6) ? random.pick(values) : random.pick(oddValues);
  return (at) => {
    const copy = structuredClone(at);
    const target = get(copy, path);
    if (isBranch(target) && !Array.isArray(target)) put(target, key, structuredClone(value));
    return copy;
  };
}

/** The value that another checkpoint has at the same place. */
function swapAlike(random, tree, survey) {
  const path = pathIn(random, tree, 0.5);
  return setAt(path, random.pick(survey.values.get(placeOf(path)) ?? oddValues));
}

function swapAny(random, tree, survey) {
  return setAt(pathIn(random, tree), random.pick(survey.values.get(random.pick(survey.places))));
}

/** The same change wherever the same value stands: what belongs together stays together. */
function everywhere(random, tree) {
  const path = pathIn(random, tree);
  const old = JSON.stringify(get(tree, path));
  const changed = structuredClone({ root: get(tree, path) });
  const inner = randomPath(random, changed, 0.9);
  const value = random.pick(oddValues);
  if (!isBranch(changed.root) || inner.length < 2) return (at) => replaceAll(at, old, value);
  const after = change(changed, inner, (parent, key) => put(parent, key, structuredClone(value))).root;
  return (at) => replaceAll(at, old, after);
}

function replaceAll(tree, old, value) {
  if (isBranch(tree) && Object.hasOwn(tree, "$schemaVersion") && JSON.stringify(tree) === old) return tree;
  if (JSON.stringify(tree) === old) return structuredClone(value);
  if (!isBranch(tree)) return tree;
  if (Array.isArray(tree)) return tree.map((entry) => replaceAll(entry, old, value));
  const copy = {};
  for (const key of Object.keys(tree)) put(copy, key, replaceAll(tree[key], old, value));
  return copy;
}

/** JSON inside a string (arguments of a call) written in another way. */
function respell(random, tree) {
  const texts = [...new Set(strings(tree).filter((text) => text.startsWith("{")))];
  if (texts.length === 0) return (at) => at;
  const old = random.pick(texts);
  const text = respelled(random, old);
  return (at) => replaceAll(at, JSON.stringify(old), text);
}

/** A model item of any type where an item, a call or an output stands, or as a further one. */
function plantItem(random, tree) {
  const places = [];
  for (const { path, value } of walk(get(tree, random.within), random.within)) {
    const key = path.at(-1);
    if (key === "raw_item" || key === "tool_call" || path.at(-2) === "output") places.push(path);
    else if (key === "output" && Array.isArray(value)) places.push([...path, value.length]);
  }
  return places.length === 0 ? setOdd(random, tree) : setAt(random.pick(places), drawItem(random));
}

/** A nested run in the place of the run, or the run in the place of a nested run. */
function switchNested(random, tree, survey) {
  const runs = [];
  for (const { path, value } of walk(tree)) if (path.at(-1) === "agent_run_state" && isBranch(value)) runs.push(path);
  const other = random.pick(random.pick(survey.sections)).base.tree;
  if (runs.length === 0) return (at) => at;
  const path = random.pick(runs);
  return setAt(path, random.chance(0.5) ? other : { ...get(tree, path), $schemaVersion: random.pick(labels) });
}

/** Some members of the object that another checkpoint has at the same place. */
function mixMembers(random, tree, survey) {
  const path = objectPath(random, tree);
  const other = random.pick(survey.values.get(placeOf(path)) ?? [{}]);
  if (!isBranch(other) || Array.isArray(other)) return (at) => at;
  const taken = Object.entries(other).filter(() => random.chance(0.4));
  return (at) => {
    const copy = structuredClone(at);
    const target = get(copy, path);
    if (isBranch(target)) for (const [key, value] of taken) put(target, key, structuredClone(value));
    return copy;
  };
}

function relabel(random) {
  return setAt(
    ["$schemaVersion"],
    random.chance(0.85) ? random.pick(labels) : random.pick([...oddLabels, ...oddValues]),
  );
}

function listPath(random, tree) {
  const lists = [];
  for (const { path, value } of walk(get(tree, random.within), random.within))
    if (Array.isArray(value) && value.length > 0) lists.push(path);
  return lists.length === 0 ? undefined : random.pick(lists);
}

function editList(random, tree, survey) {
  const path = listPath(random, tree);
  if (path === undefined) return (at) => at;
  const from = random.below(get(tree, path).length);
  const to = random.below(get(tree, path).length);
  const alike = survey.values.get(placeOf([...path, 0])) ?? oddValues;
  const added = random.chance(0.6) ? random.pick(alike) : random.pick(oddValues);
  const edit = random.pick([
    (list) => list.splice(to, 0, structuredClone(list[from] ?? null)),
    (list) => list.splice(from, 1),
    (list) => list.splice(to, 0, ...list.splice(from, 1)),
    (list) => list.splice(to, 0, structuredClone(added)),
    (list) => list.push(structuredClone(added)),
    (list) => list.splice(0, list.length),
  ]);
  return (at) => {
    const copy = structuredClone(at);
    const list = get(copy, path);
    if (Array.isArray(list)) edit(list);
    return copy;
  };
}

/** Another spelling or a near neighbour of a scalar. */
function tweak(random, tree) {
  const path = pathIn(random, tree, 1);
  const old = get(tree, path);
  if (isBranch(old) || isRaw(old) || isRoot(path)) return setAt(path, random.pick(oddValues));
  if (typeof old === "number") {
    const more = [old + 1, old - 1, -old, String(old), ` ${old}`, [old], raw(`${old}.0`), raw(`${old}e0`), old > 0, 99];
    return setAt(path, random.pick(more));
  }
  if (typeof old !== "string") return setAt(path, random.pick([true, false, 0, 1, "true", "", null]));
  const spelled = raw(
    `"\\u${(old.charCodeAt(0) || 120).toString(16).padStart(4, "0")}${JSON.stringify(old.slice(1)).slice(1)}`,
  );
  const cut = old.slice(0, -1);
  return setAt(
    path,
    random.pick([cut, `${old}x`, ` ${old}`, old.toUpperCase(), [old], { [old]: old }, spelled, "", `${old}#2`]),
  );
}

/** A string of the same checkpoint in the place of another: ids, names and types that meet where they should not. */
function otherString(random, tree) {
  const path = pathIn(random, tree, 1);
  return setAt(path, random.pick(strings(tree)));
}

function repeatKey(random, tree) {
  const path = objectPath(random, tree);
  const target = get(tree, path);
  const keys = Object.keys(target);
  if (keys.length === 0 || isRoot(path)) return (at) => at;
  const key = random.pick(keys);
  const value = random.pick(oddValues);
  const oddFirst = random.chance(0.5);
  return (at) =>
    change(at, path, (parent, name) => {
      const old = parent[name];
      if (!isBranch(old) || Array.isArray(old)) return;
      const [first, second] = oddFirst ? [value, old[key] ?? null] : [old[key] ?? null, value];
      const rest = Object.entries(old).filter(([other]) => other !== key);
      const members = [[key, first], ...rest, [key, second]];
      put(parent, name, raw(`{${members.map(([k, v]) => `${JSON.stringify(k)}:${printTree(v)}`).join(",")}}`));
    });
}
