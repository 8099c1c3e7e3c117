// Random edits of random texts: what they make of the text and what they make of the value must be the same, and no other byte changes.
// Migrations too: the text is the plan, twice is once.
//   node scripts/fuzz/edits.mjs [--minutes N] [--count N] [--seed N]
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readBases } from "../sdk/bases.mjs";
import { drawCase, surveyOf, textOf } from "../sdk/mutate.mjs";
import { labels } from "../sdk/odd-values.mjs";
import { loadCore } from "../sdk/ours.mjs";
import { campaign } from "./campaign.mjs";

const core = await loadCore("../fuzz/edits-core.ts");
const bases = readBases([join(import.meta.dirname, "../../corpus")]);
const changeable = bases.filter(({ tree }) => tree !== null);
const survey = surveyOf(changeable);

const isBranch = (value) => typeof value === "object" && value !== null;
const keysOf = (value) => (Array.isArray(value) ? [...value.keys()] : Object.keys(value));
const childOf = (value, key) => Object.getOwnPropertyDescriptor(value, key)?.value;

function randomPath(random, value) {
  const path = [];
  for (let here = value; isBranch(here) && keysOf(here).length > 0; here = childOf(here, path.at(-1))) {
    path.push(random.pick(keysOf(here)));
    if (random.chance(0.3)) break;
  }
  return path;
}

const newValues = [
  null,
  true,
  0,
  -1.5,
  1e300,
  "",
  'a"\\\u0001\u2028é😀',
  [],
  {},
  [1, [2, {}]],
  { a: { b: [null] }, "": 1 },
];
const newKeys = ["", "new", "__proto__", "constructor", "a/b~c", "0", "é", '"'];

/** An edit that fits the value, or nothing where there is none to draw. */
function drawEdit(random, value) {
  const path = randomPath(random, value);
  if (path.length === 0) return undefined;
  const target = valueAt(value, path);
  const made = random.pick(newValues);
  const adds = isBranch(target) && random.chance(0.4);
  if (adds) {
    const step = Array.isArray(target) ? random.pick([0, target.length, "-"]) : random.pick(newKeys);
    return { op: "add", path: [...path, step], value: made };
  }
  return random.chance(0.4) ? { op: "remove", path } : { op: "replace", path, value: made };
}

function valueAt(value, path) {
  return path.reduce((here, step) => (isBranch(here) ? childOf(here, step) : undefined), value);
}

/** Places that the edits leave alone: none of them lies above, at or below an edited place, nor in a list whose places move. */
function* untouchedPlaces(random, value, edits) {
  const touched = edits.map(({ path }) => path);
  for (let tries = 0; tries < 12; tries++) {
    const path = randomPath(random, value);
    const isNear = (other) => {
      const length = Math.min(other.length, path.length);
      const common = path.findIndex((step, at) => at >= length || String(step) !== String(other[at]));
      const fork = common === -1 ? length : Math.min(common, length);
      // Below the same list an edit may move what stands behind it.
      return fork === length || Array.isArray(valueAt(value, path.slice(0, fork)));
    };
    if (path.length > 0 && !touched.some(isNear)) yield path;
  }
}

function drawText(random) {
  if (random.chance(0.3)) return random.pick(changeable).text;
  const { tree } = drawCase(random, changeable, survey);
  const text = textOf(tree);
  return random.chance(0.5) ? text : restyled(random, text);
}

/** Another layout of the same text, as far as JavaScript can print it. */
function restyled(random, text) {
  try {
    return (
      JSON.stringify(JSON.parse(text), undefined, random.pick([0, 1, 2, 4, "\t"])) + random.pick(["", "\n", "\r\n"])
    );
  } catch {
    return text;
  }
}

function checkEdits(random, document) {
  let value = document.value;
  const edits = [];
  for (let n = 0; n < 1 + random.below(5); n++) {
    const edit = drawEdit(random, value);
    if (edit === undefined) break;
    edits.push(edit);
    value = core.applyToValue(value, [edit]);
  }
  const text = core.applyEdits(document.text, edits);
  const told = () => JSON.stringify(edits);
  const after = core.parseDocument(text);
  if ("fault" in after) return [`no JSON after ${told()}`];
  if (!isDeepStrictEqual(after.document.value, value)) return [`text and value differ after ${told()}`];
  if (edits.length === 0 && text !== document.text) return ["nothing to do changed the text"];
  const complaints = [];
  for (const path of untouchedPlaces(random, document.value, edits)) {
    const [old, now] = [document, after.document].map((of) => {
      const span = of.span(path);
      return span === undefined ? undefined : of.text.slice(span.start, span.end);
    });
    if (old !== now) complaints.push(`${core.pointerOf(path)} changed by ${told()}`);
  }
  return complaints;
}

function checkMigration(random, document) {
  const to = random.pick(labels.filter((label) => /^1\.\d+$/.test(label)));
  const { result, status } = core.migrate(document, { to });
  if (result === null) return [];
  const told = `to ${to} (${status})`;
  const again = core.parseDocument(result.text);
  if ("fault" in again) return [`migrated ${told}: no JSON`];
  if (!isDeepStrictEqual(again.document.value, result.value)) return [`migrated ${told}: text and value differ`];
  const twice = core.migrate(again.document, { to });
  if (twice.result?.text !== result.text) return [`migrated ${told}: twice is not once`];
  return [];
}

await campaign("edits", async (random) => {
  const text = drawText(random);
  const parsed = core.parseDocument(text);
  if ("fault" in parsed) return { complaints: [], files: {} };
  const complaints = random.chance(0.6) ? checkEdits(random, parsed.document) : checkMigration(random, parsed.document);
  return { complaints, files: { "case.json": text } };
});
