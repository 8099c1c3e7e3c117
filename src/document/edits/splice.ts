/** A stretch of a text, and what takes its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The pieces of the new text; the splices stand in the order of the old one. */
export function spliced(text: string, splices: readonly Splice[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of splices) {
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces;
}

export function splice(text: string, splices: readonly Splice[]): string {
  return spliced(text, splices).join("");
}
