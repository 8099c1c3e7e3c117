import { type Json, listOf } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { ApprovalReading, InterruptionReading, RunReading } from "../reading.ts";

/** A run that waits for approvals. */
export interface Interrupted extends RunReading {
  readonly step: InterruptionReading;
}

export function isInterrupted(run: RunReading | null): run is Interrupted {
  return run?.step?.type === "next_step_interruption";
}

/** The approvals that a run waits for: none unless it is interrupted. */
export function waitingApprovals(run: RunReading): readonly ApprovalReading[] {
  return isInterrupted(run) ? run.step.approvals : [];
}

/** Those that its step lists, be they dropped by the reader. */
export function statedApprovals({ state }: RunReading): readonly Json[] {
  const inData = valueAt(state, ["current_step", "data", "interruptions"]);
  return listOf(inData ?? valueAt(state, ["current_step", "interruptions"]));
}
