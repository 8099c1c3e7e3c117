import type { Document } from "../document/document.ts";
import { applyEdits, type Edit } from "../document/edit.ts";
import { escapesOf } from "../document/escapes.ts";
import { createDocument } from "../document/locate.ts";
import { styleOf, writeValue } from "../document/style.ts";
import type { Plan } from "./plan.ts";

/** The document that a plan leads to. Its text comes from the edits made in the source's text, its value from the
 * same edits made in the value, so that a large document is not parsed again (that both are the same is a property
 * test). */
export function applyPlan(source: Document, plan: Plan): Document {
  const edits = plan.edits.map(({ edit }) => edit);
  return spliced(source, plan, edits) ?? createDocument(applyEdits(source.text, edits), plan.value, source.shape);
}

/** New scalars in the places of old values need no look at what surrounds them; most steps up change labels only.
 * Undefined for other edits. */
function spliced(source: Document, plan: Plan, edits: readonly Edit[]): Document | undefined {
  const news: { start: number; end: number; text: string }[] = [];
  const style = styleOf(source.text);
  for (const edit of edits) {
    const span = edit.op === "replace" && typeof edit.value !== "object" ? source.span(edit.path) : undefined;
    if (edit.op !== "replace" || span === undefined) return undefined;
    news.push({ ...span, text: writeValue(edit.value, style, undefined) });
  }
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of news.sort((a, b) => a.start - b.start)) {
    pieces.push(source.text.slice(at, start), text);
    at = end;
  }
  pieces.push(source.text.slice(at));
  // Not `join`: V8 joins a sum when it is first looked at, if ever.
  const text = pieces.reduce((joined, piece) => joined + piece, "");
  return createDocument(text, plan.value, source.shape, {
    pieces,
    mayHoldSurrogates: source.mayHoldSurrogates() || news.some(({ text }) => escapesOf(text).mayHoldSurrogates()),
  });
}
