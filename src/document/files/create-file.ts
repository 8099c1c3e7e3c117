import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
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
