import { closeSync, openSync, readSync, statSync } from "node:fs";
import { createFile } from "./create-file.ts";
import { errorCode } from "./system-error.ts";
import type { WriteFault } from "./write-fault.ts";

const start = "<!doctype html>";

/** Writes a page, over an earlier page too, but never over a file that is something else: a checkpoint's name in the wrong place
 * of a command line must not cost the checkpoint. */
export function writePage(file: string, page: string): { written: boolean } | { fault: WriteFault } {
  return createFile(file, Buffer.from(page, "utf8"), { force: isPage(file) });
}

/** An empty file has nothing to lose: `mktemp` makes one. */
function isPage(file: string): boolean {
  let handle: number;
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size === 0) return stats.isFile();
    handle = openSync(file, "r");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
  try {
    const bytes = Buffer.alloc(start.length);
    return readSync(handle, bytes) === bytes.length && bytes.toString("latin1").toLowerCase() === start;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  } finally {
    closeSync(handle);
  }
}
