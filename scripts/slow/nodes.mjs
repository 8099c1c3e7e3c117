// The oldest release of Node that must work and the newest of each later line, beside the one that runs this: the same words, the same exit
// codes. The large document and the many lines reach the stages where V8 gets flags of its own (src/document/engine.ts).
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { growCheckpoint, realCheckpoints } from "../bench/checkpoints.mjs";
import { leftOut } from "./left-out.mjs";

const root = join(import.meta.dirname, "../..");
const releases = ["20.12.0", "22", "24", "26"];
const folder = mkdtempSync(join(tmpdir(), "runstate-nodes-"));

/** The interpreter of a release, from the package of its name. Undefined when there is none for this machine. */
function fetchNode(release) {
  const place = join(folder, release);
  mkdirSync(place);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}@${release}`;
  const packed = spawnSync("npm", ["pack", "--silent", name], { cwd: place, encoding: "utf8" });
  const archive = packed.stdout.trim().split("\n").at(-1) ?? "";
  if (packed.status !== 0 || spawnSync("tar", ["xzf", archive], { cwd: place }).status !== 0) return undefined;
  return join(place, "package/bin/node");
}

function writeInputs() {
  const block = `${realCheckpoints()
    .map((text) => JSON.stringify(JSON.parse(text)))
    .join("\n")}\n`;
  writeFileSync(join(folder, "states.ndjson"), block.repeat(Math.ceil(40e6 / block.length)));
  const model = readFileSync(join(root, "corpus/resume/1.21-parallel-one-pending.json"), "utf8");
  writeFileSync(join(folder, "large.json"), growCheckpoint(model, 5e6));
}

const lines = join(folder, "states.ndjson");
const large = join(folder, "large.json");
const good = "corpus/resume/1.21-approval-pending.json";
const uses = [
  ["validate", "--format", "json", "corpus"],
  ["validate", "--sdk", "all", "corpus/resume"],
  ["validate", "--format", "json", large, "corpus/resume"],
  ["validate", "--ndjson", "--format", "jsonl", lines],
  ["validate", "--ndjson", "--format", "jsonl", "--jobs", "2", lines],
  ["migrate", "--ndjson", "--to", "1.17", lines],
  ["migrate", "--to", "1.17", large],
  ["inspect", large],
  ["inspect", "--html", "-", good],
  ["settle", "--session", "sqlite:tests/fuzz-found/files/wal-page-zero.db", good],
  ["doctor", "--session", "none", good],
  ["diff", "corpus/resume/1.21-parallel-one-pending.json", good],
  ["validate", "no such file"],
];

/** What a command line ends with and prints. */
function outcome(node, argv) {
  const done = spawnSync(node, ["bin/runstate.cjs", ...argv], { cwd: root, maxBuffer: 2 ** 29 });
  const digest = createHash("sha256").update(done.stdout).update("\0").update(done.stderr).digest("hex");
  return `exit ${done.status ?? done.signal}, ${done.stdout.length} bytes, ${digest.slice(0, 12)}`;
}

try {
  writeInputs();
  const expected = uses.map((argv) => outcome(process.execPath, argv));
  for (const release of releases) {
    const node = fetchNode(release);
    if (node === undefined) {
      console.log(`Node ${release}: left out, its package cannot be had`);
      process.exitCode ??= leftOut;
      continue;
    }
    let wrong = 0;
    for (const [index, argv] of uses.entries()) {
      const found = outcome(node, argv);
      if (found === expected[index]) continue;
      wrong++;
      console.log(`${argv.join(" ")}: ${found}; expected ${expected[index]}`);
    }
    const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
    console.log(`Node ${version}: ${uses.length - wrong} of ${uses.length} command lines as with ${process.version}`);
    if (wrong > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
