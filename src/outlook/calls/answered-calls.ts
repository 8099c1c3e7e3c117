import { isObject } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { decisionsOf } from "../decisions/decisions.ts";
import type { Standing } from "../decisions/standing.ts";
import type { Outlooker } from "../outlooker.ts";

/** A function call that waits and has its output already runs once more, and both outputs are kept. From 0.23.1 on only where no decision
 * names the call: one for all calls of the tool has an owner, which the question whether the call is done does not name
 * (`_approved_tool_invocation_status` in `_function_output_exists`). Up to 0.19.2 unless the call is rejected. */
export function checkAnsweredCalls({ run, standings, report }: Outlooker): void {
  if (standings.length === 0) return;
  const running = standings.filter((standing) => runsAgain(run, standing));
  if (running.length === 0) return;
  const outputs = outputsOf(run);
  for (const { call } of running) {
    const index = outputs.get(call.callId ?? "");
    if (index === undefined) continue;
    const path = [...run.base, "generated_items", index];
    report("answered-call-runs-again", path, { id: call.callId ?? "", tool: call.tool });
  }
}

function runsAgain(run: RunReading, { call, counts }: Standing): boolean {
  const { does } = run.dialect;
  if (call.kind !== "function_call" || call.callId === null) return false;
  if (does.runsAnsweredCalls) return counts?.verdict !== "rejected";
  if (!does.runsAnsweredStickyCalls || counts?.verdict !== "approved" || counts.callId !== null) return false;
  return decisionsOf(run).every(({ callId }) => callId !== call.callId);
}

/** By call id the place of its output; an id that a later call has again is left out. */
function outputsOf(run: RunReading): ReadonlyMap<string, number> {
  const outputs = new Map<string, number>();
  for (const { type, raw, index } of run.generated.kept) {
    if (!isObject(raw) || typeof raw.call_id !== "string") continue;
    if (type === "tool_call_item") outputs.delete(raw.call_id);
    else if (type === "tool_call_output_item" && raw.type === "function_call_output") outputs.set(raw.call_id, index);
  }
  return outputs;
}
