import { placeAt } from "./place.ts";

/** Why a text is no document of Python's json module, or under `--at` and `--ndjson` no wrapper around a checkpoint. */
export type TextFaultRule =
  | "not-a-checkpoint"
  | "not-utf8"
  | "byte-order-mark"
  | "not-json"
  | "integer-too-long"
  | "nested-too-deep"
  | "too-large"
  | "empty";

/** What the grammar asked for where `not-json` stopped. */
export type Expected =
  | "value"
  | "key"
  | "key-or-end-of-object"
  | "colon"
  | "comma-or-end-of-list"
  | "comma-or-end-of-object"
  | "end-of-text"
  | "end-of-string"
  | "digit"
  | "escape"
  | "hex-digits";

/** The kind of text that stood there instead: a kind, never the text itself. */
export type Found =
  | "end-of-text"
  | "comma"
  | "colon"
  | "opening-bracket"
  | "closing-bracket"
  | "quote"
  | "single-quote"
  | "digit"
  | "letter"
  | "control-character"
  | "blank-of-another-kind"
  | "comment"
  | "markup"
  | "base64"
  | "doubled-escape"
  | "other";

/** What bytes are that are no UTF-8, by their first two. */
export type ByteFormat = "gzip" | "pickle" | "utf-16";

/** A text that holds no document to judge. `offset` counts UTF-16 units from 0 (bytes for `not-utf8`); line and column
 * (UTF-16 units) count from 1. `args` holds kinds and counts, never text of the document. */
export interface TextFault {
  readonly rule: TextFaultRule;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly args: Readonly<{
    expected?: Expected;
    found?: Found | `nothing at ${string}`;
    limit?: number;
    count?: number;
    format?: ByteFormat;
  }>;
}

export function faultAt(text: string, rule: TextFaultRule, offset: number, args: TextFault["args"] = {}): TextFault {
  return { rule, ...placeAt(text, offset), args };
}

/** A line that has nothing where `--at` points. */
export function nothingAt(pointer: string): TextFault {
  return faultAt("", "not-a-checkpoint", 0, { found: `nothing at ${pointer}` });
}

/** A `not-json` fault at `offset`; `stop` is where the text that does not fit stands, if that is further on. */
export function unexpected(text: string, offset: number, expected: Expected, stop = offset): TextFault {
  return faultAt(text, "not-json", offset, { expected, found: kindOf(text, stop) });
}

const marks: Readonly<Record<string, Found>> = {
  ",": "comma",
  ":": "colon",
  "{": "opening-bracket",
  "[": "opening-bracket",
  "}": "closing-bracket",
  "]": "closing-bracket",
  '"': "quote",
  "'": "single-quote",
  "#": "comment",
};

/** Enough of a text to tell what it is. */
const longestLook = 4096;

function kindOf(text: string, offset: number): Found {
  const character = text.charAt(offset);
  if (character === "") return "end-of-text";
  // An escaped quote whose backslash was escaped once more ends its string.
  if (text.endsWith('\\\\"', offset)) return "doubled-escape";
  if (character === "<" && text.slice(0, offset).trim() === "") return "markup";
  if (offset === 0 && /^[\w+/-]{40,}=*\s*$/.test(text.slice(0, longestLook))) return "base64";
  if (Object.hasOwn(marks, character)) return marks[character] ?? "other";
  if (/[0-9]/.test(character)) return "digit";
  if (/[A-Za-z]/.test(character)) return "letter";
  if (character === "/" && /[/*]/.test(text.charAt(offset + 1))) return "comment";
  if (character.charCodeAt(0) < 32) return "control-character";
  return /\s/.test(character) ? "blank-of-another-kind" : "other";
}
