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

/** The first bytes of a format, in hex; made for bytes that are no UTF-8. */
const beginnings = (): readonly (readonly [ByteFormat, RegExp])[] => [
  ["gzip", /^1f8b/],
  ["pickle", /^800[2-5]/],
  ["utf-16", /^(?:fffe|feff)/],
  ["sqlite", /^53514c69746520/],
  ["redis-dump", /^5245444953/],
  // zip, bzip2, xz, zstd, zlib.
  ["packed", /^(?:504b0304|425a68|fd377a585a|28b52ffd|78(?:01|5e|9c|da))/],
];

function formatOf(bytes: Buffer): ByteFormat | undefined {
  const start = bytes.toString("hex", 0, 8);
  return beginnings().find(([, pattern]) => pattern.test(start))?.[0];
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
