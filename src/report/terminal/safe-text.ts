import { escapeUnit } from "../../document/escapes.ts";

// Names and keys of a document reach the terminal and CI logs. What could move the cursor, forge a line or turn the reading
// direction is shown as an escape instead: C0, DEL, C1, line separators, bidi marks, and halves of surrogate pairs.
const unsafe = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** One piece of text, fit for a line of a terminal or a log. */
export function safeText(text: string): string {
  return text.replace(unsafe, escapeUnit);
}

/** What JSON.stringify leaves as it is and may be unsafe: nothing below DEL. */
const beyondAscii = /[\u007f-\uffff]/;

/** JSON (on one line without `indent`), with the same characters as `\u` escapes. */
export function safeJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent);
  if (!beyondAscii.test(json)) return json;
  return indent === undefined ? safeText(json) : json.split("\n").map(safeText).join("\n");
}
