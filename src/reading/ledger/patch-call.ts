import { isObject, type Json, type JsonObject } from "../../document/json.ts";
import { parseDocument } from "../../document/parse.ts";
import { type CallIdentity, identityIfTaken } from "../../python/invocation.ts";
import { isTruthy, nonEmptyString } from "../../python/truth.ts";

/** What a function or custom call is where the program has an apply_patch tool of its name: a patch, whose operation is its arguments or its
 * input (0.24.0 `normalize_apply_patch_fallback_call`, the same since 0.20.0). Null when it can be none. */
export function patchIdentity(raw: JsonObject, toolName: Json | undefined): CallIdentity | null {
  const text = patchText(raw);
  if (text === null) return null;
  // As a text of its own the call keeps the spelling of numbers, and a key that comes again wins, as in Python.
  const parsed = parseDocument(text);
  if ("fault" in parsed) return null;
  const { document } = parsed;
  return identityIfTaken(document.value, { toolName, place: { document, path: [] } });
}

function patchText(raw: JsonObject): string | null {
  if (nonEmptyString(raw.name) === undefined) return null;
  const isFunction = raw.type === "function_call";
  if (!isFunction && raw.type !== "custom_tool_call") return null;
  const given = isFunction ? raw.arguments : raw.input;
  const json = isTruthy(given) ? given : "{}";
  if (typeof json !== "string") return null;
  const parsed = parseDocument(json);
  const operation = "fault" in parsed ? null : parsed.document.value;
  if (!isObject(operation)) return null;
  const members = ['"type":"apply_patch_call"', `"call_id":${JSON.stringify(raw.call_id ?? null)}`];
  const isWhole = !isFunction && ["operation", "operations"].some((key) => Object.hasOwn(operation, key));
  members.push(isWhole ? json.trim().slice(1, -1) : `"operation":${json}`);
  const { caller = null } = raw;
  if (caller !== null) members.push(`"caller":${JSON.stringify(caller)}`);
  return `{${members.join(",")}}`;
}
