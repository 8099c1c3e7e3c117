import type { Json, JsonObject } from "../../document/json.ts";
import { isTwin } from "../../python/equality.ts";
import { type CallIdentity, type CallOptions, callIdentity } from "../../python/invocation.ts";
import { at, report } from "../pass.ts";
import { type Audit, type Known, type Spot, spotPath } from "./audit.ts";
import { malformedIn, unencodablePlace } from "./fragile-call.ts";

/** The identity of the call at this spot; null when it has none, or when the reader raises, which is reported. One call stands up to four
 * times in a document: its twins are hashed once. */
export function identify(audit: Audit, spot: Spot, options: CallOptions): CallIdentity | null {
  const { raw } = spot;
  const known = audit.known.get(raw.call_id as string);
  if (known !== undefined && isSameCall(known, raw, options)) return known.identity;
  const path = spotPath(spot);
  const place = { document: audit.pass.document, path: at(audit.pass, path) };
  const { lookupKey, toolName, role, typed } = options;
  const identity = callIdentity(raw, { lookupKey, toolName, role, typed, place });
  if (identity === "unencodable") {
    const { list, index, entry } = spot;
    const fault = entry === null ? malformedIn(raw, path) : unencodablePlace(entry, [...list, index], raw, path);
    audit.crashed = report(audit.pass, "call-not-encodable", fault);
  }
  if (identity === "too-deep") audit.crashed = report(audit.pass, "arguments-too-deep", [...path, "arguments"]);
  if (typeof identity === "string") return null;
  if (options.lookupKey === undefined) audit.known.set(raw.call_id as string, { raw, options, identity });
  return identity;
}

function isSameCall(known: Known, raw: JsonObject, options: CallOptions): boolean {
  if (options.lookupKey !== undefined || known.options.role !== options.role) return false;
  // Models drop the null members of a native call and read "1" and true as numbers.
  const { toolName, typed } = known.options;
  if (raw.type !== "function_call" && (toolName !== options.toolName || typed !== options.typed)) return false;
  return isTwin(known.raw, raw) && !holdsNumber(raw);
}

/** A model may have read a number in another kind, so that only one of two twins is what it seems. */
function holdsNumber(value: Json): boolean {
  if (typeof value === "number") return true;
  if (typeof value !== "object" || value === null) return false;
  for (const key in value) if (holdsNumber((value as JsonObject)[key] as Json)) return true;
  return false;
}

// Written out: objects that are spread into others are slow to make, and this runs for each call.
export function withName({ lookupKey, role, typed, place }: CallOptions, toolName: Json | undefined): CallOptions {
  return { lookupKey, toolName, role, typed, place };
}

export function asHandoff({ lookupKey, toolName, typed, place }: CallOptions): CallOptions {
  return { lookupKey, toolName, role: "handoff", typed, place };
}
