/** The lowest layer: where strings, scalars and containers end in a JSON text. All of it expects text that a parser has
 * accepted (see `parse.ts`), is iterative, and passes over a character a few times at most. */

export const QUOTE = 34;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const COLON = 58;
export const CAPITAL_E = 69;
export const OPEN_LIST = 91;
export const BACKSLASH = 92;
export const CLOSE_LIST = 93;
export const SMALL_E = 101;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;

/** A stretch of the text: `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** JSON's blanks, the same four for Python and JavaScript. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The first offset from `at` that is no blank. */
export function skipBlank(text: string, at: number): number {
  let here = at;
  while (isBlank(text.charCodeAt(here))) here++;
  return here;
}

/** The offset behind the string that opens at `open`; the text's length when it never ends. */
export function endOfString(text: string, open: number): number {
  let from = open + 1;
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', from)) {
    if (!isEscaped(text, quote, from)) return quote + 1;
    from = quote + 1;
  }
  return text.length;
}

/** Whether the character at `at` is escaped; no escape reaches over `from`. */
function isEscaped(text: string, at: number, from: number): boolean {
  let here = at - 1;
  while (here >= from && text.charCodeAt(here) === BACKSLASH) here--;
  return (at - 1 - here) % 2 === 1;
}

/** Where long containers of a text end, by where they open. Who reads containers one within the other keeps the ends met on the way, so
 * that what stands deep is not passed over again at each level. */
export type LongEnds = Map<number, number>;

/** Shorter ones are passed over sooner than looked up. */
const longLength = 4096;

/** The offset behind the value (of any kind) that begins at `start`. */
export function endOfValue(text: string, start: number, ends?: LongEnds): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return endOfScalar(text, start);
  if (first === OPEN_LIST) {
    // Of numbers and words, as the long lists of places are: no need to look at each character.
    const close = text.indexOf("]", start);
    if (close !== -1 && !/["[{]/.test(text.slice(start + 1, close))) return close + 1;
  }
  return ends?.get(start) ?? endOfContainer(text, start, ends);
}

function endOfContainer(text: string, start: number, ends: LongEnds | undefined): number {
  const opens = [start];
  let here = start + 1;
  while (here < text.length) {
    const code = text.charCodeAt(here);
    if (code === QUOTE) {
      here = endOfString(text, here);
      continue;
    }
    here++;
    if (code === OPEN_OBJECT || code === OPEN_LIST) opens.push(here - 1);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      const open = opens.pop() ?? start;
      if (here - open > longLength) ends?.set(open, here);
      if (opens.length === 0) return here;
    }
  }
  return here;
}

function endOfScalar(text: string, start: number): number {
  let here = start;
  while (here < text.length) {
    const code = text.charCodeAt(here);
    if (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_LIST || isBlank(code)) return here;
    here++;
  }
  return here;
}

/** What a container holds, in the order of the text. Repeated keys stand there as often as they occur. */
export interface Layout {
  /** Offset of the opening and behind the closing bracket. */
  readonly open: number;
  readonly close: number;
  /** Spans of the values. */
  readonly starts: number[];
  readonly ends: number[];
  /** Of an object: the keys and where they begin. Undefined for a list. */
  readonly keys: string[] | undefined;
  readonly keyStarts: number[];
}

/** Reads the container that opens at `open`. */
export function layoutOf(text: string, open: number, longEnds?: LongEnds): Layout {
  const keys: string[] | undefined = text.charCodeAt(open) === OPEN_OBJECT ? [] : undefined;
  const starts: number[] = [];
  const ends: number[] = [];
  const keyStarts: number[] = [];
  let here = skipBlank(text, open + 1);
  let code = text.charCodeAt(here);
  while (code !== CLOSE_OBJECT && code !== CLOSE_LIST) {
    if (keys !== undefined) {
      const end = endOfString(text, here);
      keys.push(decodeString(text, here, end));
      keyStarts.push(here);
      here = skipBlank(text, skipBlank(text, end) + 1);
    }
    starts.push(here);
    here = endOfValue(text, here, longEnds);
    ends.push(here);
    here = skipBlank(text, here);
    code = text.charCodeAt(here);
    if (code === COMMA) here = skipBlank(text, here + 1);
    code = text.charCodeAt(here);
    if (here >= text.length) break;
  }
  return { open, close: here + 1, starts, ends, keys, keyStarts };
}

/** The span of the one value that a text holds, the blanks around it left out. */
export function rootSpan(text: string): Span {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return { start: skipBlank(text, 0), end };
}

/** The value of the string literal in that span. */
export function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes("\\") ? (JSON.parse(text.slice(start, end)) as string) : inner;
}

/** The spans of the values of all members of that plain name, at any level. The text must not hide letters. */
export function valuesNamed(text: string, name: string): Span[] {
  // The quote before the name is left out of the search: every key begins with one, and V8 would stop at each of them.
  const ending = `${name}"`;
  const spans: Span[] = [];
  for (let key = text.indexOf(ending); key !== -1; key = text.indexOf(ending, key + ending.length)) {
    const colon = skipBlank(text, key + ending.length);
    if (text.charCodeAt(key - 1) !== QUOTE || text.charCodeAt(colon) !== COLON) continue;
    const start = skipBlank(text, colon + 1);
    spans.push({ start, end: endOfValue(text, start) });
  }
  return spans;
}
