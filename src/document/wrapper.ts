import type { Document } from "./document.ts";
import { asciiQuestion, writeString } from "./edits/style.ts";
import { isObject, type Json, member, type Path } from "./json.ts";
import { parseDocument } from "./parse.ts";
import { pathOf, pointerOf } from "./pointer.ts";
import { BACKSLASH, type Span } from "./scan.ts";
import type { TextFault } from "./text-fault.ts";
import { existing, valueAt } from "./value-at.ts";

/** Where a checkpoint was found in a text, so that its successor can be put back the way it came. */
export interface Wrapper {
  readonly text: string;
  /** The span of the checkpoint's value in `text`. */
  readonly span: Span;
  /** The checkpoint's own text, when it stands there encoded once more, as a JSON string. */
  readonly decoded: string | undefined;
}

export type Unwrapped =
  | { readonly document: Document; readonly wrapper: Wrapper }
  /** A string stands there whose text is no JSON; the place is that of the string. */
  | { readonly fault: TextFault }
  /** There is no such place: the longest beginning of the pointer that exists. */
  | { readonly missing: string };

/** The checkpoint at `pointer` (a valid one) inside a document; a string there is decoded. Paths of the inner document begin at the
 * checkpoint, its places are those of the outer text (in a string: where the string begins). */
export function unwrap(outer: Document, pointer: string): Unwrapped {
  const path = pathOf(pointer) ?? [];
  const span = outer.span(path);
  const value = valueAt(outer.value, path);
  if (span === undefined || value === undefined)
    return { missing: pointerOf(path.slice(0, existing(outer.value, path))) };
  const decoded = typeof value === "string" ? value : undefined;
  const parsed = parseDocument(decoded ?? outer.text.slice(span.start, span.end));
  if ("fault" in parsed) return { fault: { ...parsed.fault, ...outer.place(path) } };
  const place = (within: Path) => outer.place(decoded === undefined ? [...path, ...within] : path);
  const inside = { pointer, decoded: decoded !== undefined };
  return { document: { ...parsed.document, place, inside }, wrapper: { text: outer.text, span, decoded } };
}

/** The outer text with the checkpoint's new text in the place of the old one. */
export function rewrap(wrapper: Wrapper, inner: string): string {
  const { text, span, decoded } = wrapper;
  const literal = text.slice(span.start, span.end);
  const written = decoded === undefined ? inner : respell(literal, decoded, inner, asciiQuestion(text));
  return text.slice(0, span.start) + written + text.slice(span.end);
}

/** The literal of a changed string. What the old and the new string begin and end with keeps its spelling, escapes included. */
function respell(literal: string, old: string, now: string, isAscii: () => boolean): string {
  if (old === now) return literal;
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old.charCodeAt(head) === now.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && old.charCodeAt(old.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail))
    tail++;
  const kept = literalOffsets(literal, head, old.length - tail);
  const middle = writeString(now.slice(head, now.length - tail), isAscii).slice(1, -1);
  return literal.slice(0, kept.head) + middle + literal.slice(kept.tail);
}

/** Where two positions of a string (head <= tail) stand in its literal. */
function literalOffsets(literal: string, head: number, tail: number): { head: number; tail: number } {
  const found = { head: 1, tail: 1 };
  let here = 1;
  for (let unit = 0; unit <= tail; unit++) {
    if (unit === head) found.head = here;
    if (unit === tail) found.tail = here;
    if (literal.charCodeAt(here) !== BACKSLASH) here++;
    else here += literal.charAt(here + 1) === "u" ? 6 : 2;
  }
  return found;
}

/** How deep and how long `suggestAt` looks: a hint is not worth a walk through everything. */
const deepestPath = 4;
const mostValues = 5000;
/** So much of a base64 text is decoded. */
const longestLook = 65_536;

/** Where a checkpoint stands inside a value that is none itself, for the hint to use `--at`: an object with a schema version, or a string
 * that holds the text of one, perhaps in base64, which `--at` does not decode. The outermost one; undefined when there is none near the root. */
export function suggestAt(value: Json): { readonly pointer: string; readonly isBase64: boolean } | undefined {
  const queue: { value: Json; path: Path }[] = [{ value, path: [] }];
  for (const next of queue) {
    const isBase64 = isBase64Checkpoint(next.value);
    if (isBase64 || looksLikeCheckpoint(next.value)) return { pointer: pointerOf(next.path), isBase64 };
    if (typeof next.value !== "object" || next.value === null || next.path.length >= deepestPath) continue;
    for (const [key, child] of Object.entries(next.value)) {
      if (queue.length >= mostValues) break;
      queue.push({ value: child, path: [...next.path, key] });
    }
  }
  return undefined;
}

function looksLikeCheckpoint(value: Json): boolean {
  if (isObject(value)) return typeof member(value, "$schemaVersion") === "string";
  // With the quotes and backslashes of a text that was encoded more than once.
  return typeof value === "string" && /^[\s"\\]*\{/.test(value) && /"\$schemaVersion\\*"/.test(value);
}

function isBase64Checkpoint(value: Json): boolean {
  if (typeof value !== "string" || !/^[\w+/-]{40}/.test(value)) return false;
  return looksLikeCheckpoint(Buffer.from(value.slice(0, longestLook), "base64").toString());
}
