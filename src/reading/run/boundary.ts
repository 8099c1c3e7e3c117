import type { RunReading } from "../reading.ts";
import { isInterrupted } from "./interruption.ts";
import { responseItems } from "./queued.ts";

/** Whether output guardrails can tell which items the open response made (`_current_response_boundary`, 0.24.0). */
export function provesBoundary(run: RunReading): boolean {
  if (!isInterrupted(run) || run.owned) return true;
  const items = responseItems(run);
  if (items.length === 0) return true;
  const prefix = run.generated.kept.slice(0, items.length);
  const alike = prefix.length === items.length && prefix.every(({ type }, index) => type === items[index]?.type);
  return run.state.current_turn === 1 && alike;
}
