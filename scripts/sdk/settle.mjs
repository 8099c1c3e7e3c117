// Settles random pending writes twice, with released SDKs on real sessions and with the simulator, and compares session, record, count
// and compaction.   node scripts/sdk/settle.mjs [--seed N] [--count N] [RELEASE …]
import { parseArgs } from "node:util";
import { playCompactions } from "./compaction.mjs";
import { ensureEnvironment } from "./environments.mjs";
import { loadCore } from "./ours.mjs";
import { runPython } from "./runs.mjs";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, count: { type: "string", default: "400" } },
  allowPositionals: true,
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
const releases = positionals.length > 0 ? positionals : ["0.24.0", "0.23.1", "0.22.3"];

/** The run in the checkpoint of an answer, as the release reads it. */
function runIn(document, release) {
  const { start, end } = document.span(["checkpoint"]);
  const reader = core.findReader(release);
  const checkpoint = core.parseDocument(document.text.slice(start, end)).document;
  return core.settleRunOf(core.judge(checkpoint, { reader }), reader);
}

function simulate(line, release) {
  const { document } = core.parseDocument(line);
  const { session, fault } = document.value;
  const run = runIn(document, release);
  const options = { decide: "none", fault: fault ?? undefined, outputs: new Map(), kind: session?.kind ?? "sqlite" };
  const items = session && core.itemsAt(line, document.span(["session", "items"]).start, session.items);
  const result = core.settle(run, options, session && { id: session.id, items });
  return core.parseDocument(core.settleJson({ file: "", sdk: release, result, paths: [], notes: [] }, false)).document;
}

/** Canonical text of the value at a path: number spellings as Python keeps them, keys sorted. */
function canonical(document, path, keep = () => true) {
  const value = path.reduce((at, step) => at?.[step], document.value);
  return JSON.stringify(sorted(value, path, document, keep));
}

/** The report has what JSON cannot spell as strings. */
function sorted(value, path, document, keep) {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value === "number") return `number ${numberText(document.numberText(path))}`;
  if (Array.isArray(value)) return value.map((entry, at) => sorted(entry, [...path, at], document, keep));
  if (value === null || typeof value !== "object") return value;
  const keys = Object.keys(value)
    .sort()
    .filter((key) => keep(key, value[key], path));
  return keys.map((key) => [key, sorted(value[key], [...path, key], document, keep)]);
}

/** `1` and `1.0` differ; `1e16` and `1e+16` do not. */
function numberText(literal) {
  if (/^-?\d+$/.test(literal)) return String(BigInt(literal));
  return `float ${Object.is(Number(literal), -0) ? "-0" : Number(literal)}`;
}

function differences(answer, result) {
  const given = (key, value) => !(key === "id" && String(value).startsWith("srv_"));
  const told = (_key, value, path) => path.length !== 1 || (value !== null && value !== false);
  const wrong = [];
  const compare = (what, theirs, ours) =>
    theirs !== ours && wrong.push(`${what}\n    SDK  ${theirs}\n    ours ${ours}`);
  compare("error", String(answer.value.error !== null), String(result.value.error !== null));
  if (answer.value.session !== null)
    compare("session", canonical(answer, ["itemsAfter"], given), canonical(result, ["sessionAfter"], given));
  compare("record", canonical(answer, ["recordAfter"], told), canonical(result, ["recordAfter"], told));
  compare("compaction", String(answer.value.compaction), compactionOf(result.value.compaction));
  compare("count", String(answer.value.countAfter), String(result.value.persistedCountAfter));
  return wrong;
}

function compactionOf(compaction) {
  if (compaction === null) return "null";
  return `${compaction.when}, ${/there are (\d+)(?:\. |$)/.exec(compaction.why)?.[1]} candidates`;
}

/** Whole resumes, of which only the compaction is compared: the rest is held against recorded runs by the tests. */
function compareCompactions(python, release) {
  const played = playCompactions(python);
  let right = 0;
  for (const one of played) {
    const { document } = core.parseDocument(JSON.stringify(one));
    const items = core.itemsAt(document.text, document.span(["items"]).start, one.items);
    const options = { decide: one.decide, exit: one.exit, outputs: new Map(), kind: "compaction" };
    const told = compactionOf(core.settle(runIn(document, release), options, { id: "sess_1", items }).compaction);
    if (told === String(one.asked)) right++;
    else console.log(`${release} compaction, ${one.name}: the SDK ${one.asked}, ours ${told}`);
  }
  console.log(`${release}: compaction of ${right} of ${played.length} resumes agrees`);
  if (right !== played.length) process.exitCode = 1;
}

const core = await loadCore("settle-core.ts");
console.log(`seed ${seed}, ${values.count} writes for each release`);
for (const release of releases) {
  const python = ensureEnvironment(core, release);
  const lines = runPython(python, "settle_oracle.py", [seed, values.count]).trim().split("\n");
  let right = 0;
  for (const [at, line] of lines.entries()) {
    const result = simulate(line, release);
    const wrong = differences(core.parseDocument(line).document, result);
    if (wrong.length === 0) right++;
    else if (at - right < 5)
      console.log(`${release} write ${at + 1} (${result.value.row} ${result.value.outcome}): ${wrong.join("\n  ")}`);
  }
  console.log(`${release}: ${right} of ${values.count} agree`);
  if (right !== Number(values.count)) process.exitCode = 1;
  compareCompactions(python, release);
}
