// Settles random pending writes twice, with released SDKs on real sessions and with the simulator, and compares session, record, count
// and compaction.   node scripts/sdk/settle.mjs [--seed N] [--count N] [RELEASE …]
// Environments of the releases (each with openai-agents installed): RUNSTATE_SDK_ENVIRONMENTS, else those of the bench.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const environments = process.env.RUNSTATE_SDK_ENVIRONMENTS ?? join(homedir(), ".cache/runstate-oracle");
const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, count: { type: "string", default: "400" } },
  allowPositionals: true,
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
const releases = positionals.length > 0 ? positionals : ["0.24.0", "0.23.1", "0.22.3"];

/** The bundle lies in dist/, where the validators of model items are found. */
async function loadCore() {
  const outfile = join(here, "../../dist/settle-check.cjs");
  const entryPoints = [join(here, "settle-core.ts")];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  const core = createRequire(import.meta.url)(outfile);
  rmSync(outfile);
  return core;
}

function askSdk(release, script, ...args) {
  const python = join(environments, release, "bin/python");
  const done = spawnSync(python, [join(here, script), ...args], { encoding: "utf8", maxBuffer: 1 << 30 });
  if (done.status !== 0) throw new Error(`${release}: ${done.stderr || done.error}`);
  return done.stdout.trim().split("\n");
}

/** The run in the checkpoint that stands in a line, as the release reads it. */
function runIn(core, document, release) {
  const { start, end } = document.span(["checkpoint"]);
  const reader = core.findReader(release);
  const checkpoint = core.parseDocument(document.text.slice(start, end)).document;
  return core.settleRunOf(core.judge(checkpoint, { reader, loadOnly: true }), reader);
}

function simulate(core, line, release) {
  const { document } = core.parseDocument(line);
  const { session, fault } = document.value;
  const run = runIn(core, document, release);
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

function sorted(value, path, document, keep) {
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
  return `float ${Object.is(Number(literal), -0) ? "-0" : Number(literal.replace(/Infinity|NaN/, (word) => word))}`;
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
  return `${compaction.when}, ${/there are (\d+)$/.exec(compaction.why)?.[1]} candidates`;
}

/** Whole resumes, of which only the compaction is compared: the rest is held against recorded runs by the tests. */
function compareExits(release) {
  const lines = askSdk(release, "compaction_exits.py");
  let right = 0;
  for (const line of lines) {
    const { document } = core.parseDocument(line);
    const { name, decide, exit, session, asked } = document.value;
    const items = core.itemsAt(line, document.span(["session"]).start, session);
    const options = { decide, exit, outputs: new Map(), kind: "compaction" };
    const told = core.settle(runIn(core, document, release), options, { id: "sess_1", items }).compaction?.when ?? null;
    if (told === asked) right++;
    else console.log(`${release} compaction, ${name}: the SDK ${asked}, ours ${told}`);
  }
  console.log(`${release}: compaction of ${right} of ${lines.length} resumes agrees`);
  if (right !== lines.length) process.exitCode = 1;
}

const core = await loadCore();
console.log(`seed ${seed}, ${values.count} writes for each release`);
for (const release of releases) {
  let right = 0;
  for (const [at, line] of askSdk(release, "settle_oracle.py", seed, values.count).entries()) {
    const result = simulate(core, line, release);
    const wrong = differences(core.parseDocument(line).document, result);
    if (wrong.length === 0) right++;
    else if (at - right < 5)
      console.log(`${release} write ${at + 1} (${result.value.row} ${result.value.outcome}): ${wrong.join("\n  ")}`);
  }
  console.log(`${release}: ${right} of ${values.count} agree`);
  if (right !== Number(values.count)) process.exitCode = 1;
  compareExits(release);
}
