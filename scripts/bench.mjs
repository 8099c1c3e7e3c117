// CPU time (user + system) of the built command line as a ratio to bare Node: the least of interleaved rounds, so that a busy
// machine matters little; and peaks of memory. `npm run bench -- PYTHON`: an interpreter with openai-agents, whose own reader then
// reads the same files (without a name: that of `npm run test:sdk`, where it was made).
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { growCheckpoint, realCheckpoints } from "./bench/checkpoints.mjs";
import { environments } from "./sdk/environments.mjs";

const root = join(import.meta.dirname, "..");
const tool = [process.execPath, join(root, "bin/runstate.cjs")];
const manyFiles = 2000;

/** CPU seconds of one run. The shell's `time` counts the child only. */
function cpuOf(argv) {
  const script = 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>/dev/null; } 2>&1';
  const { stdout } = spawnSync("bash", ["-c", script, "bench", ...argv], { encoding: "utf8" });
  const [user, system] = stdout.trim().split(/\s+/).map(Number);
  return user + system;
}

/** Peak of resident memory in bytes: the least of three runs. */
function peakOf(argv, input = "/dev/null") {
  const file = join(folder, "peak");
  const preload = ["--require", join(root, "scripts/bench/peak.cjs")];
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const stdin = openSync(input, "r");
    spawnSync(argv[0], [...preload, ...argv.slice(1)], {
      stdio: [stdin, "ignore", "ignore"],
      env: { ...process.env, PEAK_FILE: file },
    });
    closeSync(stdin);
    least = Math.min(least, Number(readFileSync(file, "utf8")));
  }
  return least;
}

/** Prints a figure beside its goal; a run with a figure beyond its goal ends with exit 1. */
function show(name, figure, goal) {
  console.log(`${name.padEnd(28)} ${figure.toFixed(2).padStart(6)}  goal ${goal}  ${figure <= goal ? "met" : "short"}`);
  if (figure > goal) process.exitCode = 1;
}

function showMemory() {
  const big = join(folder, "big.json");
  const bare = peakOf([process.execPath, "-e", "0"]);
  const above = peakOf([...tool, "validate", "--format", "json", big]) - bare;
  show("memory / file, 5 MB", above / statSync(big).size, 16);
  const line = `${JSON.stringify(JSON.parse(readFileSync(join(folder, "small.json"), "utf8")))}\n`;
  const [few, many] = [2_000, 20_000].map((count) => {
    const file = join(folder, `${count}.ndjson`);
    writeFileSync(file, line.repeat(count));
    return peakOf([...tool, "validate", "--ndjson", "--format", "jsonl", "-"], file);
  });
  show("memory, 20000 / 2000 lines", many / few, 1.3);
}

/** Least CPU of each command over interleaved rounds; the first one only warms up. */
function leastCpu(commands, rounds = 12) {
  const least = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [name, argv] of commands) {
      const cpu = cpuOf(argv);
      if (round > 0) least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, cpu));
    }
  }
  return least;
}

function prepare(folder) {
  const texts = realCheckpoints();
  const bySize = texts.toSorted((a, b) => Math.abs(a.length - 14_000) - Math.abs(b.length - 14_000));
  const [small] = bySize;
  writeFileSync(join(folder, "small.json"), small);
  mkdirSync(join(folder, "many"));
  const pool = bySize.slice(0, 8);
  for (let at = 0; at < manyFiles; at++) {
    writeFileSync(join(folder, "many", `${String(at).padStart(4, "0")}.json`), pool[at % pool.length]);
  }
  writeFileSync(join(folder, "big.json"), growCheckpoint(small, 5_000_000));
  const old = texts.find((text) => /"\$schemaVersion": ?"1\.17"/.test(text));
  writeFileSync(join(folder, "old.json"), growCheckpoint(old, 5_000_000));
}

function pythonWithSdk() {
  const given = process.argv[2];
  if (given !== undefined) return given;
  const { newestReader } = createRequire(import.meta.url)("../dist/index.cjs");
  const made = join(environments, newestReader.release, "bin/python");
  return existsSync(made) ? made : undefined;
}

/** The SDK's own reader over the first files of a folder, each with an agent of the right name. */
const sdkReader = `
import asyncio, json, pathlib, sys
from agents import Agent, RunState
async def read(text):
    try:
        await RunState.from_string(Agent(name=json.loads(text)["current_agent"]["name"]), text)
    except Exception as error:
        print(type(error).__name__, file=sys.stderr)
async def main():
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir())[:int(sys.argv[2])]:
        await read(path.read_text())
asyncio.run(main())`;

const folder = mkdtempSync(join(tmpdir(), "runstate-bench-"));
try {
  prepare(folder);
  const at = (name) => join(folder, name);
  const rows = [
    ["bare node", undefined, [process.execPath, "-e", "0"]],
    ["--version", 1.2, [...tool, "--version"]],
    ["validate, small", 1.35, [...tool, "validate", "--format", "json", at("small.json")]],
    ["validate, 5 MB", 2.3, [...tool, "validate", "--format", "json", at("big.json")]],
    ["migrate, 5 MB", 2.6, [...tool, "migrate", "--to", "1.21", at("old.json")]],
    [`validate, ${manyFiles} small`, 5.5, [...tool, "validate", "--format", "jsonl", at("many")]],
  ];
  const least = leastCpu(rows.map(([name, , argv]) => [name, argv]));
  const bare = least.get("bare node");
  console.log(`bare node ${(bare * 1000).toFixed(0)} ms; small file ${statSync(at("small.json")).size} bytes`);
  for (const [name, goal] of rows.slice(1)) {
    show(name, least.get(name) / bare, goal);
  }
  showMemory();
  const python = pythonWithSdk();
  if (python !== undefined) {
    const sdk = leastCpu(
      ["300", "0"].map((count) => [count, [python, "-c", sdkReader, at("many"), count]]),
      4,
    );
    const theirs = sdk.get("300") - sdk.get("0");
    const ours = ((least.get(`validate, ${manyFiles} small`) - least.get("validate, small")) * 300) / (manyFiles - 1);
    console.log(`the SDK's reader takes ${(theirs / ours).toFixed(0)} x our CPU for 300 small files`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
