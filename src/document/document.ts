import type { Escapes } from "./escapes.ts";
import type { Json, Path } from "./json.ts";
import type { Shape } from "./shape.ts";

/** A place in the text: `offset` in UTF-16 units from 0, line and column (UTF-16 units) from 1. */
export interface Place {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A checkpoint document. The text is the document: the value is a view for decisions, and nothing may assume that it
 * can be printed again. Positions and number text are looked up lazily in the text. */
export interface Document extends Escapes {
  readonly text: string;
  /** What a text was put together from: a large one can be written without being joined first. */
  readonly pieces: readonly string[] | undefined;
  readonly value: Json;
  /** Where `--at` found it in another document; `decoded`: in a string there, which can be undone once only. */
  readonly inside?: { readonly pointer: string; readonly decoded: boolean };
  /** Levels of nesting and number of members, as far as the value shows them. */
  readonly shape: Shape;
  /** The span of the value at `path`, or undefined when there is none. Of repeated keys the last one counts. */
  span(path: Path): { readonly start: number; readonly end: number } | undefined;
  /** Line and column of the value at `path` (the nearest existing ancestor when absent). */
  place(path: Path): Place;
  /** The literal of the number at `path` as the file spells it ("1.0", "1e400", a 400-digit integer, "NaN"). */
  numberText(path: Path): string | undefined;
  /** Whether Python's json module would read the number at `path` as an int (no fraction, no exponent, not NaN/Infinity). */
  isInteger(path: Path): boolean;
}
