import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import type { Output } from "../commands/command.ts";
import { InputError } from "../errors.ts";
import { isHigh } from "../python/unicode.ts";

/** The other end of a pipe went away: nothing more can be said, and nothing is wrong. */
export class ClosedPipe extends Error {
  readonly kind = "closed-pipe";
}

export interface Sink extends Output {
  close(): void;
}

const bufferUnits = 1 << 16;
const mostBytesOfUnit = 3;
const fallbackColumns = 80;

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error";
}

/** Waits without spinning: the pipe is full and set to non-blocking by the process at its other end. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** In pieces: a second copy of a large document would be memory that the system has to clear first. */
function writeWhole(fd: number, text: string, what: string): void {
  if (text.length <= bufferUnits) {
    writeBytes(fd, Buffer.from(text, "utf8"), what);
    return;
  }
  const buffer = Buffer.allocUnsafe(bufferUnits * mostBytesOfUnit);
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + bufferUnits, text.length);
    // The halves of a pair must not come into two pieces.
    if (end < text.length && isHigh(text.charCodeAt(end - 1))) end--;
    writeBytes(fd, buffer.subarray(0, buffer.write(text.slice(start, end), "utf8")), what);
    start = end;
  }
}

function writeBytes(fd: number, bytes: Buffer, what: string): void {
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      const code = errorCode(error);
      if (code === "EPIPE") throw new ClosedPipe();
      if (code !== "EAGAIN") throw new InputError(`cannot write ${what} (${code})`);
      pause(2);
    }
  }
}

/** A terminal is a character device. Asking that first keeps `process.stdout`, which loads streams and the network, out of
 * every run into a file or a pipe. */
function terminalOf(fd: 1 | 2): NodeJS.WriteStream | undefined {
  try {
    if (!fstatSync(fd).isCharacterDevice()) return undefined;
  } catch {
    return undefined;
  }
  const stream = fd === 1 ? process.stdout : process.stderr;
  return stream.isTTY ? stream : undefined;
}

/** A buffered, synchronous writer on an open file descriptor: a slow reader slows us down, and memory stays flat. */
function openSink(fd: number, what: string, terminal: NodeJS.WriteStream | undefined, close: () => void): Sink {
  let pending = "";
  const flush = () => {
    const text = pending;
    pending = "";
    if (text !== "") writeWhole(fd, text, what);
  };
  return {
    isTty: terminal !== undefined,
    columns: terminal?.columns ?? fallbackColumns,
    write(text) {
      if (text.length >= bufferUnits) {
        // A large one is not joined to what waits: that would copy it.
        flush();
        writeWhole(fd, text, what);
        return;
      }
      pending += text;
      if (pending.length >= bufferUnits) flush();
    },
    flush,
    close() {
      flush();
      close();
    },
  };
}

export function openStandard(fd: 1 | 2): Sink {
  return openSink(fd, fd === 1 ? "standard output" : "standard error", terminalOf(fd), () => {});
}

/** The file of `--output`; throws InputError when it cannot be opened. It is emptied when the first result comes and not before: it may be
 * the input, and a run that ends in an error leaves it as it is. */
export function openFile(path: string): Sink {
  try {
    const fd = openSync(path, "a");
    let isEmptied = false;
    const empty = () => {
      if (!isEmptied && fstatSync(fd).isFile()) ftruncateSync(fd);
      isEmptied = true;
    };
    const sink = openSink(fd, path, undefined, () => closeSync(fd));
    return {
      ...sink,
      write(text) {
        empty();
        sink.write(text);
      },
      close() {
        empty();
        sink.close();
      },
    };
  } catch (error) {
    throw new InputError(`cannot write ${path} (${errorCode(error)})`);
  }
}
