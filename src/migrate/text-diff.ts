import { endOfValue, layoutOf, OPEN_LIST, OPEN_OBJECT, skipBlank } from "../document/scan.ts";

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
  const hunks: Hunk[] = [];
  const oldStart = skipBlank(old, 0);
  const start = skipBlank(now, 0);
  const oldEnd = endOfValue(old, oldStart);
  const end = endOfValue(now, start);
  push(hunks, old, [0, oldStart], now, [0, start]);
  compare(hunks, old, [oldStart, oldEnd], now, [start, end]);
  push(hunks, old, [oldEnd, old.length], now, [end, now.length]);
  return hunks;
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

type Bounds = readonly [start: number, end: number];

function push(hunks: Hunk[], old: string, from: Bounds, now: string, to: Bounds): void {
  const text = old.slice(...from);
  if (text !== now.slice(...to)) hunks.push({ at: to[0], length: to[1] - to[0], text });
}

/** Two values: equal text, containers of one kind compared part by part, or one hunk. */
function compare(hunks: Hunk[], old: string, from: Bounds, now: string, to: Bounds): void {
  if (from[1] - from[0] === to[1] - to[0] && old.slice(...from) === now.slice(...to)) return;
  const code = old.charCodeAt(from[0]);
  const opens = code === OPEN_LIST || code === OPEN_OBJECT;
  if (!opens || now.charCodeAt(to[0]) !== code) {
    push(hunks, old, from, now, to);
    return;
  }
  const before = entriesOf(old, from[0]);
  const after = entriesOf(now, to[0]);
  let oldAt = from[0];
  let nowAt = to[0];
  // Between two values that both texts have stands all that came or went: names, commas, whole members.
  for (const [index, other] of pairs(before, after)) {
    const [oldStart, oldEnd] = before[index]?.bounds ?? from;
    const [start, end] = after[other]?.bounds ?? to;
    push(hunks, old, [oldAt, oldStart], now, [nowAt, start]);
    compare(hunks, old, [oldStart, oldEnd], now, [start, end]);
    oldAt = oldEnd;
    nowAt = end;
  }
  push(hunks, old, [oldAt, from[1]], now, [nowAt, to[1]]);
}

interface EntryBounds {
  readonly key: string;
  readonly bounds: Bounds;
}

function entriesOf(text: string, open: number): EntryBounds[] {
  const layout = layoutOf(text, open);
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
