import { constants, isAscii, isUtf8 } from "node:buffer";
import { type ByteFormat, faultAt, type TextFault } from "./text-fault.ts";

/** The text of a file's bytes. Nothing is replaced: bytes that are no UTF-8 are a fault, as Python raises there. */
export function decode(bytes: Buffer): { text: string } | { fault: TextFault } {
  if (bytes.length > constants.MAX_STRING_LENGTH) return { fault: tooLarge() };
  if (isAscii(bytes)) return { text: bytes.toString("latin1") };
  if (isUtf8(bytes)) return { text: bytes.toString("utf8") };
  const length = validLength(bytes);
  const before = bytes.toString("utf8", 0, length);
  const format = formatOf(bytes);
  const fault = faultAt(before, "not-utf8", before.length, format === undefined ? {} : { format });
  return { fault: { ...fault, offset: length } };
}

function formatOf([first = 0, second = 0]: Buffer): ByteFormat | undefined {
  if (first === 0x1f && second === 0x8b) return "gzip";
  if (first === 0x80 && second >= 2 && second <= 5) return "pickle";
  const isMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMark ? "utf-16" : undefined;
}

/** What no JavaScript string can hold. */
export function tooLarge(): TextFault {
  return faultAt("", "too-large", 0, { limit: constants.MAX_STRING_LENGTH });
}

/** The number of bytes before the first that is no UTF-8: in halving leaps, then character by character. */
function validLength(bytes: Buffer): number {
  let valid = 0;
  for (let leap = 2 ** 29; leap >= 1; leap /= 2) {
    let end = Math.min(valid + leap, bytes.length);
    while (end > valid && isContinuation(bytes[end])) end--;
    if (isUtf8(bytes.subarray(valid, end))) valid = end;
  }
  for (let length = 1; length <= 4; length++) {
    if (valid + length > bytes.length || !isUtf8(bytes.subarray(valid, valid + length))) continue;
    valid += length;
    length = 0;
  }
  return valid;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
