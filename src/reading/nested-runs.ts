import type { RunReading } from "./reading.ts";
import { waitingApprovals } from "./waiting-approvals.ts";

/** The runs of the agent tools of a level that its reader loads; one that it refuses is dropped with a line in the log. */
export function nestedRuns(run: RunReading): RunReading[] {
  const found: RunReading[] = [];
  for (const { nested } of run.processed?.functions ?? []) if (nested !== null && !nested.rejected) found.push(nested);
  return found;
}

/** A run and those that wait inside of it, at any depth: each before what is in it. */
export function runsIn(run: RunReading): RunReading[] {
  return [run, ...nestedRuns(run).flatMap(runsIn)];
}

/** Whether the resume goes on with a nested run: one that cannot be loaded, or waits for nothing, is dropped, and its call is one like
 * any other (`_restore_pending_nested_agent_tool_runs`). */
export function isTakenUp(nested: RunReading | null): boolean {
  return nested !== null && !nested.rejected && waitingApprovals(nested).length > 0;
}
