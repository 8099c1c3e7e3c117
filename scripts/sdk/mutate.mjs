// Draws changed checkpoints: a base file and one to three steps, each a function from tree to tree, and sometimes a fault of the text.
import { labels, oddKeys, oddLabels, oddValues } from "./odd-values.mjs";
import { isRaw, printTree, raw } from "./raw-json.mjs";
import { change, get, isBranch, placeOf, put, randomPath, strings, walk } from "./tree.mjs";

/** What the bases hold, by place: the values and the keys that a place has in any of them. */
export function surveyOf(bases) {
  const values = new Map();
  const keys = new Map();
  const note = (map, place, value) => {
    const list = map.get(place) ?? [];
    map.set(place, list);
    if (list.length < 400) list.push(value);
  };
  for (const { tree } of bases) {
    for (const { path, value } of walk(tree)) {
      note(values, placeOf(path), value);
      if (path.length > 0) note(keys, placeOf(path.slice(0, -1)), path[path.length - 1]);
    }
  }
  return { values, keys, places: [...values.keys()] };
}

/** One case: `{base, steps, tree, text, viaText}`. */
export function drawCase(random, bases, survey) {
  const base = random.pick(bases);
  const count = random.weighted([
    [6, 1],
    [3, 2],
    [1, 3],
  ]);
  const steps = [];
  let tree = base.tree;
  for (let n = 0; n < count; n++) {
    const step = drawStep(random, tree, survey);
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
  ])(random, tree, survey);

const isRoot = (path) => path.length === 0;

function setAt(path, value) {
  if (isRoot(path)) return (tree) => (isBranch(value) && isBranch(tree) ? structuredClone(value) : tree);
  return (tree) => change(tree, path, (parent, key) => put(parent, key, structuredClone(value)));
}

function setOdd(random, tree) {
  return setAt(randomPath(random, tree), random.pick(oddValues));
}

function remove(random, tree) {
  const path = randomPath(random, tree);
  return (at) =>
    change(at, path, (parent, key) => {
      if (Array.isArray(parent)) parent.splice(key, 1);
      else delete parent[key];
    });
}

function objectPath(random, tree) {
  for (let tries = 0; tries < 20; tries++) {
    const path = randomPath(random, tree, 0.85);
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
  const path = randomPath(random, tree, 0.5);
  return setAt(path, random.pick(survey.values.get(placeOf(path)) ?? oddValues));
}

function swapAny(random, tree, survey) {
  return setAt(randomPath(random, tree), random.pick(survey.values.get(random.pick(survey.places))));
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
  for (const { path, value } of walk(tree)) if (Array.isArray(value) && value.length > 0) lists.push(path);
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
  const path = randomPath(random, tree, 1);
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
  const path = randomPath(random, tree, 1);
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

/** Faults of the text as a whole; some of them Python's json reads. */
const textFaults = [
  (text) => `\ufeff${text}`,
  (text) => ` \n\t\r${text}\n\n`,
  (text) => `\u00a0${text}`,
  (text) => `${text}\f`,
  (text) => `${text}${text}`,
  (text) => `${text.slice(0, -1)},}`,
  (text) => `${text} // end`,
  (text) => text.slice(0, -1),
  (text) => text.slice(1),
  (text) => text.replace('"', "'"),
  (text) => text.replace(/:(\d)/, ":0$1"),
  (text) => text.replace(/:(\d)/, ":+$1"),
  (text) => text.replace(/:(\d+)/, ":$1."),
  (text) => text.replace(/:(\d+)/, ":$1.e1"),
  (text) => text.replace(/:(\d+)/, ":.$1"),
  (text) => text.replace(/:(\d+)/, ": $1e"),
  (text) => text.replace(/:"/, ':"\u0001'),
  (text) => text.replace(/:"/, ':"\t'),
  (text) => text.replace(/:"/, ':"\u007f\u2028'),
  (text) => text.replace(/:"/, ':"\\x'),
  (text) => text.replace(/:"/, ':"\\u12'),
  (text) => text.replace(/:"/, ':"\\u12G4'),
  (text) => text.replace(/:"/, ':"\\ud800\\u0041'),
  (text) => text.replace(/:"/, ':"\\/'),
  (text) => text.replace(/true|false|null/, (word) => word.toUpperCase()),
  (text) => text.replace(/true|false|null/, "None"),
  (text) => text.replace(/null/, "nan"),
  (text) => text.replace(/null/, "-NaN"),
  (text) => text.replace(/null/, "+Infinity"),
  (text) => text.replace(/null/, "-Infinity"),
  (text) => text.replace(/null/, "1".repeat(4300)),
  (text) => text.replace(/null/, "1".repeat(4301)),
  (text) => text.replace(/null/, `-${"1".repeat(4300)}`),
  (text) => text.replace(/null/, `${"1".repeat(4400)}.0`),
  (text) => text.replace(/null/, "undefined"),
  (text) => text.replace(/null/, `${"[".repeat(100)}${"]".repeat(100)}`),
  (text) => text.replace(/,/, ",,"),
  (text) => text.replace(/,/, ";"),
  (text) => text.replace(/:/, "="),
  (text) => `[${text}]`,
  (text) => JSON.stringify(text),
  () => "",
  () => "null",
  () => "{}",
];
