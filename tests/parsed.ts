import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "../src/document/document.ts";
import type { JsonObject } from "../src/document/json.ts";
import { parseDocument } from "../src/document/parse.ts";

/** The document of a text, which must be one. */
export function documentOf(text: string): Document {
  const parsed = parseDocument(text);
  if ("fault" in parsed) throw new Error(`${parsed.fault.rule}: ${text.slice(0, 200)}`);
  return parsed.document;
}

/** A checkpoint of the corpus, to be changed. */
export function corpusState(name: string) {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../corpus", `${name}.json`), "utf8"));
}

/** What the step of an interrupted run holds, to be changed. */
export function stepData(state: JsonObject): { interruptions: JsonObject[] } {
  return (state.current_step as { data: { interruptions: JsonObject[] } }).data;
}
