import type { Document } from "../document/document.ts";
import type { Path } from "../document/json.ts";

/** The value at `path` as the file spells it, cut to `most` units. */
export function excerptOf(document: Document, path: Path, most: number): string | undefined {
  const span = document.span(path);
  if (span === undefined) return undefined;
  const text = document.text.slice(span.start, Math.min(span.end, span.start + most));
  return span.end - span.start > most ? `${text}…` : text;
}
