import { endOfValue, type LongEnds, layoutOf, OPEN_LIST, OPEN_OBJECT, skipBlank } from "../document/scan.ts";

/** At `at` of the new text `length` characters stand for `text` of the old one. */
export interface Hunk {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** What turns the new text back into the old one: two JSON texts, the new one made from the old by edits, so that
 * members keep their order. Values with the same text are stepped over, containers opened only where they differ.
 * Hunks stand in the order of the text. */
export function hunksBetween(old: string, now: string): Hunk[] {
  const difference: Difference = { old, oldEnds: new Map(), now, ends: new Map(), hunks: [] };
  const oldStart = skipBlank(old, 0);
  const start = skipBlank(now, 0);
  const oldEnd = endOfValue(old, oldStart, difference.oldEnds);
  const end = endOfValue(now, start, difference.ends);
  push(difference, [0, oldStart], [0, start]);
  compare(difference, [oldStart, oldEnd], [start, end]);
  push(difference, [oldEnd, old.length], [end, now.length]);
  return difference.hunks;
}

/** The old text from the new one; undefined when a hunk does not fit. */
export function applyHunks(now: string, hunks: readonly Hunk[]): string | undefined {
  let text = "";
  let at = 0;
  for (const hunk of hunks) {
    if (hunk.at < at || hunk.at + hunk.length > now.length) return undefined;
    text += now.slice(at, hunk.at) + hunk.text;
    at = hunk.at + hunk.length;
  }
  return text + now.slice(at);
}

/** Two texts, and what was found of them. */
interface Difference {
  readonly old: string;
  readonly oldEnds: LongEnds;
  readonly now: string;
  readonly ends: LongEnds;
  readonly hunks: Hunk[];
}

type Bounds = readonly [start: number, end: number];

function push({ old, now, hunks }: Difference, from: Bounds, to: Bounds): void {
  const text = old.slice(...from);
  if (text !== now.slice(...to)) hunks.push({ at: to[0], length: to[1] - to[0], text });
}

/** Two values: equal text, containers of one kind compared part by part, or one hunk. */
function compare(difference: Difference, from: Bounds, to: Bounds): void {
  const { old, now } = difference;
  if (from[1] - from[0] === to[1] - to[0] && old.slice(...from) === now.slice(...to)) return;
  const code = old.charCodeAt(from[0]);
  const opens = code === OPEN_LIST || code === OPEN_OBJECT;
  if (!opens || now.charCodeAt(to[0]) !== code) {
    push(difference, from, to);
    return;
  }
  const before = entriesOf(old, from[0], difference.oldEnds);
  const after = entriesOf(now, to[0], difference.ends);
  let oldAt = from[0];
  let nowAt = to[0];
  // Between two values that both texts have stands all that came or went: names, commas, whole members.
  for (const [index, other] of pairs(before, after)) {
    const [oldStart, oldEnd] = before[index]?.bounds ?? from;
    const [start, end] = after[other]?.bounds ?? to;
    push(difference, [oldAt, oldStart], [nowAt, start]);
    compare(difference, [oldStart, oldEnd], [start, end]);
    oldAt = oldEnd;
    nowAt = end;
  }
  push(difference, [oldAt, from[1]], [nowAt, to[1]]);
}

interface EntryBounds {
  readonly key: string;
  readonly bounds: Bounds;
}

function entriesOf(text: string, open: number, ends: LongEnds): EntryBounds[] {
  const layout = layoutOf(text, open, ends);
  return layout.starts.map((start, index) => ({
    key: layout.keys?.[index] ?? String(index),
    bounds: [start, layout.ends[index] ?? start],
  }));
}

/** The entries that both have, in their common order. */
function pairs(before: readonly EntryBounds[], after: readonly EntryBounds[]): [number, number][] {
  const found: [number, number][] = [];
  const places = new Map(after.map(({ key }, index) => [key, index]));
  let next = 0;
  before.forEach(({ key }, index) => {
    const other = after[next]?.key === key ? next : places.get(key);
    if (other === undefined || other < next) return;
    found.push([index, other]);
    next = other + 1;
  });
  return found;
}
