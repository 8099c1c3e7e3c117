// What CONTRIBUTING promises: a new schema version, a new release and new rules fit in without another hand. In a copy of the sources: the
// version as its script makes it with all tests of the tool; with a key of its own and a release that writes it, with those that ask the newest
// release; then a rule in every section as far as types, lint and build.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "runstate-growth-"));

function run(command, ...args) {
  const done = spawnSync(command, args, { cwd: copy, encoding: "utf8", env: { ...process.env, CI: "1" } });
  if (done.status === 0) return done.stdout;
  throw new Error(`${[command, ...args].join(" ")} failed\n${(done.stdout + done.stderr).slice(-4000)}`);
}

/** What git has, and what it does not ignore. */
function sources() {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  return spawnSync("git", args, { cwd: root, encoding: "utf8" })
    .stdout.split("\0")
    .filter((name) => name !== "");
}

function nextLabel() {
  const minors = [...readFileSync(join(root, "src/versions/index.ts"), "utf8").matchAll(/v1-(\d+)\.ts/g)];
  return `1.${Math.max(...minors.map(([, minor]) => Number(minor))) + 1}`;
}

function edit(name, from, to) {
  const text = readFileSync(join(copy, name), "utf8");
  if (!text.includes(from)) throw new Error(`${name} holds no ${from}`);
  writeFileSync(join(copy, name), text.replace(from, to));
}

/** The version brings a key, a release writes it, and a file of the corpus shows it. */
async function addRelease() {
  edit(`src/versions/v${label.replace(".", "-")}.ts`, "added: []", 'added: [{ at: "/still_to_come", kind: "string" }]');
  const row = `  { writes: "${label}", openai: "3.57.0", releases: ["0.98.0"] },\n`;
  edit("src/readers/releases.ts", "\n];\n", `\n${row}];\n`);
  process.env.RUNSTATE_ROOT = copy;
  const { addToManifest, digest } = await import("../scaffold.mjs");
  const minimal = JSON.parse(readFileSync(join(copy, `corpus/minimal/${label}.json`), "utf8"));
  const text = JSON.stringify({ ...minimal, still_to_come: "" });
  const file = `features/${label}-still-to-come.json`;
  writeFileSync(join(copy, "corpus", file), text);
  const shows = "What is still to come.";
  addToManifest({ file, schema: label, provenance: "handmade", shows, sha256: digest(text), verdicts: {} });
}

const label = nextLabel();
try {
  for (const name of sources()) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  run("git", "init", "--quiet");
  run("npm", "run", "--silent", "new:version", label, "Something that is still to come.");
  run("npm", "run", "--silent", "check");
  console.log(`version ${label}: npm run check passes`);
  await addRelease();
  run("npm", "run", "--silent", "check:source");
  run(
    "npx",
    "vitest",
    "run",
    ...["cli", "corpus", "doctor", "pipeline", "settle", "verdicts"].map((area) => `tests/${area}`),
  );
  const said = run("node", "bin/runstate.cjs", "validate", `corpus/features/${label}-still-to-come.json`);
  if (said.includes("unknown-key")) throw new Error(`the key of ${label} is not known:\n${said}`);
  console.log(`a release that writes ${label}: its tests pass`);
  const sections = readdirSync(join(copy, "src/rules"))
    .map((file) => file.replace(/\.ts$/, ""))
    .filter((name) => name !== "rule" && name !== "index");
  let made = 0;
  for (const section of sections) {
    const args = ["run", "--silent", "new:rule", `still-to-come-${section}`, section];
    if (spawnSync("npm", args, { cwd: copy }).status === 0) made++;
  }
  if (made === 0) throw new Error("no section takes a new rule");
  run("npm", "run", "--silent", "check:source");
  console.log(`${made} rules: npm run check:source passes`);
} catch (error) {
  console.log(error.message);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
