import { type Decision, rejectionText } from "../../outlook/decisions/decisions.ts";
import type { Approval } from "./run.ts";

type Decided = Pick<Approval, "decided" | "rejection" | "lastingRejection">;

/** What the decision that counts says about a waiting call. */
export function decidedBy(decision: Decision | null | undefined, id: string): Decided {
  if (decision === null || decision === undefined)
    return { decided: null, rejection: undefined, lastingRejection: undefined };
  const decided = decision.verdict === "approved" ? "approve" : "reject";
  const { sticky_rejection_message: sticky } = decision.record;
  const lastingRejection = decision.callId === null && typeof sticky === "string" ? sticky : undefined;
  return { decided, rejection: rejectionText(decision, id), lastingRejection };
}
