import {
  type BigIntStats,
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { keepOwnerAndMode } from "./replace-file.ts";
import { errorCode } from "./system-error.ts";
import { discard, openTemporary, syncFolder, type Temporary } from "./temporary.ts";

/** A file that is written piece by piece. */
export interface Successor {
  readonly handle: number;
  /** It is whole, or as much of it as there will be. */
  place(): void;
  /** It cannot be written to its end: what stood there stays. */
  discard(): void;
}

/** Opens a file for writing. Where a file with content stands, that is replaced only when the new one is placed; a link stays and its target
 * is replaced, mode and owner stay. Throws what the system says. */
export function openSuccessor(file: string): Successor {
  const seen = statSync(file, { bigint: true, throwIfNoEntry: false });
  const beside = seen?.isFile() === true && seen.size > 0n ? openBeside(file, seen) : undefined;
  if (beside !== undefined) return beside;
  const handle = openSync(file, "w");
  const close = () => closeSync(handle);
  return { handle, place: close, discard: close };
}

/** Undefined where the folder takes no other file, or none with this owner: then there is only the file itself to write to. */
function openBeside(file: string, seen: BigIntStats): Successor | undefined {
  const target = realpathSync(file);
  let temporary: Temporary;
  try {
    temporary = openTemporary(target, 0o600);
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS", "EEXIST"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
  const drop = () => discard(temporary);
  if (keepOwnerAndMode(temporary, seen) === undefined)
    return { handle: temporary.handle, place: () => putInPlace(temporary, target), discard: drop };
  drop();
  return undefined;
}

function putInPlace(temporary: Temporary, target: string): void {
  try {
    fsyncSync(temporary.handle);
    renameSync(temporary.path, target);
    closeSync(temporary.handle);
    syncFolder(dirname(target));
  } catch (error) {
    // A file that is mounted on its own cannot be replaced, only filled.
    if (errorCode(error) === "EBUSY") copyFileSync(temporary.path, target);
    discard(temporary);
    if (errorCode(error) !== "EBUSY") throw error;
  }
}
