import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, sep } from "node:path";
import { errorCode } from "./system-error.ts";
import { discard, fill, isStillOurs, openTemporary, syncFolder, type Temporary } from "./temporary.ts";
import { type WriteFault, writeFault, writeFaultOf } from "./write-fault.ts";

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

function isInside(target: string, root: string): boolean {
  const folder = realpathSync(root);
  return target.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Runs `work` with a temporary file beside `target`; nothing of it stays when the work fails or refuses. */
function withTemporary<T extends object>(
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

/** Tells whose the old file is when the new one could not be given to them. */
function keepOwnerAndMode({ handle }: Temporary, seen: BigIntStats): "owner" | "group" | undefined {
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

/** Gives a file a second name, or where the file system has no such thing a copy; false when that name is taken. */
function nameAlso(file: string, name: string): boolean {
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

export interface CreateOptions {
  /** Make the folders of the file where they are missing. */
  readonly folders?: boolean;
  /** Write over a file with other content; a link stays, and its target is replaced. */
  readonly force?: boolean;
  /** No link out of this folder is followed. */
  readonly root?: string;
  /** Mode of the new file, less the umask; 0o666 when absent. */
  readonly mode?: number;
}

/** Writes a new file whole or not at all. A file that has these bytes already is left alone. */
export function createFile(
  file: string,
  bytes: Uint8Array,
  options: CreateOptions = {},
): { written: boolean } | { fault: WriteFault } {
  try {
    if (options.folders === true) makeFolder(dirname(file));
    if (isDevice(file)) return { fault: writeFault(file, "device") };
    const old = readIfThere(file);
    if (old?.equals(bytes)) return { written: false };
    if (old !== undefined && options.force !== true) return { fault: writeFault(file, "exists") };
    const target = old === undefined ? file : realpathSync(file);
    if (options.root !== undefined && old !== undefined && !isInside(target, options.root))
      return { fault: writeFault(file, "link-out-of-tree") };
    return withTemporary(
      file,
      target,
      (temporary) => {
        fill(temporary, bytes);
        return putNew(file, target, temporary, old === undefined && options.force !== true);
      },
      options.mode ?? 0o666,
    );
  } catch (error) {
    return { fault: writeFaultOf(file, error, false) };
  }
}

function putNew(
  file: string,
  target: string,
  temporary: Temporary,
  mustBeNew: boolean,
): { written: boolean } | { fault: WriteFault } {
  if (!isStillOurs(temporary)) return { fault: writeFault(file, "busy") };
  if (mustBeNew) {
    // Fails where another program was faster; a rename would win over it.
    if (!nameAlso(temporary.path, target)) return { fault: writeFault(file, "exists") };
    rmSync(temporary.path);
  } else renameSync(temporary.path, target);
  syncFolder(dirname(target));
  return { written: true };
}

/** Node says that the folder is missing where the disk cannot be written to. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    let nearest = folder;
    while (!existsSync(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest);
    if (errorCode(error) === "ENOENT") accessSync(nearest, constants.W_OK);
    throw error;
  }
}

/** Reading one may never end. */
function isDevice(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
