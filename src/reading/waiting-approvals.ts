import { type Json, listOf } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import type { ApprovalReading, RunReading } from "./reading.ts";

/** The approvals that a run waits for: none unless it is interrupted. */
export function waitingApprovals({ step }: RunReading): readonly ApprovalReading[] {
  return step?.type === "next_step_interruption" ? step.approvals : [];
}

/** Those that its step lists, be they dropped by the reader. */
export function statedApprovals({ state }: RunReading): readonly Json[] {
  const inData = valueAt(state, ["current_step", "data", "interruptions"]);
  return listOf(inData ?? valueAt(state, ["current_step", "interruptions"]));
}
