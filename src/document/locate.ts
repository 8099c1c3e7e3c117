import type { Document } from "./document.ts";
import { escapesOf } from "./escapes.ts";
import type { Json, Path } from "./json.ts";
import { jumper } from "./jump.ts";
import { mayBeInt } from "./limits.ts";
import { placer } from "./place.ts";
import {
  CAPITAL_E,
  endOfValue,
  isDigit,
  type Layout,
  type LongEnds,
  layoutOf,
  MINUS,
  POINT,
  rootSpan,
  SMALL_E,
  type Span,
  skipBlank,
} from "./scan.ts";
import type { Shape } from "./shape.ts";
import { existing, valueAt } from "./value-at.ts";

/** What is known of a text beforehand. */
export interface Known {
  readonly pieces: readonly string[];
  readonly mayHoldSurrogates: boolean;
}

/** Joins a text with its value to a document. Nothing is scanned before the first question. */
export function createDocument(text: string, value: Json, shape: Shape, known?: Known): Document {
  const { mayHoldSurrogates, hidesLetters } = escapesOf(text, known?.mayHoldSurrogates);
  const startOf = locator(text, value, hidesLetters);
  const placeOf = placer(text);
  const span = (path: Path): Span | undefined => {
    if (path.length === 0) return rootSpan(text);
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
    pieces: known?.pieces,
    value,
    shape,
    mayHoldSurrogates,
    hidesLetters,
    span,
    numberText,
    place: (path) => placeOf(startOf(path, existing(value, path)) ?? 0),
    isInteger: (path) => {
      const number = valueAt(value, path);
      const start = typeof number === "number" && mayBeInt(number) ? startOf(path, path.length) : undefined;
      return start !== undefined && isIntAt(text, start);
    },
  };
}

/** Whether the number literal at `start` has no fraction, no exponent, and is no word. */
function isIntAt(text: string, start: number): boolean {
  let here = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const digits = here;
  while (isDigit(text.charCodeAt(here))) here++;
  const code = text.charCodeAt(here);
  return here > digits && code !== POINT && code !== SMALL_E && code !== CAPITAL_E;
}

/** A container that has been read, its keys by name (of repeated keys the last). */
interface Container {
  readonly layout: Layout;
  readonly byKey: ReadonlyMap<string, number> | undefined;
}

/** Finds where the value at the first `length` steps of a path begins. Each container is read once and remembered; a key that
 * occurs once in the whole text is jumped to, without reading what stands before it. */
function locator(
  text: string,
  value: Json,
  hidesLetters: () => boolean,
): (path: Path, length: number) => number | undefined {
  const containers = new Map<number, Container>();
  const ends: LongEnds = new Map();
  const jump = jumper(text, hidesLetters);
  const known = (open: number): Container => {
    let found = containers.get(open);
    if (found === undefined) {
      found = readContainer(text, open, ends);
      containers.set(open, found);
    }
    return found;
  };
  // Questions come in rows, one for each entry of a container.
  let parent: { readonly path: Path; readonly container: Container } | undefined;
  const down = (path: Path, length: number): number | undefined => {
    if (parent !== undefined && isParent(parent.path, path, length)) {
      return childStart(parent.container, path[length - 1] ?? 0);
    }
    const landing = longestFirst(path, length).find((place) => jump(path[place] ?? 0) !== undefined);
    let at = landing === undefined ? 0 : landing + 1;
    let start = landing === undefined ? skipBlank(text, 0) : jump(path[landing] ?? 0);
    for (; at < length && start !== undefined; at++) {
      const container = known(start);
      start = childStart(container, path[at] ?? 0);
      if (at === length - 1) parent = { path: path.slice(0, at), container };
    }
    return start;
  };
  return (path, length) => (existing(value, path) < length ? undefined : down(path, length));
}

/** Places of the first `length` steps, those with long keys first: they are found faster, and are more often the only ones. */
function longestFirst(path: Path, length: number): number[] {
  const lengthOf = (step: string | number | undefined) => (typeof step === "string" ? step.length : 0);
  const places = Array.from({ length }, (_, place) => length - 1 - place);
  return places.sort((a, b) => lengthOf(path[b]) - lengthOf(path[a]));
}

function isParent(parent: Path, path: Path, length: number): boolean {
  if (parent.length !== length - 1) return false;
  for (let index = 0; index < parent.length; index++) if (parent[index] !== path[index]) return false;
  return true;
}

function readContainer(text: string, open: number, ends: LongEnds): Container {
  const layout = layoutOf(text, open, ends);
  return { layout, byKey: layout.keys && new Map(layout.keys.map((key, index) => [key, index])) };
}

function childStart(container: Container, step: string | number): number | undefined {
  const index = container.byKey === undefined ? Number(step) : container.byKey.get(String(step));
  return index === undefined ? undefined : container.layout.starts[index];
}
