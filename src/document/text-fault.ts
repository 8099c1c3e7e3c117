import { type ForeignText, foreignTextOf } from "./foreign-text.ts";
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
  | ForeignText
  | "end-of-text"
  | "comma"
  | "colon"
  | "opening-bracket"
  | "closing-bracket"
  | "quote"
  | "single-quote"
  | "python-word"
  | "digit"
  | "letter"
  | "line-break"
  | "nul"
  | "control-character"
  | "blank-of-another-kind"
  | "comment"
  | "merge-mark"
  | "ellipsis"
  | "escape-outside"
  | "doubled-escape"
  | "html-escape"
  | "curly-quote"
  | "other";

/** What bytes are that are no UTF-8, by their first ones. */
export type ByteFormat = "packed" | "gzip" | "pickle" | "utf-16" | "sqlite" | "redis-dump";

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

/** By what begins at the place; the first that fits. Made when a fault is told. */
const kinds = (): readonly (readonly [Found, RegExp])[] => [
  ["merge-mark", /^(?:<{7}|={7}|>{7}|\|{7})/],
  ["comment", /^(?:#|\/[/*])/],
  ["comma", /^,/],
  ["colon", /^:/],
  ["opening-bracket", /^[{[]/],
  ["closing-bracket", /^[}\]]/],
  ["quote", /^"/],
  ["single-quote", /^'/],
  ["python-word", /^(?:True|False|None)\b|^[bfr]['"]/],
  ["digit", /^\d/],
  ["letter", /^[a-z]/i],
  ["ellipsis", /^(?:\.\.\.|\u2026)/],
  ["escape-outside", /^\\["n]/],
  ["html-escape", /^&(?:quot|#34|#x22|nbsp);/],
  ["curly-quote", /^[\u2018-\u201e]/],
  ["line-break", /^[\r\n]/],
  ["nul", /^\0/],
  ["control-character", /^\p{Cc}/u],
  ["blank-of-another-kind", /^\s/],
];

function kindOf(text: string, offset: number): Found {
  if (offset >= text.length) return "end-of-text";
  // An escaped quote whose backslash was escaped once more ends its string.
  if (text.endsWith('\\\\"', offset)) return "doubled-escape";
  const here = text.slice(offset, offset + 8);
  return foreignTextOf(text) ?? kinds().find(([, pattern]) => pattern.test(here))?.[0] ?? "other";
}
