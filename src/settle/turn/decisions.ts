import type { SettleOptions } from "../options.ts";
import type { Approval, Decision } from "../run/run.ts";

/** What is decided about a call: by the options, else on record. */
export function decisionOf(approval: Approval, decide: SettleOptions["decide"]): Decision | null {
  if (approval.sticks !== null) return approval.sticks;
  if (decide === "approve" || decide === "reject") return decide;
  const told = decide === "none" ? undefined : decide.get(approval.id);
  return told === "pause" ? "approve" : (told ?? approval.decided);
}

/** The options decide the call: the program calls `state.approve()` or `state.reject()` before it resumes. */
export function isTold(id: string, decide: SettleOptions["decide"]): boolean {
  return typeof decide === "string" ? decide !== "none" : decide.has(id);
}
