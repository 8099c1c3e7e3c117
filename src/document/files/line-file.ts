import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { InputError } from "../../errors.ts";
import { isPacked } from "./packed.ts";
import { readWhole } from "./small-file.ts";
import { attempt, errorCode } from "./system-error.ts";

/** A file that gets one line after the other. */
export interface LineFile {
  /** Writes a line; with `sync` it is on the disk when this returns. */
  add(line: string): void;
  close(): void;
}

export interface LineFileOptions {
  /** Keep what is there and go on behind it; otherwise the file begins anew. */
  readonly append?: boolean;
  /** Mode of a new file, less the umask. */
  readonly mode?: number;
  /** Have the system put each line on the disk before the next thing happens. */
  readonly sync?: boolean;
}

/** Opens a file for lines; throws InputError when that, or a later write, is impossible. Lines are not packed: each is to be on the disk,
 * whole, before the next. */
export function openLineFile(file: string, options: LineFileOptions = {}): LineFile {
  if (isPacked(file))
    throw new InputError(`cannot write ${file}: it is written line by line and not packed; leave out the .gz`);
  const handle = attempt("write", file, () =>
    openSync(file, options.append === true ? "a" : "w", options.mode ?? 0o666),
  );
  return {
    add(line) {
      const bytes = Buffer.from(`${line}\n`, "utf8");
      attempt("write", file, () => {
        for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
        if (options.sync === true) fsyncSync(handle);
      });
    },
    close: () => closeSync(handle),
  };
}

/** The lines of a small file that are not blank; throws InputError when it cannot be read, gives none when it is
 * missing and may be. */
export function readLines(file: string, mayBeMissing: boolean): string[] {
  const text = attempt("read", file, () => {
    try {
      return readWhole(file).toString("utf8");
    } catch (error) {
      if (mayBeMissing && errorCode(error) === "ENOENT") return "";
      throw error;
    }
  });
  return text.split("\n").filter((line) => line.trim() !== "");
}
