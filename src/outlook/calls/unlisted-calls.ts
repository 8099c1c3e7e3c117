import type { Json } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import { answeredIds } from "../../reading/answered.ts";
import type { RunReading } from "../../reading/reading.ts";
import { statedApprovals } from "../../reading/waiting-approvals.ts";
import { type Decision, decisionsOf, type PendingCall } from "../decisions/decisions.ts";
import type { Outlooker } from "../outlooker.ts";
import { type CallIds, openCalls } from "./open-calls.ts";

/** The response still has calls, and nothing takes them up again. */
export function checkLeftOut({ run, report }: Outlooker): void {
  if (run.terminal || run.base.length > 0) return;
  const open = openCalls(run).filter(({ kind, callId }) => kind !== "mcp_approval_request" && callId !== null);
  if (open.length === 0) return;
  const answered = answeredIds(run.session?.kept ?? []);
  const left = open.find(({ callId }) => !answered.has(callId ?? undefined));
  if (left !== undefined) report("open-call-left-out", ["current_step"], { id: left.callId ?? "", tool: left.tool });
}

/** No release interrupts a run without a call that waits. Decided calls of the response run all the same. */
export function checkEmptied({ run, report }: Outlooker): void {
  // What the reader dropped is named where it is dropped.
  if (statedApprovals(run).length > 0) return;
  const decided = decisionsUnlisted(run);
  const first = openCalls(run).find((call) => !decided.some((decision) => names(decision, call)));
  if (first === undefined) return;
  report("waiting-calls-unlisted", [...run.base, "current_step"], { id: first.callId ?? "", tool: first.tool });
}

/** Of several calls that waited one is listed no more: it was neither decided nor run, and is asked for when the others are decided. */
export function checkForgotten({ run, report }: Outlooker, ids: CallIds): void {
  if (ids.size === 0 || run.base.length > 0 || run.processed === null) return;
  const { functions, actions } = run.processed;
  const missing =
    functions.some(({ call, nested }) => nested === null && !isListed(ids, call.call_id)) ||
    actions.some(({ call }) => !isListed(ids, idOfCall(call)));
  if (!missing) return;
  const decided = decisionsUnlisted(run);
  const waited = new Set<unknown>();
  for (const { type, raw } of run.generated.kept) if (type === "tool_approval_item") waited.add(idOfCall(raw));
  for (const call of openCalls(run)) {
    const { callId, tool } = call;
    if (!callId || ids.has(callId) || !waited.has(callId)) continue;
    if (decided.some((decision) => names(decision, call))) continue;
    report("waiting-call-forgotten", ["current_step"], { id: callId, tool });
  }
}

/** The decisions that count for a call that is not listed. */
function decisionsUnlisted(run: RunReading): readonly Decision[] {
  return run.dialect.does.bindsListedCallsOnly ? [] : decisionsOf(run);
}

/** Whether a decision is on the call, or on all calls of its tool. */
function names(decision: Decision, { callId, keys, hosted }: PendingCall): boolean {
  if (decision.callId !== null) return decision.callId === callId;
  return keys.includes(decision.key) || hosted === decision.key;
}

function isListed(ids: CallIds, id: Json | undefined): boolean {
  return typeof id !== "string" || id === "" || ids.has(id);
}
