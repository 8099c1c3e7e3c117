// A Python environment for a slow test, kept in a cache folder.
import { homedir } from "node:os";
import { join } from "node:path";
import { venvWith } from "../venv.mjs";

const cache = process.env.RUNSTATE_SLOW_CACHE ?? join(homedir(), ".cache/runstate-slow");

/** The `bin` folder of an environment that has these packages. Throws when it cannot be made. */
export function pythonWith(name, packages) {
  return venvWith(join(cache, name), packages);
}
