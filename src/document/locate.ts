import type { Document } from "./document.ts";
import { isObject, type Json, member, type Path } from "./json.ts";
import { placer } from "./place.ts";
import { COLON, endOfValue, type Layout, layoutOf, type Span, skipBlank } from "./scan.ts";
import type { Shape } from "./shape.ts";

/** Joins a text with its value to a document. Nothing is scanned before the first question. */
export function createDocument(text: string, value: Json, shape: Shape): Document {
  const startOf = locator(text, value);
  const placeOf = placer(text);
  const span = (path: Path): Span | undefined => {
    const start = startOf(path, path.length);
    return start === undefined ? undefined : { start, end: endOfValue(text, start) };
  };
  const numberText = (path: Path): string | undefined => {
    if (typeof valueAt(value, path) !== "number") return undefined;
    const found = span(path);
    return found && text.slice(found.start, found.end);
  };
  return {
    text,
    value,
    shape,
    span,
    numberText,
    place: (path) => placeOf(startOf(path, existing(value, path)) ?? 0),
    isInteger: (path) => mayBeInteger(valueAt(value, path)) && /^-?[0-9]+$/.test(numberText(path) ?? ""),
  };
}

/** A number whose literal can be an int: whole, or an int so long that JavaScript reads it as an infinity. */
function mayBeInteger(value: Json | undefined): boolean {
  return Number.isInteger(value) || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

/** The child `step` of a value: own members of objects, entries of lists (the index as a number or as its digits). */
function childOf(value: Json | undefined, step: string | number): Json | undefined {
  if (Array.isArray(value)) return isIndex(step) ? value[Number(step)] : undefined;
  return isObject(value) ? member(value, String(step)) : undefined;
}

function isIndex(step: string | number): boolean {
  return typeof step === "number" || /^(?:0|[1-9][0-9]*)$/.test(step);
}

/** The value at `path`, or undefined when there is none. */
export function valueAt(value: Json, path: Path): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    here = childOf(here, step);
    if (here === undefined) return undefined;
  }
  return here;
}

/** How many steps of `path` exist. */
function existing(value: Json, path: Path): number {
  let here: Json | undefined = value;
  for (let length = 0; length < path.length; length++) {
    here = childOf(here, path[length] ?? "");
    if (here === undefined) return length;
  }
  return path.length;
}

/** A container that has been read, its keys by name (of repeated keys the last). */
interface Known {
  readonly layout: Layout;
  readonly byKey: ReadonlyMap<string, number> | undefined;
}

/** Finds where the value at the first `length` steps of a path begins. Each container is read once and remembered; a key that
 * occurs once in the whole text is jumped to, without reading what stands before it. */
function locator(text: string, value: Json): (path: Path, length: number) => number | undefined {
  const containers = new Map<number, Known>();
  const jump = jumper(text);
  const known = (open: number): Known => {
    let found = containers.get(open);
    if (found === undefined) {
      found = readContainer(text, open);
      containers.set(open, found);
    }
    return found;
  };
  const down = (path: Path, length: number): number | undefined => {
    let at = length;
    let start: number | undefined;
    while (at > 0 && start === undefined) {
      start = jump(path[at - 1] ?? 0);
      if (start === undefined) at--;
    }
    start ??= skipBlank(text, 0);
    for (; at < length && start !== undefined; at++) start = childStart(known(start), path[at] ?? 0);
    return start;
  };
  return (path, length) => (existing(value, path) < length ? undefined : down(path, length));
}

function readContainer(text: string, open: number): Known {
  const layout = layoutOf(text, open);
  return { layout, byKey: layout.keys && new Map(layout.keys.map((key, index) => [key, index])) };
}

function childStart(container: Known, step: string | number): number | undefined {
  const index = container.byKey === undefined ? Number(step) : container.byKey.get(String(step));
  return index === undefined ? undefined : container.layout.starts[index];
}

/** Searches of the whole text that one document may cost. A few are cheaper than reading the root (3 µs against 14 in 14 kB), many are not. */
const SEARCHES = 6;

/** Jumps to the value of a key that occurs once in the text. Sound because the caller knows that the path exists: its key is
 * spelled somewhere, plainly (no escape in the text stands for an ASCII character), and there is one place with that
 * spelling. A second occurrence, also inside another string, means no jump. */
function jumper(text: string): (step: string | number) => number | undefined {
  const found = new Map<string, number | undefined>();
  let plain: boolean | undefined;
  const search = (key: string): number | undefined => {
    plain ??= !text.includes("\\u00") || !/\\u00[2-7]/.test(text);
    if (!plain) return undefined;
    const token = `${key}"`;
    const at = text.indexOf(token);
    if (at === -1 || text.indexOf(token, at + 1) !== -1) return undefined;
    const colon = skipBlank(text, at + token.length);
    return text.charCodeAt(colon) === COLON ? skipBlank(text, colon + 1) : undefined;
  };
  return (step) => {
    if (typeof step === "number" || !/^[A-Za-z_$]{8,}$/.test(step)) return undefined;
    if (found.has(step)) return found.get(step);
    if (found.size >= SEARCHES) return undefined;
    const start = search(step);
    found.set(step, start);
    return start;
  };
}
