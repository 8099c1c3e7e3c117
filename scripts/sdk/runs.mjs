// Whole runs in a released SDK, with a scripted model: see scripted_runs.py for what a job and its answer are.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const here = import.meta.dirname;

/** What a Python program of this folder prints, with the interpreter of a release. */
export function runPython(python, script, args = [], input = "") {
  const done = spawnSync(python, [join(here, script), ...args], { encoding: "utf8", input, maxBuffer: 1 << 30 });
  if (done.status !== 0) throw new Error(`${python}: ${done.stderr || done.error}`);
  return done.stdout;
}

/** The answers to a list of jobs, in their order. */
export function playJobs(python, jobs) {
  return JSON.parse(runPython(python, "scripted_runs.py", [], JSON.stringify(jobs)));
}

export const call = (callId, name = "write_thing") => ({ type: "function_call", name, call_id: callId });
export const said = (text) => ({ type: "message", text });
export const done = [[said("done")]];
