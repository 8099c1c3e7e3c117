import type { Document } from "../document/document.ts";
import { isObject } from "../document/json.ts";
import { type CallIdentity, callIdentity } from "../python/invocation.ts";
import { lookupKeyOfApproval, readLookupKey } from "../python/tool-identity.ts";
import type { ApprovalReading, FunctionReading, RunReading } from "../reading/reading.ts";

/** The identity of a call that waits, its tool as the approval names it; null when it has none that can be taken. */
export function identityOfWaiting(
  document: Document,
  run: RunReading,
  { data, raw, path }: ApprovalReading,
): CallIdentity | null {
  return taken(
    callIdentity(raw, {
      lookupKey: lookupKeyOfApproval(data, raw),
      toolName: data.tool_name,
      place: { document, path: [...run.base, ...path, "raw_item"] },
    }),
  );
}

/** The identity of a function call of the response, its tool as the entry names it; null when it has none that can be taken. */
export function identityOfQueued(
  document: Document,
  run: RunReading,
  { call, data, path }: FunctionReading,
): CallIdentity | null {
  return taken(
    callIdentity(call, {
      lookupKey: isObject(data.tool) ? readLookupKey(data.tool.lookupKey) : undefined,
      place: { document, path: [...run.base, ...path, "tool_call"] },
    }),
  );
}

/** A call whose fingerprint cannot be taken was told of while reading. */
export function taken(identity: ReturnType<typeof callIdentity>): CallIdentity | null {
  return typeof identity === "string" ? null : identity;
}
