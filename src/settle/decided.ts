import { type Decision, rejectionText } from "../outlook/decisions.ts";
import type { Approval } from "./run.ts";

/** What the decision that counts says about a waiting call. */
export function decidedBy(decision: Decision | null | undefined, id: string): Pick<Approval, "decided" | "rejection"> {
  if (decision === null || decision === undefined) return { decided: null, rejection: undefined };
  const decided = decision.verdict === "approved" ? "approve" : "reject";
  return { decided, rejection: rejectionText(decision, id) };
}
