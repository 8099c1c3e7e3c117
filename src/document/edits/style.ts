import { escapeUnit } from "../escapes.ts";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  endOfString,
  endOfValue,
  isBlank,
  OPEN_OBJECT,
  QUOTE,
  rootSpan,
  skipBlank,
} from "../scan.ts";
import { isList, isVerbatim, type NewJson, spellingOf } from "./new-json.ts";

/** How a text is laid out, so that new parts look like the old ones. */
export interface Style {
  /** Line break and one level of indentation; undefined for a text on one line. */
  readonly lines: { readonly newline: string; readonly unit: string; readonly base: string } | undefined;
  /** Between key and value, and behind the comma of a text on one line. */
  readonly colon: string;
  readonly gap: string;
  /** Whether the text is pure ASCII, so that new strings are escaped. Looked at only for strings that are not. */
  readonly isAscii: () => boolean;
}

/** json.dumps without indent. */
export const compactStyle: Style = { lines: undefined, colon: ": ", gap: " ", isAscii: () => true };

/** The style of a text, told by its root and the first member of it. A root without members is taken for what the SDK writes: two spaces,
 * or one line when another line would be the first. */
export function styleOf(text: string): Style {
  const open = skipBlank(text, 0);
  const first = skipBlank(text, open + 1);
  const lead = text.slice(open + 1, first);
  const isEmpty = !isOpening(text, open) || isClosing(text, first);
  const member = isEmpty ? undefined : readFirst(text, open, first);
  // Where each member has a line of its own, what follows a comma says nothing about a value on one line.
  const gap = member?.gap === undefined || /[\r\n]/.test(member.gap) ? undefined : member.gap;
  return {
    lines: lead.includes("\n") ? linesOf(text, lead) : undefined,
    colon: member?.colon ?? ": ",
    gap: gap ?? (member?.colon === ":" ? "" : " "),
    isAscii: asciiQuestion(text),
  };
}

function isOpening(text: string, at: number): boolean {
  return text.charAt(at) === "{" || text.charAt(at) === "[";
}

function isClosing(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === CLOSE_OBJECT || code === CLOSE_LIST || at >= text.length;
}

function linesOf(text: string, lead: string): Style["lines"] {
  const inner = indentOf(lead);
  const base = indentOf(blanksBefore(text, rootSpan(text).end - 1));
  const unit = inner.length > base.length && inner.startsWith(base) ? inner.slice(base.length) : inner;
  return { newline: lead.includes("\r\n") ? "\r\n" : "\n", unit, base };
}

function blanksBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}

/** What stands behind the last line break. */
export function indentOf(blanks: string): string {
  return blanks.slice(blanks.lastIndexOf("\n") + 1);
}

function readFirst(text: string, open: number, first: number): { colon: string | undefined; gap: string | undefined } {
  let start = first;
  let colon: string | undefined;
  if (text.charCodeAt(open) === OPEN_OBJECT && text.charCodeAt(first) === QUOTE) {
    const end = endOfString(text, first);
    start = skipBlank(text, skipBlank(text, end) + 1);
    colon = text.slice(end, start);
  }
  const comma = skipBlank(text, endOfValue(text, start));
  const gap = text.charCodeAt(comma) === COMMA ? text.slice(comma + 1, skipBlank(text, comma + 1)) : undefined;
  return { colon, gap };
}

/** Whether a text is pure ASCII, looked at when first asked. */
export function asciiQuestion(text: string): () => boolean {
  let answer: boolean | undefined;
  return () => {
    answer ??= isAsciiText(text);
    return answer;
  };
}

function isAsciiText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  return !/[^\x00-\x7f]/.test(text);
}

/** A string as json.dumps writes it, with or without `ensure_ascii`. */
export function writeString(value: string, isAscii: () => boolean): string {
  const written = JSON.stringify(value);
  if (isAsciiText(written) && !written.includes("\x7f")) return written;
  return isAscii() ? written.replace(/[\x7f-\uffff]/g, escapeUnit) : written;
}

/** A number of a new value. Whole numbers are ints for Python, so 1 is never written for 1.0 that a document holds: copy it verbatim. */
function writeNumber(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  return Number.isFinite(value) && Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** A new value in the style of a text. `indent` is the indentation of the line on which it begins; undefined keeps it on that line. */
export function writeValue(value: NewJson, style: Style, indent: string | undefined): string {
  if (typeof value === "string") return writeString(value, style.isAscii);
  if (typeof value === "number") return writeNumber(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isVerbatim(value)) return reindent(spellingOf(value), indent);
  const below = indent !== undefined && style.lines !== undefined ? indent + style.lines.unit : undefined;
  if (isList(value)) {
    const entries = value.map((child) => writeValue(child, style, below));
    return enclose("[", entries, "]", style, indent);
  }
  const members = Object.entries(value).map(
    ([key, child]) => writeString(key, style.isAscii) + style.colon + writeValue(child, style, below),
  );
  return enclose("{", members, "}", style, indent);
}

function enclose(
  open: string,
  parts: readonly string[],
  close: string,
  style: Style,
  indent: string | undefined,
): string {
  if (parts.length === 0) return open + close;
  if (indent === undefined || style.lines === undefined) return open + parts.join(`,${style.gap}`) + close;
  const { newline, unit } = style.lines;
  const lead = newline + indent + unit;
  return open + lead + parts.join(`,${lead}`) + newline + indent + close;
}

/** Moves a JSON text of several lines to another indentation. Strings hold no line breaks, so each one is layout. */
export function reindent(text: string, indent: string | undefined): string {
  const last = text.lastIndexOf("\n");
  if (last === -1 || indent === undefined) return text;
  const old = text.slice(last + 1, skipBlank(text, last + 1));
  return old === indent ? text : text.replaceAll(`\n${old}`, `\n${indent}`);
}
