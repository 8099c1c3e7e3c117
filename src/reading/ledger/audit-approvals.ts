import { isObject } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { type CallIdentity, callIdentity, optionsOfApproval } from "../../python/invocation.ts";
import { isHashable, isTruthy } from "../../python/truth.ts";
import { at, type Pass, report } from "../pass.ts";
import type { ApprovalReading } from "../reading.ts";
import { mayBeTooDeep, unencodablePlace } from "./fragile-call.ts";

/** Pending approvals are fingerprinted, and their sticky decisions looked up by name, where the step is read (from 1.15) or at the end
 * (`_mark_restored_unbound_pending_approval`, `_restore_pending_approval_binding`). */
export function auditApprovals(pass: Pass, approvals: readonly ApprovalReading[]): void {
  if (!pass.dialect.does.fingerprintsCalls) return;
  const fragile = pass.document.mayHoldSurrogates();
  for (const { data, raw, path, rawPath } of approvals) {
    if (!isObject(raw)) continue;
    const inItem = (data.tool_name ?? null) !== null;
    const name = inItem ? data.tool_name : raw.name;
    if (!fragile && isHashable(name) && !mayBeTooDeep(raw)) continue;
    const place = { document: pass.document, path: at(pass, rawPath) };
    const identity = callIdentity(raw, optionsOfApproval(data, raw, place));
    if (identity === "unencodable") report(pass, "call-not-encodable", unencodablePlace(data, path, raw, rawPath));
    else if (identity === "too-deep") report(pass, "arguments-too-deep", [...rawPath, "arguments"]);
    else if (isTruthy(name) && !isHashable(name) && isLookedUpByName(identity)) {
      const namePath = inItem ? [...path, "tool_name"] : [...rawPath, "name"];
      report(pass, "approval-tool-name-unusable", namePath, { found: kindOf(name) });
    }
  }
}

/** A function call is looked up by a key made of text; what is no text makes no key. */
function isLookedUpByName(identity: CallIdentity | "unhashable" | null): boolean {
  return identity !== null && identity !== "unhashable" && identity.type !== "function_call";
}
