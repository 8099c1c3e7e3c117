import { note, removeAt } from "./change.ts";
import type { Change, Run } from "./step.ts";

/** 1.16 → 1.17: which items belong to the paused response is never guessed. */
export function leaveOwnershipOpen(run: Run): Change[] {
  const changes = removeAt(run, "ownership-was-ignored", ["current_response_generated_item_ownership"]);
  if (run.facts.approvals.length === 0) return changes;
  return [...changes, note("ownership-unproven", [...run.base, "current_step"])];
}

/** 1.17 → 1.16: the range of the paused response is rebuilt by 0.21.0 and older; 0.22.0 refuses to resume a pause
 * with output guardrails whatever the file says. */
export function dropOwnership(run: Run): Change[] {
  const key = "current_response_generated_item_ownership";
  const changes = removeAt(run, "ownership-dropped", [key]);
  if (run.outer !== undefined || run.facts.approvals.length === 0) return changes;
  return run.isLast ? [...changes, note("approvals-under-1-16", [...run.base, "current_step"])] : changes;
}
