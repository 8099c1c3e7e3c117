import type { Document } from "../../document/document.ts";
import { isObject } from "../../document/json.ts";
import {
  type CallIdentity,
  type CallOptions,
  hasIdentity,
  identityIfTaken,
  optionsOfApproval,
} from "../../python/invocation.ts";
import { type LookupKey, lookupKeyOf, readLookupKey } from "../../python/tool-identity.ts";
import type { ApprovalReading, FunctionReading, RunReading } from "../../reading/reading.ts";

/** The identity of a call that waits, its tool as the approval names it; null when it has none that can be taken. */
export function identityOfWaiting(
  document: Document,
  run: RunReading,
  { data, raw, rawPath }: ApprovalReading,
): CallIdentity | null {
  const place = { document, path: [...run.base, ...rawPath] };
  return identityIfTaken(raw, optionsOfApproval(data, raw, place));
}

/** Whether it has one, without taking it. */
export function isIdentified({ data, raw }: ApprovalReading): boolean {
  return hasIdentity(raw, optionsOfApproval(data, raw));
}

/** The key by which an entry of the response finds its tool; undefined when it names none. */
export function lookupKeyOfQueued({ data }: FunctionReading): CallOptions["lookupKey"] {
  return isObject(data.tool) ? readLookupKey(data.tool.lookupKey) : undefined;
}

/** The identity of a function call of the response, its tool as the entry names it; null when it has none that can be taken. */
export function identityOfQueued(document: Document, run: RunReading, queued: FunctionReading): CallIdentity | null {
  const place = { document, path: [...run.base, ...queued.path, "tool_call"] };
  return identityIfTaken(queued.call, { lookupKey: lookupKeyOfQueued(queued), place });
}

/** The key that the call itself names. */
export function ownKeyOf({ call }: FunctionReading): LookupKey | undefined {
  return lookupKeyOf(call.name, call.namespace);
}
