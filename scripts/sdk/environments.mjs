// A Python environment for each release: made once, kept in a cache folder.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = process.env.RUNSTATE_SDK_CACHE ?? join(homedir(), ".cache/runstate-sdk");
/** Environments that exist already, RELEASE/bin/python in one folder. */
const existing = process.env.RUNSTATE_SDK_ENVIRONMENTS;

/** The pydantic that the verdicts were made with, and the `openai` of the reader: a newer one breaks old releases. */
function pinsOf(core, release) {
  return [`openai-agents==${release}`, `openai==${core.findReader(release).openai}`, `pydantic==${core.pydantic}`];
}

/** The folder of all environments. */
export const environments = existing ?? cache;

/** The Python of a release, its environment made when it is not there. */
export function ensureEnvironment(core, release) {
  const folder = join(environments, release);
  const python = join(folder, "bin/python");
  if (existing !== undefined) {
    if (!existsSync(python)) throw new Error(`RUNSTATE_SDK_ENVIRONMENTS has no ${release}/bin/python`);
    return python;
  }
  const pins = pinsOf(core, release);
  if (existsSync(join(folder, "complete"))) return python;
  console.log(`making the environment of ${release}: ${pins.join(" ")}`);
  rmSync(folder, { recursive: true, force: true });
  makeEnvironment(folder, pins);
  writeFileSync(join(folder, "complete"), `${pins.join("\n")}\n`);
  return python;
}

/** The verdicts were made with Python 3.11; a text that its own library reads (URLs, deep JSON) may fare differently in another one. */
function makeEnvironment(folder, pins) {
  if (runs("uv", ["--version"])) {
    run("uv", ["venv", "--quiet", "--python", "3.11", folder]);
    run("uv", ["pip", "install", "--quiet", "--python", join(folder, "bin/python"), ...pins]);
    return;
  }
  run(runs("python3.11", ["-m", "venv", "--help"]) ? "python3.11" : "python3", ["-m", "venv", folder]);
  run(join(folder, "bin/python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...pins]);
}

function runs(command, args) {
  return spawnSync(command, args).status === 0;
}

function run(command, args) {
  const done = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed${done.error ? `: ${done.error.message}` : ""}`);
}
