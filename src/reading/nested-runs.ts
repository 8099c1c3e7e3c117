import type { RunReading } from "./reading.ts";

/** The runs of the agent tools of a level that its reader takes up again; one that it refuses is dropped with a line in the log. */
export function nestedRuns(run: RunReading): RunReading[] {
  const found: RunReading[] = [];
  for (const { nested } of run.processed?.functions ?? []) if (nested !== null && !nested.rejected) found.push(nested);
  return found;
}
