import { define, type Json, type JsonObject } from "./json.ts";
import { mostIntegerDigits, mostLevels } from "./limits.ts";
import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, skipBlank } from "./scan.ts";
import { type Expected, faultAt, type TextFault, unexpected } from "./text-fault.ts";

/** A container that is still open; `key` is the key whose value comes next. */
interface Open {
  readonly holder: Json[] | JsonObject;
  key: string;
}

type Step<T> = { readonly value: T; readonly end: number } | { readonly fault: TextFault };

/** Reads a text as Python's json module does: NaN and the infinities are numbers. The slow way, taken where JSON.parse gave up; it
 * finds either the value or the first fault. Iterative: the text may nest as deep as it likes. */
export function readPythonJson(text: string): { value: Json } | { fault: TextFault } {
  const stack: Open[] = [];
  let here = skipBlank(text, 0);
  if (here === text.length) return { fault: faultAt(text, "empty", 0) };
  for (;;) {
    const opened = openContainer(text, here);
    let value: Json;
    if (opened === undefined) {
      const scalar = readScalar(text, here);
      if ("fault" in scalar) return scalar;
      ({ value, end: here } = scalar);
    } else {
      if (stack.length >= mostLevels) return { fault: faultAt(text, "nested-too-deep", here, { limit: mostLevels }) };
      here = skipBlank(text, here + 1);
      if (text.charCodeAt(here) !== (Array.isArray(opened) ? CLOSE_LIST : CLOSE_OBJECT)) {
        const key = readKey(text, here, opened, "key-or-end-of-object");
        if ("fault" in key) return key;
        stack.push({ holder: opened, key: key.value });
        here = key.end;
        continue;
      }
      value = opened;
      here++;
    }
    const next = endValue(text, here, value, stack);
    if ("fault" in next || stack.length === 0) return next;
    here = next.end;
  }
}

function openContainer(text: string, at: number): Json[] | JsonObject | undefined {
  const code = text.charCodeAt(at);
  if (code === OPEN_LIST) return [];
  return code === OPEN_OBJECT ? {} : undefined;
}

/** Puts a finished value into its container, and closes the containers that end there. The step holds the root when nothing is open any more;
 * else its end is where the next value begins. */
function endValue(text: string, at: number, finished: Json, stack: Open[]): Step<Json> {
  let value = finished;
  let here = at;
  for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
    put(open, value);
    here = skipBlank(text, here);
    const code = text.charCodeAt(here);
    const list = Array.isArray(open.holder);
    if (code === COMMA) {
      const key = readKey(text, skipBlank(text, here + 1), open.holder, "key");
      if ("fault" in key) return key;
      open.key = key.value;
      return { value: null, end: key.end };
    }
    if (code !== (list ? CLOSE_LIST : CLOSE_OBJECT)) {
      return { fault: unexpected(text, here, list ? "comma-or-end-of-list" : "comma-or-end-of-object") };
    }
    value = open.holder;
    here++;
    stack.pop();
  }
  const end = skipBlank(text, here);
  return end === text.length ? { value, end } : { fault: unexpected(text, end, "end-of-text") };
}

/** As JSON.parse does it: the last of repeated keys stays. */
function put({ holder, key }: Open, value: Json): void {
  if (Array.isArray(holder)) holder.push(value);
  else define(holder, key, value);
}

/** The key and colon before a value; nothing in a list. Ends where the value begins. */
function readKey(text: string, at: number, holder: Json[] | JsonObject, expected: Expected): Step<string> {
  if (Array.isArray(holder)) return { value: "", end: at };
  if (text.charCodeAt(at) !== QUOTE) return { fault: unexpected(text, at, expected) };
  const key = readString(text, at);
  if ("fault" in key) return key;
  const colon = skipBlank(text, key.end);
  if (text.charCodeAt(colon) !== COLON) return { fault: unexpected(text, colon, "colon") };
  return { value: key.value, end: skipBlank(text, colon + 1) };
}

const words: readonly (readonly [string, Json])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
];

function readScalar(text: string, at: number): Step<Json> {
  if (text.charCodeAt(at) === QUOTE) return readString(text, at);
  for (const [word, value] of words) if (text.startsWith(word, at)) return { value, end: at + word.length };
  return readNumber(text, at);
}

const numberPattern = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;

function readNumber(text: string, at: number): Step<number> {
  numberPattern.lastIndex = at;
  const match = numberPattern.exec(text);
  if (match === null) {
    return { fault: text.charAt(at) === "-" ? unexpected(text, at, "digit", at + 1) : unexpected(text, at, "value") };
  }
  const literal = match[0];
  const digits = literal.length - (literal.startsWith("-") ? 1 : 0);
  if (digits > mostIntegerDigits && match[1] === undefined && match[2] === undefined) {
    return { fault: faultAt(text, "integer-too-long", at, { limit: mostIntegerDigits, count: digits }) };
  }
  return { value: Number(literal), end: at + literal.length };
}

function readString(text: string, open: number): Step<string> {
  let here = open + 1;
  for (;;) {
    const code = text.charCodeAt(here);
    if (code === QUOTE) break;
    // Faults stand where Python says: a string without an end where it begins. NaN, behind the last character, is not below 32.
    if (code < 32) return { fault: unexpected(text, here, "end-of-string") };
    if (here >= text.length) return { fault: unexpected(text, open, "end-of-string", here) };
    if (code === BACKSLASH) {
      const length = escapeLength(text, here);
      if (length === 0) return { fault: brokenEscape(text, open, here) };
      here += length;
    } else here++;
  }
  return { value: JSON.parse(text.slice(open, here + 1)) as string, end: here + 1 };
}

function brokenEscape(text: string, open: number, at: number): TextFault {
  if (at + 1 >= text.length) return unexpected(text, open, "end-of-string", at + 1);
  if (text.charAt(at + 1) !== "u") return unexpected(text, at, "escape", at + 1);
  const digits = /^[0-9A-Fa-f]*/.exec(text.slice(at + 2, at + 6))?.[0].length ?? 0;
  return unexpected(text, at + 1, "hex-digits", at + 2 + digits);
}

function escapeLength(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter === "u") return /^[0-9A-Fa-f]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  return letter !== "" && '"\\/bfnrt'.includes(letter) ? 2 : 0;
}
