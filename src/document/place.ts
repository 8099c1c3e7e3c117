import type { Place } from "./document.ts";

/** Line and column of one offset, found by counting from the start. For many offsets use `placer`. */
export function placeAt(text: string, offset: number): Place {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < offset; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { offset, line, column: offset - start + 1 };
}

/** Line and column of many offsets. Line starts are collected as far as they are needed, and kept. */
export function placer(text: string): (offset: number) => Place {
  const starts = [0];
  let scanned = 0;
  const scanTo = (offset: number): void => {
    while (scanned <= offset) {
      const at = text.indexOf("\n", scanned);
      scanned = at === -1 ? text.length + 1 : at + 1;
      if (at !== -1) starts.push(scanned);
    }
  };
  return (offset) => {
    scanTo(offset);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
