import type { Document } from "../document/document.ts";
import type { Json, Path } from "../document/json.ts";
import { mayBeInt } from "../document/limits.ts";
import { sha256 } from "../sha256.ts";
import { canonicalOf, type Style } from "./canonical-json.ts";
import { canonicalFromText } from "./canonical-text.ts";
import { isEncodable } from "./unicode.ts";

/** Where a value stands in a document, for the spelling of its numbers. */
export interface Place {
  readonly document: Pick<Document, "text" | "span">;
  readonly path: Path;
}

/** The canonical text of a value; the document is looked into only when the value holds a number whose literal matters.
 * Without a place such numbers print as ints. Undefined when nested too deep. */
export function encode(value: Json, style: Style, place: Place | undefined): string | undefined {
  if (typeof value === "string" || place === undefined || !literalsMatter(value)) return canonicalOf(value, style);
  const span = place.document.span(place.path);
  if (span === undefined) return canonicalOf(value, style);
  const text = canonicalFromText(place.document.text, style, { ...span, constants: true });
  return typeof text === "string" ? text : undefined;
}

/** Whether the value holds a number that the document may spell in ways that print differently. */
function literalsMatter(value: Json): boolean {
  if (typeof value === "number") return mayBeInt(value);
  if (typeof value !== "object" || value === null) return false;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "number") {
      if (mayBeInt(next)) return true;
    } else if (typeof next === "object" && next !== null) {
      for (const entry of Array.isArray(next) ? next : Object.values(next)) {
        if (typeof entry === "number" || (typeof entry === "object" && entry !== null)) open.push(entry);
      }
    }
  }
  return false;
}

/** Lower-case hex SHA-256 of a text as UTF-8; undefined when Python could not encode it (a lone surrogate). */
export function sha256IfEncodable(text: string): string | undefined {
  return isEncodable(text) ? sha256(text) : undefined;
}

/** Short payloads and their hashes. A call stands in a document up to five times, and its tool in many calls. */
const known = new Map<string, string>();
const mostKnown = 1024;
const longestKnown = 1024;

/** The same for payloads that are likely to come again. */
export function sha256Again(text: string): string | undefined {
  if (text.length > longestKnown) return sha256IfEncodable(text);
  let digest = known.get(text);
  if (digest !== undefined) return digest;
  digest = sha256IfEncodable(text);
  if (digest === undefined) return undefined;
  if (known.size >= mostKnown) known.clear();
  known.set(text, digest);
  return digest;
}
