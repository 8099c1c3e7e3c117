import { fstatSync, writeSync } from "node:fs";
import { attempt, errorCode } from "../document/files/system-error.ts";
import type { Output } from "../io.ts";
import { isHigh } from "../python/unicode.ts";

/** The other end of a pipe went away: nothing more can be said, and nothing is wrong. */
export class ClosedPipe extends Error {
  readonly kind = "closed-pipe";
}

const bufferUnits = 1 << 16;
const mostBytesOfUnit = 3;
const fallbackColumns = 80;

/** Waits two milliseconds without spinning: the pipe is full and set to non-blocking by the process at its other end. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}

/** In pieces: a second copy of a large document would be memory that the system has to clear first. */
function writeWhole(text: string, put: (bytes: Buffer) => void): void {
  if (text.length <= bufferUnits) {
    put(Buffer.from(text, "utf8"));
    return;
  }
  const buffer = Buffer.allocUnsafe(bufferUnits * mostBytesOfUnit);
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + bufferUnits, text.length);
    // The halves of a pair must not come into two pieces.
    if (end < text.length && isHigh(text.charCodeAt(end - 1))) end--;
    put(buffer.subarray(0, buffer.write(text.slice(start, end), "utf8")));
    start = end;
  }
}

export function writeBytes(fd: number, bytes: Buffer, what: string): void {
  for (let done = 0; done < bytes.length; ) done += attempt("write", what, () => writeSome(fd, bytes, done));
}

function writeSome(fd: number, bytes: Buffer, done: number): number {
  try {
    return writeSync(fd, bytes, done);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EPIPE") throw new ClosedPipe();
    if (code !== "EAGAIN") throw error;
    pause();
    return 0;
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

/** Buffers for a synchronous `put`: a slow reader slows us down, and memory stays flat. `show` puts up the line of a status. */
export function openSink(
  put: (bytes: Buffer) => void,
  terminal: NodeJS.WriteStream | undefined,
  show: (line: string) => void = () => {},
): Output {
  let pending = "";
  const flush = () => {
    const text = pending;
    pending = "";
    if (text !== "") writeWhole(text, put);
  };
  return {
    isTty: terminal !== undefined,
    // A terminal that nobody measured (of a container, of a CI) says 0.
    columns: terminal?.columns || fallbackColumns,
    write(text) {
      if (text.length >= bufferUnits) {
        // A large one is not joined to what waits: that would copy it.
        flush();
        writeWhole(text, put);
        return;
      }
      pending += text;
      if (pending.length >= bufferUnits) flush();
    },
    writeBytes(bytes) {
      flush();
      put(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
    flush,
    status(line) {
      flush();
      show(line);
    },
  };
}

/** Whether the terminal shows a status. Both outputs lead to the same one: whichever writes next takes it away. */
let showsStatus = false;

function showStatus(line: string): void {
  if (line === "" && !showsStatus) return;
  showsStatus = line !== "";
  writeBytes(2, Buffer.from(`\r\u001b[K${line}`), "standard error");
}

export function openStandard(fd: 1 | 2): Output {
  const what = fd === 1 ? "standard output" : "standard error";
  const terminal = terminalOf(fd);
  if (terminal === undefined) return openSink((bytes) => writeBytes(fd, bytes, what), undefined);
  const put = (bytes: Buffer) => {
    showStatus("");
    writeBytes(fd, bytes, what);
  };
  return openSink(put, terminal, fd === 2 ? showStatus : undefined);
}
