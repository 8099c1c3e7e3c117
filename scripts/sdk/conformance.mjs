// Compares this tool's verdicts with the released SDK readers, live.
//   node scripts/sdk/conformance.mjs [--seed N] [--count N] [--bases DIR]... [--save FILE] [--verbose] [RELEASE ...]
// Draws changed checkpoints and asks every reader; then asks every reader about the corpus; then runs the other comparisons.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readBases } from "./bases.mjs";
import { compareVerdicts, disagree } from "./compare.mjs";
import { ensureEnvironment, environments } from "./environments.mjs";
import { drawCase, surveyOf, textOf } from "./mutate.mjs";
import { labels } from "./odd-values.mjs";
import { loadCore } from "./ours.mjs";
import { randomSource } from "./random.mjs";
import { openReader } from "./reader.mjs";
import { shrink } from "./shrink.mjs";
import { signing } from "./sign.mjs";

const here = import.meta.dirname;
const { values: options, positionals } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string", default: "2000" },
    bases: { type: "string", multiple: true },
    save: { type: "string" },
    verbose: { type: "boolean", default: false },
    "only-random": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const seed = Number(options.seed ?? process.env.RUNSTATE_SEED ?? Math.floor(Math.random() * 1e9));
const core = await loadCore();
const judged = core.representativeReaders().map(({ release }) => release);
const bases = readBases(options.bases ?? [join(here, "../../corpus")]);
const changeable = bases.filter(({ tree }) => tree !== null);
const survey = surveyOf(changeable);
const total = { passed: 0, failed: 0 };

/** The three newest readers, and two older ones that change with the seed. */
function readersOfRun() {
  if (positionals.length > 0) return positionals;
  const older = judged.slice(3);
  const first = seed % older.length;
  return [
    ...judged.slice(0, 3),
    older[first],
    older[(first + 1 + (Math.floor(seed / 16) % (older.length - 1))) % older.length],
  ];
}

/** A label that the reader does not know yet ends the reading at once: such a case mostly gets a label that it knows. */
function fittingCase(random, drawn, reads) {
  const newest = labels.indexOf(reads);
  const at = labels.indexOf(drawn.tree?.$schemaVersion);
  if (at <= newest || random.chance(0.05)) return drawn;
  const label = labels[random.chance(0.6) ? newest : random.below(newest + 1)];
  const steps = [...drawn.steps, (tree) => ({ ...tree, $schemaVersion: label })];
  return { ...drawn, steps, tree: { ...drawn.tree, $schemaVersion: label } };
}

function drawCases(release, count) {
  const random = randomSource(seed);
  const { reads } = core.findReader(release);
  const sign = signing(core, release);
  return Array.from({ length: count }, () => {
    const drawn = fittingCase(random, drawCase(random, changeable, survey), reads);
    const signed = random.chance(0.15) ? { ...drawn, steps: [...drawn.steps, sign], tree: sign(drawn.tree) } : drawn;
    return { ...signed, text: textOf(signed.tree, signed.spoil) };
  });
}

function kindOf({ theirs, mine }) {
  return theirs.ok
    ? `we refuse: ${mine.errors[0]?.rule}`
    : `we accept: ${theirs.cause_in}: ${theirs.cause.slice(0, 100)}`;
}

/** One example of each kind of disagreement, made small. */
async function report(release, reader, { disagreements }) {
  const kinds = groupBy(disagreements, kindOf);
  for (const [kind, alike] of [...kinds].slice(0, 12)) {
    console.log(`\n${release}: ${kind} (${alike.length} times)`);
    const { one, theirs, mine } = alike[0];
    const differs = (text) => disagree(core, release, reader, { text, viaText: one.viaText });
    const text = one.steps === undefined ? one.text : textOf(await shrink(one, differs), one.spoil);
    console.log(`  reader ${theirs.ok ? "accepts" : "rejects"}, ours: ${JSON.stringify(mine.errors.slice(0, 3))}`);
    console.log(
      `  ${one.viaText ? "from_string" : "from_json"} ${text.length > 4000 ? `${text.slice(0, 4000)}…` : text}`,
    );
    if (options.save !== undefined) {
      appendFileSync(
        options.save,
        `${JSON.stringify({ release, ok: theirs.ok, cause: theirs.cause, viaText: one.viaText, text })}\n`,
      );
    }
  }
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const entry of list) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}

async function compareWith(release, what, cases) {
  const reader = openReader(ensureEnvironment(core, release));
  const result = await compareVerdicts(core, release, reader, cases);
  total.passed += result.agreed;
  total.failed += result.disagreements.length;
  const order =
    result.rejected > 0 ? `, first error in the reader's function ${result.inOrder}/${result.rejected}` : "";
  console.log(
    `${release}: ${result.agreed} of ${cases.length} ${what} agree${result.unaskable > 0 ? ` (${result.unaskable} without agents to ask with)` : ""}${order}`,
  );
  if (options.verbose) {
    const rows = [...result.elsewhere].sort((a, b) => b[1] - a[1]).slice(0, 40);
    for (const [kind, times] of rows) console.log(`    ${times} × ${kind}`);
  }
  await report(release, reader, result);
  reader.close();
}

/** Comparisons of other parts, each a program that fails on a disagreement. */
function runOthers() {
  for (const name of ["settle.mjs", "doctor.mjs", "live.mjs", "migrate.mjs"]) {
    const script = join(here, name);
    if (!existsSync(script)) continue;
    console.log(`\n${name}`);
    const env = { ...process.env, RUNSTATE_SDK_ENVIRONMENTS: environments };
    const done = spawnSync(process.execPath, [script, "--seed", String(seed)], { stdio: "inherit", env });
    if (done.status === 0) total.passed++;
    else total.failed++;
  }
}

console.log(`seed ${seed}; ${bases.length} base files`);
for (const release of readersOfRun())
  await compareWith(release, "changed checkpoints", drawCases(release, Number(options.count)));
if (!options["only-random"]) {
  for (const release of judged) {
    await compareWith(
      release,
      "corpus files",
      bases.map(({ text }) => ({ text, viaText: true })),
    );
  }
  runOthers();
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
