import { mostIntegerDigits } from "../document/limits.ts";
import { skipBlank } from "../document/scan.ts";
import { escapeNonAscii, joinObject, quote, type Style } from "./canonical-json.ts";
import { floatRepr, isIntegerText, numberRepr } from "./number.ts";
import { isEncodable } from "./unicode.ts";

/** Why a text has no canonical form: Python's `json.loads` would raise a ValueError, or run into the recursion limit. */
export type TextFailure = { readonly failure: "syntax" | "too-deep" };

/** Where the text of a JSON value stands, and which dialect it is in. */
export interface TextOptions {
  readonly start?: number;
  readonly end?: number;
  /** Take the words NaN, Infinity and -Infinity, as the reader does for a document but not for call arguments. */
  readonly constants?: boolean;
}

interface Scan {
  readonly text: string;
  readonly style: Style;
  readonly constants: boolean;
  at: number;
  /** Whether the string just passed has escapes, and characters beyond U+007E. */
  escaped: boolean;
  foreign: boolean;
  deepest: number;
  failure: "syntax" | "too-deep";
}

/** Lists and objects that Python's parser can open inside one another (measured as `Style.depth` was). */
const parserDepth = 976;
const numberLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

/** The canonical form of a JSON text, as `json.dumps(json.loads(text))` gives it: numbers by their literal (1.0 is not 1,
 * ints of any size exact), the last of repeated keys. */
export function canonicalFromText(text: string, style: Style, options: TextOptions = {}): string | TextFailure {
  const scan: Scan = {
    text: options.start === undefined ? text : text.slice(options.start, options.end),
    style,
    constants: options.constants ?? false,
    at: 0,
    escaped: false,
    foreign: false,
    deepest: 0,
    failure: "syntax",
  };
  skipSpace(scan);
  const json = readValue(scan, 1);
  if (json === undefined) return { failure: scan.failure };
  skipSpace(scan);
  if (scan.at !== scan.text.length) return { failure: "syntax" };
  return scan.deepest > style.depth ? { failure: "too-deep" } : json;
}

function readValue(scan: Scan, depth: number): string | undefined {
  if (depth > scan.deepest) scan.deepest = depth;
  const unit = scan.text.charCodeAt(scan.at);
  if (unit === 0x22) {
    const start = scan.at;
    return skipString(scan) ? stringOf(scan, start) : undefined;
  }
  if (unit === 0x7b || unit === 0x5b) {
    if (depth > parserDepth) {
      scan.failure = "too-deep";
      return undefined;
    }
    return unit === 0x7b ? readObject(scan, depth) : readList(scan, depth);
  }
  return readWord(scan) ?? readNumber(scan);
}

function readObject(scan: Scan, depth: number): string | undefined {
  const keys: string[] = [];
  const texts: string[] = [];
  scan.at++;
  skipSpace(scan);
  if (take(scan, 0x7d)) return "{}";
  for (;;) {
    const start = scan.at;
    if (scan.text.charCodeAt(start) !== 0x22 || !skipString(scan)) return undefined;
    const key = scan.escaped ? decode(scan.text.slice(start, scan.at)) : scan.text.slice(start + 1, scan.at - 1);
    if (key === undefined) return undefined;
    skipSpace(scan);
    if (!take(scan, 0x3a)) return undefined;
    skipSpace(scan);
    const json = readValue(scan, depth + 1);
    if (json === undefined) return undefined;
    keys.push(key);
    texts.push(json);
    skipSpace(scan);
    if (take(scan, 0x7d)) return joinObject(keys, texts, scan.style);
    if (!take(scan, 0x2c)) return undefined;
    skipSpace(scan);
  }
}

function readList(scan: Scan, depth: number): string | undefined {
  let text = "";
  scan.at++;
  skipSpace(scan);
  if (take(scan, 0x5d)) return "[]";
  for (;;) {
    const json = readValue(scan, depth + 1);
    if (json === undefined) return undefined;
    text += text === "" ? json : scan.style.comma + json;
    skipSpace(scan);
    if (take(scan, 0x5d)) return `[${text}]`;
    if (!take(scan, 0x2c)) return undefined;
    skipSpace(scan);
  }
}

/** Moves behind the closing quote; false for a control character or a missing end. */
function skipString(scan: Scan): boolean {
  const { text } = scan;
  scan.escaped = false;
  scan.foreign = false;
  for (let at = scan.at + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      scan.at = at + 1;
      return true;
    }
    if (unit === 0x5c) {
      scan.escaped = true;
      at++;
    } else if (unit > 0x7e) scan.foreign = true;
    else if (unit < 0x20) return false;
  }
  return false;
}

/** The string just passed, in the style. Without escapes it is its own compact form. */
function stringOf(scan: Scan, start: number): string | undefined {
  const literal = scan.text.slice(start, scan.at);
  if (!scan.escaped) return scan.style.ascii && scan.foreign ? escapeNonAscii(literal) : literal;
  const text = decode(literal);
  return text === undefined ? undefined : quote(text, scan.style);
}

/** The text of a string literal with escapes; undefined for a bad one. */
function decode(literal: string): string | undefined {
  // A lone half next to an escaped other half is no character to Python, but JSON.parse would join the two.
  if (!isEncodable(literal)) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}

function readWord(scan: Scan): string | undefined {
  for (const word of ["true", "false", "null"]) if (takeWord(scan, word)) return word;
  if (scan.constants) for (const word of ["NaN", "Infinity", "-Infinity"]) if (takeWord(scan, word)) return word;
  return undefined;
}

function readNumber(scan: Scan): string | undefined {
  numberLiteral.lastIndex = scan.at;
  const literal = numberLiteral.exec(scan.text)?.[0];
  if (literal === undefined) return undefined;
  scan.at += literal.length;
  if (!isIntegerText(literal)) return floatRepr(Number(literal));
  return literal.length - (literal.startsWith("-") ? 1 : 0) > mostIntegerDigits ? undefined : numberRepr(literal);
}

function takeWord(scan: Scan, word: string): boolean {
  if (!scan.text.startsWith(word, scan.at)) return false;
  scan.at += word.length;
  return true;
}

function take(scan: Scan, unit: number): boolean {
  if (scan.text.charCodeAt(scan.at) !== unit) return false;
  scan.at++;
  return true;
}

function skipSpace(scan: Scan): void {
  scan.at = skipBlank(scan.text, scan.at);
}
