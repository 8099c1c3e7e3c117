import { isObject } from "../document/json.ts";
import { idOfCall } from "../python/calls.ts";
import type { RunReading } from "../reading/reading.ts";
import { uncommittedCalls } from "../reading/run/calls-ahead.ts";
import { namelessFinished, unnamedFinished } from "../reading/run/finished-calls.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { queuedActions, queuedFunctions, responseItems } from "../reading/run/queued.ts";
import { originOf } from "../reading/tool-origin.ts";
import type { Outlooker } from "./outlooker.ts";

/** Calls of the paused response that ran and whose output is in none of the items that the resume starts from: whether there are any, and it raises. */
export function checkLedger({ run, report }: Outlooker): boolean {
  // A nested run that raises is taken for one that still waits: the outer run asks and asks.
  const rule = run.base.length === 0 ? "output-not-committed" : "inner-output-not-committed";
  if (!run.dialect.on[rule]) return false;
  const uncommitted = uncommittedCalls(run);
  for (const { callId: id, raw } of uncommitted) {
    const tool = isObject(raw) && typeof raw.name === "string" ? raw.name : "";
    const path = [...run.base, "context", "tool_invocations", id, "executed"];
    report(rule, path, { id, tool, agent: runsAgent(run, id) });
  }
  return uncommitted.length > 0;
}

/** Whether the tool of a call is an agent: its entry has a run of its own, or the item of the call says so (`tool_origin`, from 1.9 on). */
function runsAgent(run: RunReading, id: string): boolean {
  if (queuedFunctions(run).some(({ call, data }) => call.call_id === id && isObject(data.agent_run_state))) return true;
  return responseItems(run).some(
    ({ raw, data }) => isObject(raw) && raw.call_id === id && originOf(data) === "agent_as_tool",
  );
}

/** Finished calls that the resume takes for others than their approvals. */
export function checkFinishedCalls({ run, report }: Outlooker): void {
  const rule = run.base.length === 0 ? "finished-call-unnamed" : "inner-finished-call-unnamed";
  if (!run.dialect.on[rule] || !isInterrupted(run)) return;
  for (const { item, id, name } of unnamedFinished(run.generated.kept, queuedActions(run)))
    report(rule, [...run.base, "generated_items", item.index], { id, tool: name });
}

/** A native call of an older release that has run: the resume notes it in the ledger under the name of its tool, and the item has none, so that
 * no release loads what is saved next (0.20.0 to 0.24.0 `_validate_completed_tool_invocations`). One is enough. */
export function checkNamelessCalls({ run, report }: Outlooker): void {
  if (!run.dialect.on["native-call-unnamed"] || !isInterrupted(run)) return;
  const [list, items] =
    run.session === null ? ["generated_items", run.generated.kept] : ["session_items", run.session.kept];
  const item = namelessFinished(items);
  if (item === undefined) return;
  report("native-call-unnamed", [...run.base, list, item.index], { id: idOfCall(item.raw) ?? "" });
}
