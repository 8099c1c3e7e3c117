// examples/spark on local mode: more than 10 000 checkpoints through `runstate migrate --ndjson`, joined back by key with the report, and
// compared with what the command line makes of each file alone.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaveOut } from "./left-out.mjs";
import { pythonWith } from "./python.mjs";

const root = join(import.meta.dirname, "../..");
const bin = join(root, "bin/runstate.cjs");
const target = ["--to", "1.17"];
const rows = 10_500;

if (spawnSync("java", ["-version"]).status !== 0) leaveOut("there is no java");

/** Texts of every kind: pretty and compact, migrated both ways, refused, no checkpoint, no JSON, nothing. */
function texts() {
  const folder = join(root, "corpus/resume");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const pretty = files.map((name) => readFileSync(join(folder, name), "utf8"));
  return [
    ...pretty,
    ...pretty.map((text) => JSON.stringify(JSON.parse(text))),
    '{"a":1}',
    '{"a":\n',
    "",
    '"é\\ud83d\\ude00"',
  ];
}

/** What the command line says of one text. */
function alone(text, folder) {
  const file = join(folder, "one.json");
  const report = join(folder, "one.ndjson");
  writeFileSync(file, text);
  const argv = [bin, "migrate", ...target, "--quiet", "--report", report, file];
  const { stdout } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  const { status, from, findings } = JSON.parse(readFileSync(report, "utf8"));
  const done = status === "migrated" || status === "unchanged";
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  return { status, from_label: from ?? undefined, checkpoint: done ? stdout : undefined, rules };
}

function readResult(folder) {
  const parts = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const lines = parts.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

const folder = mkdtempSync(join(tmpdir(), "runstate-spark-"));
try {
  const all = texts();
  const expected = all.map((text) => alone(text, folder));
  const keys = Array.from({ length: rows }, (_, at) => `run-${String(at).padStart(6, "0")}`);
  const lines = keys.map((key, at) => JSON.stringify({ key, checkpoint: all[at % all.length] }));
  writeFileSync(join(folder, "states.json"), `${lines.join("\n")}\n`);
  const python = join(pythonWith("spark", ["pyspark==4.3.0"]), "python");
  const argv = [
    join(root, "examples/spark/migrate_checkpoints.py"),
    ...target,
    "--runstate",
    `"${process.execPath}" "${bin}"`,
  ];
  const env = {
    ...process.env,
    PYSPARK_PYTHON: python,
    PYSPARK_SUBMIT_ARGS: "--master local[2] pyspark-shell",
    SPARK_LOCAL_IP: "127.0.0.1",
  };
  const started = Date.now();
  const paths = [join(folder, "states.json"), join(folder, "migrated.json")];
  const done = spawnSync(python, [...argv, ...paths], { encoding: "utf8", env });
  if (done.status !== 0) throw new Error(`spark ended with ${done.status}: ${done.stderr.slice(-3000)}`);
  const found = new Map(readResult(paths[1]).map((row) => [row.key, row]));
  let wrong = 0;
  for (const [at, key] of keys.entries()) {
    const { status, from_label, checkpoint, rules } = found.get(key) ?? {};
    const same =
      JSON.stringify({ status, from_label, checkpoint, rules }) === JSON.stringify(expected[at % all.length]);
    if (!same && wrong++ < 5) console.log(`${key} differs: ${status} instead of ${expected[at % all.length].status}`);
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  const kinds = [...new Set(expected.map(({ status }) => status))].sort().join(", ");
  console.log(`${found.size} of ${rows} rows came back by key (${kinds}), ${wrong} of them wrong, in ${seconds} s`);
  if (wrong > 0 || found.size !== rows) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
