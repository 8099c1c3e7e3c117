import type { Place } from "./document.ts";

/** Line and column of one offset, found by counting from the start. For many offsets use `placer`. */
export function placeAt(text: string, offset: number): Place {
  return placeFrom(text, 0, offset);
}

/** The same, counted from the start of a line as if it were the first. */
function placeFrom(text: string, from: number, offset: number): Place {
  let line = 1;
  let start = from;
  for (let next = text.indexOf("\n", from); next !== -1 && next < offset; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { offset, line, column: offset - start + 1 };
}

/** Every so many lines the start of one is kept. */
const strideLines = 64;
/** As many lines as that: a pattern goes through them at half the cost of looking for each end. */
const stride = /(?:[^\n]*\n){64}/y;

/** Line and column of many offsets. The text is searched for lines as far as it is needed, and once, but for `strideLines` lines. */
export function placer(text: string): (offset: number) => Place {
  /** The starts of the lines 1, 1 + strideLines, … */
  const kept = [0];
  let isWhole = false;
  const scanTo = (offset: number): void => {
    while (!isWhole && (kept.at(-1) ?? 0) < offset) {
      stride.lastIndex = kept.at(-1) ?? 0;
      isWhole = !stride.test(text);
      if (!isWhole) kept.push(stride.lastIndex);
    }
  };
  return (offset) => {
    scanTo(offset);
    const block = lastUpTo(kept, offset);
    const { line, column } = placeFrom(text, kept[block] ?? 0, offset);
    return { offset, line: line + block * strideLines, column };
  };
}

/** The index of the last of ascending numbers that is not above a limit. */
export function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
