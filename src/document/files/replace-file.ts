import {
  accessSync,
  type BigIntStats,
  constants,
  fchmodSync,
  fchownSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./system-error.ts";
import { fill, isStillOurs, syncFolder, type Temporary } from "./temporary.ts";
import { type WriteFault, writeFault, writeFaultOf } from "./write-fault.ts";
import { isInside, nameAlso, withTemporary } from "./write-whole.ts";

export interface ReplaceOptions {
  /** What the file was when it was read (`InputBytes.seen`). */
  readonly seen: BigIntStats;
  /** The folder that was given; nothing outside of it is written. Undefined for a file that was named itself: its own folder. */
  readonly root: string | undefined;
  /** Keep the old file as NAME.bak, .bak1 … */
  readonly backup?: boolean;
}

/** Replaces a file by new bytes so that, whatever happens, it is the old one or the new one, whole. Mode and owner stay; a link stays
 * and its target is replaced. Refused when the file is no longer what was read. Returns the name of the backup if one was made. */
export function replaceFile(
  file: string,
  bytes: Uint8Array,
  options: ReplaceOptions,
): { backup?: string } | { fault: WriteFault } {
  if (!options.seen.isFile()) return { fault: writeFault(file, "device") };
  try {
    const target = realpathSync(file);
    if (!isInside(target, options.root ?? dirname(file))) return { fault: writeFault(file, "link-out-of-tree") };
    accessSync(target, constants.W_OK);
    return withTemporary(file, target, (temporary) => {
      const other = keepOwnerAndMode(temporary, options.seen);
      if (other !== undefined) return { fault: writeFault(file, other) };
      fill(temporary, bytes);
      return putInPlace(file, target, temporary, options);
    });
  } catch (error) {
    return { fault: writeFaultOf(file, error, true) };
  }
}

/** Tells whose the old file is when the new one could not be given to them. */
export function keepOwnerAndMode({ handle }: Temporary, seen: BigIntStats): "owner" | "group" | undefined {
  const { uid, gid } = seen;
  const isOurs = uid === BigInt(process.geteuid?.() ?? 0);
  try {
    // A file of our own needs no change of owner, and only root may give one away.
    if (!isOurs || gid !== BigInt(process.getegid?.() ?? 0)) fchownSync(handle, Number(uid), Number(gid));
  } catch (error) {
    if (errorCode(error) === "EPERM") return isOurs ? "group" : "owner";
    throw error;
  }
  fchmodSync(handle, Number(seen.mode) & 0o7777);
  return undefined;
}

function putInPlace(
  file: string,
  target: string,
  temporary: Temporary,
  options: ReplaceOptions,
): { backup?: string } | { fault: WriteFault } {
  if (!isStillOurs(temporary)) return { fault: writeFault(file, "busy") };
  if (!isSame(target, options.seen, true) || realpathSync(file) !== target)
    return { fault: writeFault(file, "changed-meanwhile") };
  const backup = options.backup === true ? keepBackup(target) : undefined;
  // A second name changes the time of the last change of the old file, and nothing else.
  if (backup !== undefined && !isSame(target, options.seen, false)) {
    rmSync(backup);
    return { fault: writeFault(file, "changed-meanwhile") };
  }
  renameSync(temporary.path, target);
  syncFolder(dirname(target));
  return backup === undefined ? {} : { backup };
}

function isSame(target: string, seen: BigIntStats, withChangeTime: boolean): boolean {
  const now = statSync(target, { bigint: true });
  return (
    now.dev === seen.dev &&
    now.ino === seen.ino &&
    now.size === seen.size &&
    now.mtimeNs === seen.mtimeNs &&
    (!withChangeTime || now.ctimeNs === seen.ctimeNs)
  );
}

function keepBackup(target: string): string {
  for (let number = 0; ; number++) {
    const name = `${target}.bak${number === 0 ? "" : number}`;
    if (nameAlso(target, name)) return name;
  }
}
