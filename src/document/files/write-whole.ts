import { closeSync, constants, copyFileSync, linkSync, realpathSync } from "node:fs";
import { sep } from "node:path";
import { errorCode } from "./system-error.ts";
import { discard, openTemporary, type Temporary } from "./temporary.ts";
import { type WriteFault, writeFault } from "./write-fault.ts";

// What the writing of a new file and the replacing of an old one have in common.

/** Whether a path without links lies below a folder. */
export function isInside(target: string, root: string): boolean {
  const folder = realpathSync(root);
  return target.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Runs `work` with a temporary file beside `target`; nothing of it stays when the work fails or refuses. */
export function withTemporary<T extends object>(
  file: string,
  target: string,
  work: (temporary: Temporary) => T | { fault: WriteFault },
  mode = 0o600,
): T | { fault: WriteFault } {
  let temporary: Temporary;
  try {
    temporary = openTemporary(target, mode);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return { fault: writeFault(file, "busy") };
    throw error;
  }
  try {
    const done = work(temporary);
    if ("fault" in done) discard(temporary);
    else closeSync(temporary.handle);
    return done;
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/** Gives a file a second name, or where the file system has no such thing a copy; false when that name is taken. */
export function nameAlso(file: string, name: string): boolean {
  try {
    try {
      linkSync(file, name);
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      copyFileSync(file, name, constants.COPYFILE_EXCL);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}
