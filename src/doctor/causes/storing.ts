import type { Document } from "../../document/document.ts";
import { isObject, type Json, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { textAt } from "../../document/text-at.ts";
import { mostNamed } from "../../named.ts";
import { isEncodable } from "../../python/unicode.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { errorMeans, type Facts, stateOf } from "../facts.ts";

/** The checkpoint was made and not saved: its text is no JSON for the store, or was never written. */
export function findStoring(facts: Facts): Suspect[] {
  return [...refusedByStore(facts), ...notWritten(facts)];
}

/** What `json.dumps` writes and `json.loads` reads, and a column or an answer of strict JSON does not take. */
function refusedByStore(facts: Facts): Suspect[] {
  if (!errorMeans(facts, "refused-by-store")) return [];
  const evidence = notStorable(facts.document);
  if (evidence.length === 0) return [];
  return [
    {
      id: "refused-by-store",
      confidence: "likely",
      summary:
        "The checkpoint holds what Python writes as JSON and stricter readers refuse. The SDK loads it; a store that checks JSON does not take it.",
      evidence,
      advice: [
        "Keep the checkpoint in a column of text or bytes, as to_string() gives it: jsonb refuses these, and changes the rest of the text too.",
        "Else clean the value before the run takes it up: it comes from the context, a message or the output of a tool.",
      ],
    },
  ];
}

function notStorable(document: Document): Evidence[] {
  const found: Evidence[] = [];
  const open: { value: Json; path: Path }[] = [{ value: document.value, path: [] }];
  for (let next = open.pop(); next !== undefined && found.length < mostNamed; next = open.pop()) {
    const { value, path } = next;
    const fault = typeof value === "number" ? faultOfNumber(document, value, path) : faultOfText(value);
    if (fault !== null) found.push(at(pointerOf(path), fault));
    if (typeof value !== "object" || value === null) continue;
    for (const key of Object.keys(value)) {
      const odd = faultOfText(key);
      if (odd !== null) found.push(at(pointerOf(path), `a key with ${odd}`));
    }
    open.push(
      ...Object.entries(value)
        .map(([key, child]) => ({ value: child, path: [...path, key] }))
        .reverse(),
    );
  }
  return found;
}

/** An integer of hundreds of digits is no finite number here, and a number to every store. */
function faultOfNumber(document: Document, value: number, path: Path): string | null {
  if (Number.isFinite(value)) return null;
  return /[NI]/.test(textAt(document, path) ?? "") ? "NaN or an infinity" : null;
}

function faultOfText(value: Json): string | null {
  if (typeof value !== "string") return null;
  if (value.includes("\0")) return "a NUL character (\\u0000)";
  return isEncodable(value) ? null : "half of a surrogate pair";
}

/** `to_string` raised on a value of the application: a mapping as context is written as it is, and a serializer is not asked (0.24.0
 * `_serialize_context_payload`). */
function notWritten(facts: Facts): Suspect[] {
  if (!errorMeans(facts, "state-not-written")) return [];
  const { context } = stateOf(facts);
  if (!isObject(context) || !isObject(context.context)) return [];
  return [
    {
      id: "state-not-written",
      confidence: "likely",
      summary:
        "to_string() raised, so the state of that moment was not saved: this file is an earlier one. The context is a mapping, and mappings are written as they are: one value in it that is no JSON is enough.",
      evidence: [at("/context/context", "the context is a mapping")],
      advice: [
        "Keep only text, numbers, true, false, None, lists and dicts in a context that is a dict; context_serializer is not asked for one.",
        "A run that must not be lost: catch the error, put the value right in the state's context, and save again before the process ends.",
      ],
    },
  ];
}
