import { define, isObject, type Json } from "./json.ts";
import { BACKSLASH, COLON, COMMA, isBlank, OPEN_LIST, QUOTE, skipBlank } from "./scan.ts";

/** The SDK writes the items of a run twice, one list directly behind the other, and nearly always the same text (96 of 100 checkpoints of sixteen
 * releases). The quote before a key is left out: V8 would stop at each. */
const first = 'generated_items"';
const second = 'session_items"';

interface Twins {
  /** Where the first list begins, and where the text goes on behind the second. */
  readonly start: number;
  readonly end: number;
  readonly list: string;
}

function twinsIn(text: string): Twins | undefined {
  const start = listBehind(text, first, 0);
  const next = start === -1 ? -1 : text.indexOf(second, start) - 1;
  if (next < 0) return undefined;
  const comma = lastBefore(text, next);
  const twin = listBehind(text, second, next);
  if (twin === -1 || text.charCodeAt(comma) !== COMMA) return undefined;
  const end = twin + comma - start;
  const list = text.slice(start, comma);
  return list === text.slice(twin, end) ? { start, end, list } : undefined;
}

/** Where the list of the first such key begins; -1 when it is no key, or no list. */
function listBehind(text: string, ending: string, from: number): number {
  const key = text.indexOf(ending, from);
  if (text.charCodeAt(key - 1) !== QUOTE || text.charCodeAt(key - 2) === BACKSLASH) return -1;
  const colon = skipBlank(text, key + ending.length);
  const start = skipBlank(text, colon + 1);
  return text.charCodeAt(colon) === COLON && text.charCodeAt(start) === OPEN_LIST ? start : -1;
}

/** The last offset before `at` that is no blank. */
function lastBefore(text: string, at: number): number {
  let here = at - 1;
  while (isBlank(text.charCodeAt(here))) here--;
  return here;
}

/** What JSON.parse makes of a text with such twins, with one list in both places: to read it once spares a large checkpoint a third of its
 * values. Undefined for any other text. What stands before the list, the list, and what stands behind its twin must each be whole, the
 * ends put on: so their values are those of the text. */
export function readWithTwins(text: string): Json | undefined {
  const twins = twinsIn(text);
  if (twins === undefined) return undefined;
  const comma = skipBlank(text, twins.end);
  const next = skipBlank(text, comma + 1);
  if (text.charCodeAt(comma) !== COMMA || text.charCodeAt(next) !== QUOTE) return undefined;
  try {
    const value = JSON.parse(`${text.slice(0, twins.start)}0}`) as Json;
    const behind = JSON.parse(`{${text.slice(next)}`) as Json;
    if (!isObject(value) || !isObject(behind)) return undefined;
    const list = JSON.parse(twins.list) as Json;
    value.generated_items = list;
    value.session_items = list;
    for (const key in behind) define(value, key, behind[key] as Json);
    return value;
  } catch {
    return undefined;
  }
}
