/** Replacements in a text, in its order. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  /** JSON text that takes the place. */
  readonly text: string;
}

export function splice(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of splices) {
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
