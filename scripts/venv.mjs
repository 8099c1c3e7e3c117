// Python environments: each made once, and kept.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The `bin` folder of the environment in `folder`, which is made with these packages when it is not there whole. Throws when it cannot be made. */
export function venvWith(folder, packages) {
  const bin = join(folder, "bin");
  const complete = join(folder, "complete");
  if (existsSync(complete)) return bin;
  console.log(`making the environment ${folder}: ${packages.join(" ")}`);
  rmSync(folder, { recursive: true, force: true });
  make(folder, join(bin, "python"), packages);
  writeFileSync(complete, `${packages.join("\n")}\n`);
  return bin;
}

/** The verdicts were made with Python 3.11; a text that its own library reads (URLs, deep JSON) may fare differently in another one. */
function make(folder, python, packages) {
  if (runs("uv", ["--version"])) {
    run("uv", ["venv", "--quiet", "--python", "3.11", folder]);
    run("uv", ["pip", "install", "--quiet", "--python", python, ...packages]);
    return;
  }
  run(runs("python3.11", ["-m", "venv", "--help"]) ? "python3.11" : "python3", ["-m", "venv", folder]);
  run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
}

function runs(command, args) {
  return spawnSync(command, args).status === 0;
}

function run(command, args) {
  const done = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed${done.error ? `: ${done.error.message}` : ""}`);
}
