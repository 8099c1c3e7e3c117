import { constants } from "node:buffer";
import { type BigIntStats, closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { decode } from "../decode.ts";
import { expectWork } from "../engine.ts";
import type { TextFault } from "../text-fault.ts";
import { faultOfError, type InputFault, inputFault } from "./input-fault.ts";
import { type InputEntry, stdinName } from "./inputs.ts";
import { isPacked } from "./packed.ts";
import { errorCode } from "./system-error.ts";

/** The bytes of an input, unpacked when it is a gzip file. `seen` is what the file was when its reading began (undefined for
 * standard input): `replaceFile` compares with it. */
export interface InputBytes {
  readonly bytes: Buffer;
  readonly seen: BigIntStats | undefined;
}

/** The text of a whole input; why its bytes are none; or why it cannot be read at all. */
export async function readText(
  entry: InputEntry,
): Promise<{ readonly text: string } | { readonly fault: TextFault } | { readonly unusable: InputFault }> {
  const text = plainText(entry);
  if (text !== undefined) {
    await expectWork(text.length);
    return { text };
  }
  const input = await readInput(entry);
  return "fault" in input ? { unusable: input.fault } : decode(input.bytes);
}

/** The text of a file in one call, at half the cost. Undefined when anything is unusual, and when it holds the character that also
 * stands for bytes which are no UTF-8: then it is read again, with care. */
function plainText({ file, isPlain }: InputEntry): string | undefined {
  if (isPlain !== true || isPacked(file)) return undefined;
  try {
    const text = readFileSync(file, "utf8");
    return text.includes("\ufffd") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Bytes of a file that are read at once: many lines of one piece are worked on together. */
const pieceBytes = 1 << 20;

/** Reads a whole input. */
export async function readInput(entry: InputEntry): Promise<InputBytes | { readonly fault: InputFault }> {
  const read = await readBytes(entry);
  if ("bytes" in read) await expectWork(read.bytes.length);
  return read;
}

async function readBytes(entry: InputEntry): Promise<InputBytes | { readonly fault: InputFault }> {
  if (entry.fault !== undefined) return { fault: entry.fault };
  try {
    const read = entry.file === stdinName ? await readStdin() : readFile(entry.file);
    if ("fault" in read || !isPacked(entry.file)) return read;
    const { unpack } = await import("./gzip.ts");
    const bytes = unpack(read.bytes);
    return typeof bytes === "string" ? { fault: inputFault(entry.file, bytes) } : { bytes, seen: read.seen };
  } catch (error) {
    return { fault: faultOfError(entry.file, error) };
  }
}

/** The input as a stream of bytes, for `readNdjson`. Errors of the system come as `InputFault` from `faultOfError` while reading. */
export async function openInput(entry: InputEntry): Promise<AsyncIterable<Buffer>> {
  if (entry.file === stdinName) refuseFolder();
  const stream = entry.file === stdinName ? process.stdin : createReadStream(entry.file, { highWaterMark: pieceBytes });
  if (!isPacked(entry.file)) return stream;
  const { unpackStream } = await import("./gzip.ts");
  return unpackStream(stream);
}

async function readStdin(): Promise<InputBytes | { fault: InputFault }> {
  refuseFolder();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > constants.MAX_STRING_LENGTH) return { fault: inputFault(stdinName, "too-large") };
    chunks.push(chunk);
  }
  return {
    bytes: chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks, length),
    seen: undefined,
  };
}

/** `- < folder`: Node would read nothing, and call it the end. */
function refuseFolder(): void {
  if (fstatSync(0).isDirectory()) readSync(0, Buffer.alloc(1)); // raises EISDIR
}

function readFile(file: string): InputBytes | { fault: InputFault } {
  const handle = openSync(file, "r");
  try {
    const seen = fstatSync(handle, { bigint: true });
    if (seen.size > constants.MAX_STRING_LENGTH) return { fault: inputFault(file, "too-large") };
    if (!seen.isFile() && !seen.isFIFO())
      return { fault: inputFault(file, seen.isDirectory() ? "folder" : "no-regular-file") };
    return { bytes: readToEnd(handle, Number(seen.size)), seen };
  } finally {
    closeSync(handle);
  }
}

/** Reads until the end, which need not be where the size said: pipes have none, and a file may grow. */
function readToEnd(handle: number, size: number): Buffer {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length + (1 << 16))]);
    const count = readSome(handle, buffer, length);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
  }
}

/** A pipe that others opened may say that there is nothing yet. */
function readSome(handle: number, buffer: Buffer, offset: number): number {
  for (;;) {
    try {
      return readSync(handle, buffer, offset, buffer.length - offset, null);
    } catch (error) {
      if (errorCode(error) === "EOF") return 0;
      if (errorCode(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
