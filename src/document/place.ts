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

/** Line and column of many offsets: the line starts are collected once, at the first question. */
export function placer(text: string): (offset: number) => Place {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
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

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
