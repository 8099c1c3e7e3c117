import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { InputError } from "../../errors.ts";
import { attempt, errorCode } from "./system-error.ts";
import { isRunning } from "./temporary.ts";
import { join } from "./walk.ts";

const waitMilliseconds = 20;
const longestWait = 30_000;
/** A lock without a number is one that is being made, or whose maker died over it. */
const mostMaking = 2000;

/** Runs `work` while no other run that asks for the same file does. The folder must be there. A lock whose process is gone is no lock. Throws
 * InputError when the lock cannot be made, or is not given up in half a minute. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = join(dirname(file), `.${basename(file)}.runstate-lock`);
  for (const start = Date.now(); !take(lock); await setTimeout(waitMilliseconds)) {
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else if (Date.now() - start > longestWait)
      throw new InputError(`${file} is being written by another run; when there is none, remove ${lock}`);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  return attempt("write", lock, () => {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw error;
    }
  });
}

function isAbandoned(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, "latin1"));
    return pid > 0 ? !isRunning(pid) : statSync(lock).mtimeMs < Date.now() - mostMaking;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
