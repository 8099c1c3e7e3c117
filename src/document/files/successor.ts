import {
  type BigIntStats,
  closeSync,
  copyFileSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { keepOwnerAndMode } from "./replace-file.ts";
import { errorCode } from "./system-error.ts";
import { discard, isStillOurs, openTemporary, syncFolder, type Temporary } from "./temporary.ts";

/** A file that is written piece by piece. */
export interface Successor {
  readonly handle: number;
  /** It is whole, or as much of it as there will be. */
  place(): void;
  /** It cannot be written to its end: what stood there stays, and no half file where there was none. */
  discard(): void;
}

/** Opens a file for writing. Where a file with content stands, that is replaced only when the new one is placed; a link stays and its target
 * is replaced, mode and owner stay. Throws what the system says. */
export function openSuccessor(file: string): Successor {
  const seen = statSync(file, { bigint: true, throwIfNoEntry: false });
  const successor = seen?.isFile() === true && seen.size > 0n ? openBeside(file, seen) : undefined;
  if (successor !== undefined) return successor;
  const handle = openSync(file, "w");
  const made = seen === undefined ? realpathSync(file) : undefined;
  return {
    handle,
    place: () => closeSync(handle),
    discard() {
      if (made !== undefined && isStillOurs({ path: made, handle })) rmSync(made);
      else if (seen?.isFile() === true && seen.size === 0n) ftruncateSync(handle);
      closeSync(handle);
    },
  };
}

/** Undefined where the folder takes no other file, or none with this owner and mode: then there is only the file itself to write to. */
function openBeside(file: string, seen: BigIntStats): Successor | undefined {
  const target = realpathSync(file);
  let temporary: Temporary | undefined;
  try {
    temporary = openTemporary(target, 0o600);
    if (keepOwnerAndMode(temporary, seen) === undefined) return beside(temporary, target);
  } catch (error) {
    if (temporary !== undefined) discard(temporary);
    if (["EACCES", "EPERM", "EROFS", "EEXIST"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
  discard(temporary);
  return undefined;
}

function beside(temporary: Temporary, target: string): Successor {
  return {
    handle: temporary.handle,
    place() {
      try {
        fsyncSync(temporary.handle);
        putInPlace(temporary.path, target);
      } finally {
        discard(temporary);
      }
      syncFolder(dirname(target));
    },
    discard: () => discard(temporary),
  };
}

/** A file that is mounted on its own cannot be replaced, only filled. */
function putInPlace(path: string, target: string): void {
  try {
    renameSync(path, target);
  } catch (error) {
    if (errorCode(error) !== "EBUSY") throw error;
    copyFileSync(path, target);
  }
}
