import type { Document } from "../document/document.ts";
import { applyEdits, type Edit } from "../document/edit.ts";
import { createDocument } from "../document/locate.ts";
import { styleOf, writeValue } from "../document/style.ts";
import type { Plan } from "./plan.ts";

/** The document that a plan leads to. Its text comes from the edits made in the source's text, its value from the
 * same edits made in the value, so that a large document is not parsed again (that both are the same is a property
 * test). */
export function applyPlan(source: Document, plan: Plan): Document {
  const edits = plan.edits.map(({ edit }) => edit);
  return createDocument(spliced(source, edits) ?? applyEdits(source.text, edits), plan.value, source.shape);
}

/** New scalars in the places of old values need no look at what surrounds them; most steps up change labels only.
 * Undefined for other edits. */
function spliced(source: Document, edits: readonly Edit[]): string | undefined {
  const pieces: { start: number; end: number; text: string }[] = [];
  for (const edit of edits) {
    const span = edit.op === "replace" && typeof edit.value !== "object" ? source.span(edit.path) : undefined;
    if (edit.op !== "replace" || span === undefined) return undefined;
    pieces.push({ ...span, text: writeValue(edit.value, styleOf(source.text), undefined) });
  }
  let text = "";
  let at = 0;
  for (const piece of pieces.sort((a, b) => a.start - b.start)) {
    text += source.text.slice(at, piece.start) + piece.text;
    at = piece.end;
  }
  return text + source.text.slice(at);
}
