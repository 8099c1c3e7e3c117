import { isObject, type Json } from "./json.ts";

/** Which SDK a document with `$schemaVersion` comes from: both use that key for labels of their own. */
export type Family = "python" | "javascript";

const javascriptKeys = ["currentAgent", "originalInput"] as const;
const pythonKeys = ["current_agent", "original_input", "current_turn", "max_turns"] as const;

/** The family of a document; null when it is no checkpoint of either. */
export function familyOf(value: Json): Family | null {
  if (!isObject(value)) return null;
  if (pythonKeys.some((key) => Object.hasOwn(value, key))) return "python";
  if (javascriptKeys.some((key) => Object.hasOwn(value, key))) return "javascript";
  return Object.hasOwn(value, "$schemaVersion") ? "python" : null;
}
