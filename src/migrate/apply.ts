import type { Document } from "../document/document.ts";
import { applyEdits } from "../document/edits/apply-to-text.ts";
import type { Edit } from "../document/edits/edit.ts";
import { type Splice, spliced } from "../document/edits/splice.ts";
import { styleOf, writeValue } from "../document/edits/style.ts";
import { escapesOf } from "../document/escapes.ts";
import { createDocument } from "../document/locate.ts";
import type { Plan } from "./plan.ts";

/** The document that a plan leads to. Its text comes from the edits made in the source's text, its value from the
 * same edits made in the value, so that a large document is not parsed again (that both are the same is a property
 * test). */
export function applyPlan(source: Document, plan: Plan): Document {
  const edits = plan.edits.map(({ edit }) => edit);
  return withScalars(source, plan, edits) ?? createDocument(applyEdits(source.text, edits), plan.value, source.shape);
}

/** New scalars in the places of old values need no look at what surrounds them; most steps up change labels only.
 * Undefined for other edits. */
function withScalars(source: Document, plan: Plan, edits: readonly Edit[]): Document | undefined {
  const news: Splice[] = [];
  const style = styleOf(source.text);
  for (const edit of edits) {
    const span = edit.op === "replace" && typeof edit.value !== "object" ? source.span(edit.path) : undefined;
    if (edit.op !== "replace" || span === undefined) return undefined;
    news.push({ ...span, text: writeValue(edit.value, style, undefined) });
  }
  const pieces = spliced(
    source.text,
    news.sort((a, b) => a.start - b.start),
  );
  // Not `join`: V8 joins a sum when it is first looked at, if ever.
  const text = pieces.reduce((joined, piece) => joined + piece, "");
  return createDocument(text, plan.value, source.shape, {
    pieces,
    mayHoldSurrogates: source.mayHoldSurrogates() || news.some(({ text }) => escapesOf(text).mayHoldSurrogates()),
  });
}
