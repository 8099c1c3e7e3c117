// A Python environment for each release: made once, kept in a cache folder.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { venvWith } from "../venv.mjs";

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
  if (existing === undefined) return join(venvWith(folder, pinsOf(core, release)), "python");
  const python = join(folder, "bin/python");
  if (!existsSync(python)) throw new Error(`RUNSTATE_SDK_ENVIRONMENTS has no ${release}/bin/python`);
  return python;
}
