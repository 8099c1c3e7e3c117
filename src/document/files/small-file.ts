import { readFileSync, statSync } from "node:fs";
import { InputError } from "../../errors.ts";
import { faultOfError, inputFault } from "./input-fault.ts";
import { isPacked } from "./packed.ts";
import { attempt, errorCode, reasonOf } from "./system-error.ts";

/** The bytes of a file or a pipe (also by its number). Throws what the system says; ENXIO for a device, which need not have an end. */
export function readWhole(file: string | number): Buffer {
  if (typeof file === "string") {
    const stats = statSync(file);
    if (stats.isCharacterDevice() || stats.isBlockDevice())
      throw Object.assign(new Error("a device"), { code: "ENXIO" });
  }
  return readFileSync(file);
}

/** The text of a file beside the checkpoints (a lock file); throws InputError. */
export function readSmallFile(file: string): string {
  return attempt("read", file, () => withoutMark(readWhole(file).toString("utf8")));
}

/** Some editors begin a text with a byte order mark. */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The same of agents and a baseline, unpacked when the name ends in `.gz`; the InputError calls it `what`. */
export async function readPackedText(file: string, what: string): Promise<string> {
  const packed = attempt("read", what, () => readWhole(file));
  const bytes = await unpacked(file, packed);
  return attempt("read", what, () => withoutMark(bytes.toString("utf8")));
}

/** The bytes of a file, unpacked when its name ends in `.gz`; throws InputError when they are no gzip file. */
export async function unpacked(file: string, bytes: Buffer): Promise<Buffer> {
  if (!isPacked(file)) return bytes;
  const { unpack } = await import("./gzip.ts");
  const inner = unpack(bytes);
  if (typeof inner === "string") throw new InputError(inputFault(file, inner).sentence);
  return inner;
}

/** The text of a small file; undefined when there is none, or none that may be read. */
export function readIfReadable(file: string): string | undefined {
  try {
    return withoutMark(readFileSync(file, "utf8"));
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return undefined;
    throw new InputError(`cannot read ${file}: ${reasonOf(error, "read")}`);
  }
}

/** The bytes of a whole file; throws InputError with the sentence that an input would get. */
export function readSmallBytes(file: string): Buffer {
  try {
    return readWhole(file);
  } catch (error) {
    throw new InputError(faultOfError(file, error).sentence);
  }
}
