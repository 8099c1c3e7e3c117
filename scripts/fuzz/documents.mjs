// Changed checkpoints through every command: never a crash, always a verdict with its reasons, the exit code that the contract names.
//   node scripts/fuzz/documents.mjs [--minutes N] [--count N] [--seed N]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBases } from "../sdk/bases.mjs";
import { drawCase, surveyOf, textOf } from "../sdk/mutate.mjs";
import { labels } from "../sdk/odd-values.mjs";
import { campaign } from "./campaign.mjs";
import { loadCommandLine } from "./command-line.mjs";
import { brokenBytes, overgrown } from "./shapes.mjs";

const run = loadCommandLine();
const bases = readBases([join(import.meta.dirname, "../../corpus")]);
const changeable = bases.filter(({ tree }) => tree !== null);
const survey = surveyOf(changeable);
const releases = JSON.parse((await run(["versions", "--format", "json"])).out).versions.flatMap(({ writtenBy }) =>
  writtenBy.map(({ release }) => release),
);

function drawText(random) {
  return random.weighted([
    [70, structured],
    [15, () => brokenBytes(random, random.pick(bases).text)],
    [5, () => brokenBytes(random, structured(random))],
    [10, () => overgrown(random, random.chance(0.5) ? random.pick(bases).text : structured(random))],
  ])(random);
}

function structured(random) {
  const { tree, spoil } = drawCase(random, changeable, survey);
  return textOf(tree, spoil);
}

const noPrototype = (text) => JSON.parse(text);

/** Each command with what must hold of what it prints. Exit 2 is for input that the command cannot be asked about at all. */
const others = [
  { argv: () => ["validate"], holds: says },
  { argv: () => ["validate", "--format", "sarif"], holds: isJson },
  { argv: () => ["validate", "--sdk", "all", "--relabel", "all", "--format", "jsonl"], holds: isJson },
  { argv: () => ["validate", "--show-values", "--strict"], holds: says },
  { argv: () => ["inspect"], holds: says },
  { argv: () => ["inspect", "--format", "json", "--show-values"], holds: isJson },
  { argv: (random) => ["migrate", "--to", random.pick(labels), "--dry-run"], codes: [0, 1, 2] },
  { argv: (random) => ["migrate", "--for-sdk", random.pick(releases), "--diff"] },
  { argv: () => ["settle", "--session", "none", "--format", "json"], holds: isJson },
  { argv: () => ["settle", "--session", "none", "--decide", "approve", "--then", "final"], holds: says },
  { argv: () => ["doctor", "--format", "json"], holds: isJson },
  { argv: () => ["inspect", "--html"], page: true },
  { argv: () => ["redact"], codes: [0, 1, 2] },
];

function says({ out }) {
  return out.trim() === "" ? ["says nothing"] : [];
}

function isJson({ out }) {
  try {
    noPrototype(out);
    return [];
  } catch {
    return ["prints no JSON"];
  }
}

/** The verdict, its findings and the exit code must belong together. */
function judged({ code, out }) {
  const { results, summary } = noPrototype(out);
  const [result, ...more] = results;
  if (result === undefined || more.length > 0) return [`${results.length} results of one file`];
  const errors = result.findings.filter(({ severity }) => severity === "error").length;
  const complaints = [];
  if ((result.verdict === "rejected") !== errors > 0) complaints.push(`${result.verdict} with ${errors} errors`);
  if ((result.resume === null) !== (result.verdict === "rejected"))
    complaints.push(`${result.verdict} with outlook ${result.resume}`);
  const expected = result.verdict === "rejected" || ["fails", "unsafe"].includes(result.resume) ? 1 : 0;
  if (code !== expected) complaints.push(`exit ${code} instead of ${expected}`);
  if (summary.checkpoints !== 1) complaints.push("the summary does not count it");
  for (const finding of result.findings) {
    if (finding.message === "" || /undefined|\[object|NaN\b/.test(finding.message))
      complaints.push(`sentence of ${finding.rule}: ${finding.message}`);
  }
  return complaints;
}

async function ask(argv, codes, holds) {
  const done = await run(argv);
  const told = `runstate ${argv.join(" ")}`;
  if (!codes.includes(done.code)) return [`${told}: exit ${done.code}\n${done.err}`];
  if (done.code === 2) return done.err === "" ? [`${told}: exit 2 without a word`] : [];
  return holds(done).map((complaint) => `${told}: ${complaint}`);
}

await campaign("documents", async (random, folder) => {
  const text = drawText(random);
  const file = join(folder, "case.json");
  writeFileSync(file, text);
  const { argv, codes = [0, 1], holds = () => [], page } = random.pick(others);
  const more = argv(random);
  if (page) more.push(join(folder, "page.html"));
  const complaints = [
    ...(await ask(["validate", "--format", "json", file], [0, 1], judged)),
    ...(await ask([...more, file], codes, holds)),
  ];
  return { complaints, files: { "case.json": text } };
});
