import { decode, tooLarge } from "../decode.ts";
import type { TextFault } from "../text-fault.ts";

/** One line of NDJSON, numbered from 1. Blank lines are no checkpoints and are left out, though counted. A `\r` at the end stays: it is a
 * blank for JSON, and goes out as it came. */
export type NdjsonLine = { readonly line: number } & ({ readonly text: string } | { readonly fault: TextFault });

/** The longest line that is taken, in bytes. */
const longestLine = 256 * 1024 * 1024;

export interface NdjsonOptions {
  /** In bytes. */
  readonly longest?: number;
  /** Gets each blank line in its place among the others. */
  readonly onBlank?: ((text: string) => void) | undefined;
  /** Gets the bytes of each line that is a fault, in its place and piece by piece. */
  readonly onFaulty?: ((bytes: Buffer) => void) | undefined;
}

/** Reads lines one by one and keeps none, so that memory does not grow with the input. A line too long or no UTF-8 is a fault of
 * its own and not the end. */
export async function* readNdjson(
  source: AsyncIterable<Buffer>,
  { longest = longestLine, onBlank, onFaulty }: NdjsonOptions = {},
): AsyncGenerator<NdjsonLine> {
  let pieces: Buffer[] = [];
  let length = 0;
  let line = 1;
  const take = (last: Buffer) => {
    const read = readLine(line, pieces, last, length, longest);
    if (typeof read === "string") onBlank?.(read);
    else if ("fault" in read) for (const piece of [...pieces, last]) onFaulty?.(piece);
    return typeof read === "string" ? undefined : read;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      length += end - from;
      const read = take(chunk.subarray(from, end));
      if (read !== undefined) yield read;
      pieces = [];
      length = 0;
      line++;
      from = end + 1;
    }
    length += chunk.length - from;
    if (from < chunk.length) pieces.push(chunk.subarray(from));
    if (length <= longest) continue;
    for (const piece of pieces) onFaulty?.(piece);
    pieces = [];
  }
  const read = length === 0 ? undefined : take(Buffer.alloc(0));
  if (read !== undefined) yield read;
}

/** A line; its text when it is blank. */
function readLine(line: number, pieces: Buffer[], last: Buffer, length: number, longest: number): NdjsonLine | string {
  if (length > longest) return { line, fault: { ...tooLarge(), args: { limit: longest } } };
  const bytes = pieces.length === 0 ? last : Buffer.concat([...pieces, last], length);
  if (isBlankLine(bytes)) return bytes.toString("latin1");
  return { line, ...decode(bytes) };
}

function isBlankLine(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  return true;
}
