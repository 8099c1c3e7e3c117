import { parseDocument } from "../document/parse.ts";
import type { TextFaultRule } from "../document/text-fault.ts";
import { InputError } from "../errors.ts";
import type { RawItem } from "./raw-item.ts";

const tooMuch = new Map<TextFaultRule, string>([
  ["integer-too-long", "an integer of more digits than Python reads"],
  ["nested-too-deep", "JSON nested deeper than Python reads"],
]);

/** As the `json.loads` of all stores: undefined for what is no JSON, a text that begins with a byte order mark too. What Python's reader
 * gives up on raises there (0.24.0: ValueError, RecursionError), and so here: throws InputError. */
export function itemOfText(text: string, place: string): RawItem | undefined {
  const parsed = parseDocument(text);
  if ("document" in parsed) return { text, value: parsed.document.value };
  const beyond = tooMuch.get(parsed.fault.rule);
  if (beyond === undefined) return undefined;
  throw new InputError(`${place} has ${beyond}: the SDK's get_items() raises on it, so no resume can read it`);
}

/** How Python's `json.loads` reads bytes (`json.detect_encoding`): by their mark, else by where zeros stand in the first characters, which
 * JSON writes as ASCII. `width` is bytes of a unit. */
interface Encoding {
  readonly width: 1 | 2 | 4;
  readonly little: boolean;
  /** Bytes of the mark. */
  readonly skip: number;
}

const marks: readonly (readonly [readonly number[], Encoding])[] = [
  [[0x00, 0x00, 0xfe, 0xff], { width: 4, little: false, skip: 4 }],
  [[0xff, 0xfe, 0x00, 0x00], { width: 4, little: true, skip: 4 }],
  [[0xfe, 0xff], { width: 2, little: false, skip: 2 }],
  [[0xff, 0xfe], { width: 2, little: true, skip: 2 }],
  [[0xef, 0xbb, 0xbf], { width: 1, little: true, skip: 3 }],
];

function encodingOf(bytes: Uint8Array): Encoding {
  const marked = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked[1];
  const [first, second, third, fourth] = bytes;
  const long = bytes.length >= 4;
  if (long || bytes.length === 2) {
    if (first === 0) return { width: long && second === 0 ? 4 : 2, little: false, skip: 0 };
    if (second === 0) return { width: long && third === 0 && fourth === 0 ? 4 : 2, little: true, skip: 0 };
  }
  return { width: 1, little: true, skip: 0 };
}

/** The text in a row's bytes. Throws InputError where Python raises, which `get_items()` does not catch; `file` is for the message. */
export function textOfBytes(bytes: Uint8Array, file: string): string {
  const { width, little, skip } = encodingOf(bytes);
  try {
    const body = bytes.subarray(skip);
    return width === 1 ? utf8(body) : units(body, width, little);
  } catch {
    throw new InputError(
      `${file} has a row of bytes that are no text: the SDK's get_items() raises on it, so no resume can read it.`,
    );
  }
}

/** Python takes lone surrogates too (`surrogatepass`), three bytes each, which the decoder refuses. Throws TypeError. */
function utf8(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  let from = 0;
  for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at + 1)) {
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3);
    if (second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) continue;
    text +=
      decoder.decode(bytes.subarray(from, at)) + String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f));
    from = at + 3;
  }
  return text + decoder.decode(bytes.subarray(from));
}

/** Throws RangeError when the last unit is cut, or is no character. */
function units(bytes: Uint8Array, width: 2 | 4, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += width)
    text +=
      width === 2 ? String.fromCharCode(view.getUint16(at, little)) : String.fromCodePoint(view.getUint32(at, little));
  return text;
}
