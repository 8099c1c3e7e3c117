import type { Document } from "./document.ts";
import type { Path } from "./json.ts";

/** The text of the value at `path`, as the document spells it; undefined when there is none. */
export function textAt(document: Document, path: Path): string | undefined {
  const span = document.span(path);
  return span === undefined ? undefined : document.text.slice(span.start, span.end);
}
