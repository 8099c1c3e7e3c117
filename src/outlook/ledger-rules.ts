import { isObject, type Json, listOf, member } from "../document/json.ts";
import { callIdOf, outputIdentity } from "../python/invocation.ts";
import { unnamedFinished } from "../reading/finished-calls.ts";
import { nativeActions } from "../reading/native-actions.ts";
import { isTakenUp } from "../reading/nested-runs.ts";
import type { RunReading } from "../reading/reading.ts";
import { ledgerOf } from "./decisions.ts";
import type { Outlooker } from "./outlooker.ts";

/** Calls of the paused response that ran and whose output is in none of the items that the resume starts from. */
export function checkLedger({ run, report }: Outlooker): void {
  // A nested run that raises is taken for one that still waits: the outer run asks and asks.
  const rule = run.base.length === 0 ? "output-not-committed" : "inner-output-not-committed";
  const ledger = ledgerOf(run);
  if (!run.dialect.on[rule] || run.step?.type !== "next_step_interruption" || ledger === undefined) return;
  let committed: ReadonlySet<string> | undefined;
  const said = new Set<string>();
  for (const raw of callsAhead(run)) {
    const call = callIdOf(raw);
    if (call === null || call === "unhashable" || call.callId === null || said.has(call.callId)) continue;
    const entry = member(ledger, call.callId);
    if (!isObject(entry) || entry.executed !== true || entry.completed === true || entry.type !== call.type) continue;
    committed ??= committedCalls(run);
    if (committed.has(`${call.type} ${call.callId}`)) continue;
    said.add(call.callId);
    const name = isObject(raw) && typeof raw.name === "string" ? raw.name : "";
    report(rule, [...run.base, "context", "tool_invocations", call.callId, "executed"], {
      id: call.callId,
      tool: name,
      agent: runsAgent(run, call.callId),
    });
  }
}

/** Whether the tool of a call is an agent: its entry has a run of its own, or the item of the call says so (`tool_origin`, from 1.9 on). */
function runsAgent({ processed }: RunReading, id: string): boolean {
  const hasRun = processed?.functions.some(({ call, data }) => call.call_id === id && isObject(data.agent_run_state));
  if (hasRun === true) return true;
  return (processed?.newItems.kept ?? []).some(({ raw, data }) => {
    const origin = member(data, "tool_origin");
    return isObject(raw) && raw.call_id === id && isObject(origin) && origin.type === "agent_as_tool";
  });
}

/** Finished calls that the resume takes for others than their approvals. */
export function checkFinishedCalls({ run, report }: Outlooker): void {
  const rule = run.base.length === 0 ? "finished-call-unnamed" : "inner-finished-call-unnamed";
  if (!run.dialect.on[rule] || run.step?.type !== "next_step_interruption") return;
  for (const { item, id, name } of unnamedFinished(run.generated.kept, run.processed?.data))
    report(rule, [...run.base, "generated_items", item.index], { id, tool: name });
}

/** What the resume has before it, but for agent tools whose own run waits: those have begun, and go on. */
function callsAhead(run: RunReading): Json[] {
  const { processed } = run;
  if (processed === null) return [];
  const functions = processed.functions.filter(({ nested }) => !isTakenUp(nested));
  const lists = ["handoffs", ...nativeActions.map(({ key }) => key)];
  return [
    ...functions.map(({ call }) => call),
    ...lists
      .flatMap((key) => listOf(member(processed.data, key)))
      .flatMap((entry) => (isObject(entry) && isObject(entry.tool_call) ? [entry.tool_call] : [])),
  ];
}

/** Outputs among the generated items commit their calls again; those of the session items and of the input do not. */
export function committedCalls(run: RunReading): Set<string> {
  const found = new Set<string>();
  for (const { raw } of run.generated.kept) {
    const output = outputIdentity(raw);
    if (output !== null) found.add(`${output.type} ${output.callId}`);
  }
  return found;
}
