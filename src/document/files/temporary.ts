import { closeSync, fstatSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import { errorCode } from "./system-error.ts";
import { join } from "./walk.ts";

/** A temporary file of ours beside a target, open for writing. */
export interface Temporary {
  readonly path: string;
  readonly handle: number;
}

/** The name of the temporary file for a target: `.NAME.runstate-PID.tmp`. A very long NAME is cut, so that the result is a possible name. */
function temporaryFor(target: string): string {
  const name = basename(target);
  const short = Buffer.byteLength(name) > 200 ? name.slice(0, 50) : name;
  return join(dirname(target), `.${short}.runstate-${process.pid}.tmp`);
}

const leftover = /^\..+\.runstate-([0-9]+)\.tmp$/;

/** Creates the temporary file of a target, never over one that exists. `mode` is less the umask. */
export function openTemporary(target: string, mode: number): Temporary {
  removeLeftovers(dirname(target));
  const path = temporaryFor(target);
  return { path, handle: openSync(path, "wx", mode) };
}

/** Writes all bytes and has the system put them on the disk. */
export function fill({ handle }: Temporary, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
  fsyncSync(handle);
}

/** Whether the name still leads to the file that we wrote: another run may have taken it for a leftover. */
export function isStillOurs({ path, handle }: Temporary): boolean {
  const ours = fstatSync(handle, { bigint: true });
  const named = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return named !== undefined && named.ino === ours.ino && named.dev === ours.dev;
}

export function discard({ path, handle }: Temporary): void {
  closeSync(handle);
  rmSync(path, { force: true });
}

/** Has the system put a folder's entries on the disk. Some file systems cannot, and then there is nothing to wait for. */
export function syncFolder(folder: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(folder, "r");
    fsyncSync(handle);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

const cleaned = new Set<string>();

/** Removes temporary files that runs before this one left in a folder when they were killed. Looks once a run into each folder. */
function removeLeftovers(folder: string): void {
  if (cleaned.has(folder)) return;
  cleaned.add(folder);
  for (const name of readdirSync(folder)) {
    const pid = leftover.exec(name)?.[1];
    const path = join(folder, name);
    if (pid !== undefined && isAbandoned(path, Number(pid))) rmSync(path, { force: true });
  }
}

/** Its process is gone; or it has our number, as in a container, and is older than we are. */
function isAbandoned(path: string, pid: number): boolean {
  if (pid !== process.pid) return !isRunning(pid);
  const modified = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return modified < Date.now() - process.uptime() * 1000;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
