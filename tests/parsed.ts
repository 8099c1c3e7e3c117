import type { Document } from "../src/document/document.ts";
import { parseDocument } from "../src/document/parse.ts";

/** The document of a text, which must be one. */
export function documentOf(text: string): Document {
  const parsed = parseDocument(text);
  if ("fault" in parsed) throw new Error(`${parsed.fault.rule}: ${text.slice(0, 200)}`);
  return parsed.document;
}
