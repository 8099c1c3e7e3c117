// A long NDJSON: peak memory, and CPU as a ratio to a bare JSON.parse of the same lines in the same run.
//   node scripts/slow/scale.mjs [--megabytes N]
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { realCheckpoints } from "../bench/checkpoints.mjs";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { megabytes: { type: "string", default: "1000" } } });
const mostMemory = 250; // megabytes
/** What is aimed at, and what is held today: above it something got slower. */
const goalRatio = 2.5;
const mostRatio = 7;
const rounds = 2;

/** The lines of the measure: real checkpoints of around 10 kB, on one line each. */
function checkpointLines() {
  const lines = realCheckpoints().map((text) => JSON.stringify(JSON.parse(text)));
  return lines.filter(({ length }) => length > 8000 && length < 40_000);
}

function generate(file, size) {
  const lines = checkpointLines();
  const chunk = `${Array.from({ length: 20 }, () => lines.join("\n")).join("\n")}\n`;
  const handle = openSync(file, "w");
  let count = 0;
  for (let written = 0; written < size; count += 20 * lines.length) written += writeSync(handle, chunk);
  closeSync(handle);
  return count;
}

const bareParse = `
const { createReadStream } = require("node:fs");
(async () => {
  let rest = [], sum = 0;
  for await (const chunk of createReadStream(process.argv[2], { highWaterMark: 1 << 16 })) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const last = chunk.subarray(from, end);
      sum += Object.keys(JSON.parse((rest.length === 0 ? last : Buffer.concat([...rest, last])).toString("utf8"))).length;
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
})();`;

/** CPU seconds and peak memory in megabytes of a run whose output goes nowhere. */
function measure(argv) {
  const script = `
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)`;
  const { stdout } = spawnSync("python3", ["-c", script, process.execPath, ...argv], { encoding: "utf8" });
  const [cpu, memory] = stdout.trim().split(" ").map(Number);
  return { cpu, memory };
}

/** In turn, since a busy machine slows one run and not the next: the least CPU, and the highest peak. */
function leastOf(runs) {
  const least = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, argv] of Object.entries(runs)) {
      const { cpu, memory } = measure(argv);
      const known = least[name] ?? { cpu, memory };
      least[name] = { cpu: Math.min(cpu, known.cpu), memory: Math.max(memory, known.memory) };
    }
  }
  return least;
}

const folder = mkdtempSync(join(tmpdir(), "runstate-scale-"));
try {
  const file = join(folder, "states.ndjson");
  const count = generate(file, Number(values.megabytes) * 1e6);
  writeFileSync(join(folder, "parse.cjs"), bareParse);
  const bin = join(root, "bin/runstate.cjs");
  const runs = {
    "JSON.parse": [join(folder, "parse.cjs"), file],
    validate: [bin, "validate", "--ndjson", "--format", "jsonl", file],
    migrate: [bin, "migrate", "--ndjson", "--to", "1.21", file],
  };
  const least = leastOf(runs);
  const bare = least["JSON.parse"].cpu;
  console.log(`${count} checkpoints, ${values.megabytes} MB; JSON.parse alone ${bare.toFixed(1)} s`);
  for (const name of ["validate", "migrate"]) {
    const { cpu, memory } = least[name];
    const ratio = cpu / bare;
    console.log(
      `${name}: ${cpu.toFixed(1)} s, ${ratio.toFixed(2)} x JSON.parse (goal ${goalRatio}, at most ${mostRatio}), peak ${memory.toFixed(0)} MB (at most ${mostMemory})`,
    );
    if (ratio > mostRatio || memory > mostMemory) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
