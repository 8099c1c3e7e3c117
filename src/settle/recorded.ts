import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import type { Decision } from "./run.ts";

/** A decision that the checkpoint holds about one call, and what the model is told when it is a rejection. */
export interface Recorded {
  readonly decision: Decision | null;
  readonly message: string | undefined;
}

/** The decision that names this call in any of the context's ledgers. A sticky decision is not looked at: whether it binds depends on
 * owner and scope; `--decide` says it. */
export function recordedDecision(context: Json | undefined, callId: string): Recorded {
  for (const record of decisionRecords(context)) {
    const decision = isIncluded(record.rejected, callId)
      ? "reject"
      : isIncluded(record.approved, callId)
        ? "approve"
        : null;
    if (decision === null) continue;
    const messages = member(record, "rejection_messages");
    const message = isObject(messages) ? member(messages, callId) : undefined;
    return { decision, message: typeof message === "string" ? message : undefined };
  }
  return { decision: null, message: undefined };
}

/** `approvals` maps tool keys to decisions; the two newer ledgers are lists of entries that hold one. */
function decisionRecords(context: Json | undefined): JsonObject[] {
  if (!isObject(context)) return [];
  const { approvals } = context;
  const records = isObject(approvals) ? Object.values(approvals) : [];
  for (const ledger of [context.function_tool_approvals, context.hosted_mcp_approvals]) {
    for (const entry of Array.isArray(ledger) ? ledger : [])
      if (isObject(entry)) records.push(member(entry, "decision") ?? entry);
  }
  return records.filter(isObject);
}

function isIncluded(list: Json | undefined, id: string): boolean {
  return Array.isArray(list) && list.includes(id);
}
