import type { ApprovalReading, RunReading } from "./reading.ts";

/** The approvals that a run waits for: none unless it is interrupted. */
export function waitingApprovals({ step }: RunReading): readonly ApprovalReading[] {
  return step?.type === "next_step_interruption" ? step.approvals : [];
}
