import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isPacked } from "../document/files/packed.ts";
import type { Successor } from "../document/files/successor.ts";
import { attempt, errorCode } from "../document/files/system-error.ts";
import { InputError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../io.ts";
import { openSink, writeBytes } from "./write.ts";

/** The file of `--output`. What stood there stays until the run has ended, and for good when the results cannot be written to their end. */
export interface OutputFile extends Output {
  /** Whether there are results. */
  readonly isBegun: boolean;
  /** Ends a run that gives this exit code. Without a result the file stays as it was, unless all went well: then the result is empty. */
  end(code: number): void;
}

/** Throws InputError when the file can be seen to be impossible to write; that neither makes nor empties it. A name that ends in `.gz`
 * is written packed. */
export async function openOutput(path: string): Promise<OutputFile> {
  const { openSuccessor } = await import("../document/files/successor.ts");
  const pack = isPacked(path) ? (await import("../document/files/gzip.ts")).pack : undefined;
  const open = () => attempt("write", path, () => openSuccessor(path));
  // A pipe has nothing to lose, and somebody waits at its other end.
  let file: Successor | undefined = isOrdinary(path) ? undefined : open();
  let isLost = false;
  // Each piece is packed on its own: a gzip file may have many parts.
  const put = (bytes: Buffer) => {
    file ??= open();
    try {
      writeBytes(file.handle, pack === undefined ? bytes : pack(bytes), path);
    } catch (error) {
      isLost = true;
      throw error;
    }
  };
  const sink = openSink(put, undefined);
  return {
    ...sink,
    // Nobody reads a packed file while it grows, and small parts pack badly.
    flush: pack === undefined ? sink.flush : () => {},
    get isBegun() {
      return file !== undefined;
    },
    end(code) {
      if (isLost) return attempt("write", path, () => file?.discard());
      sink.flush();
      if (file === undefined && code === exitCodes.fine) put(Buffer.alloc(0));
      attempt("write", path, () => file?.place());
    },
  };
}

/** Whether a path leads to a file, or to none yet in a folder that takes one. Throws InputError when nothing can be written there. */
function isOrdinary(path: string): boolean {
  return attempt("write", path, () => {
    try {
      const stats = statSync(path);
      if (stats.isDirectory()) throw new InputError(`cannot write ${path}: it is a folder`);
      if (stats.isFile()) accessSync(path, constants.W_OK);
      return stats.isFile();
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      // Where a link to nothing leads is seen when the file is made.
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) accessSync(dirname(path), constants.W_OK);
      return true;
    }
  });
}
