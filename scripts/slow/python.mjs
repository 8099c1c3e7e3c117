// A Python environment for a slow test: made once, kept in a cache folder.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = process.env.RUNSTATE_SLOW_CACHE ?? join(homedir(), ".cache/runstate-slow");

/** The `bin` folder of an environment that has these packages. Throws when it cannot be made. */
export function pythonWith(name, packages) {
  const folder = join(cache, name);
  const bin = join(folder, "bin");
  const complete = join(folder, "complete");
  if (existsSync(complete)) return bin;
  rmSync(folder, { recursive: true, force: true });
  run("python3", ["-m", "venv", folder]);
  run(join(bin, "python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
  writeFileSync(complete, `${packages.join("\n")}\n`);
  return bin;
}

function run(command, args) {
  const done = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
