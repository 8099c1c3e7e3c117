import type { Document } from "./document.ts";
import type { Json } from "./json.ts";
import { mostIntegerDigits, mostLevels } from "./limits.ts";
import { createDocument } from "./locate.ts";
import { readPythonJson } from "./python-json.ts";
import { isDigit } from "./scan.ts";
import { shapeOf } from "./shape.ts";
import { faultAt, type TextFault } from "./text-fault.ts";
import { readWithTwins } from "./twin-lists.ts";

/** Reads a text as Python's json.loads does, with its limits on nesting and on the digits of an int. JSON.parse reads what it can; the
 * reader of our own decides where it gives up (NaN, the infinities, every syntax error) or where a limit may be passed. */
export function parseDocument(text: string): { document: Document } | { fault: TextFault } {
  // json.loads refuses a text (though not bytes) that begins with the mark.
  if (text.charCodeAt(0) === 0xfeff) return { fault: faultAt(text, "byte-order-mark", 0) };
  const value = readWithTwins(text) ?? readJson(text);
  if (value !== undefined) {
    const shape = shapeOf(value);
    if (shape.levels <= mostLevels && !hasLongRunOfDigits(text))
      return { document: createDocument(text, value, shape) };
  }
  const read = readPythonJson(text);
  return "fault" in read ? read : { document: createDocument(text, read.value, shapeOf(read.value)) };
}

/** JSON.parse; undefined when it gives up. Its message quotes the text and goes no further. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether more digits in a row than an int may have stand anywhere, strings included. Looks at one character in 4300. */
function hasLongRunOfDigits(text: string): boolean {
  for (let at = mostIntegerDigits; at < text.length; at += mostIntegerDigits) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    let end = at + 1;
    while (isDigit(text.charCodeAt(start - 1))) start--;
    while (isDigit(text.charCodeAt(end))) end++;
    if (end - start > mostIntegerDigits) return true;
  }
  return false;
}
