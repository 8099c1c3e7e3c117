import { isObject, type Json } from "../document/json.ts";
import { pointerOf } from "../document/pointer.ts";
import { lookupKeyOfApproval } from "../python/tool-identity.ts";
import type { ApprovalReading, RunReading } from "../reading/reading.ts";
import type { WaitingCall } from "./facts.ts";
import { idOfCall, toolOf } from "./turns.ts";

function nameOfAgent(agent: Json | undefined): string | null {
  const name = isObject(agent) ? agent.name : agent;
  return typeof name === "string" ? name : null;
}

function waitingCall(run: RunReading, approval: ApprovalReading, nestedIn: string | null): WaitingCall {
  const { data, raw, path } = approval;
  return {
    pointer: pointerOf([...run.base, ...path]),
    callId: idOfCall(raw),
    tool: toolOf(raw, data),
    kind: isObject(raw) && typeof raw.type === "string" ? raw.type : "unknown",
    lookup: lookupKeyOfApproval(data, raw)?.[0] ?? null,
    owner: nameOfAgent(data.agent),
    nestedIn,
    decision: null,
    honouredBy: [],
  };
}

/** The calls that wait for a decision, those of nested runs behind those of the run that called them. */
export function waitingCallsOf(run: RunReading, nestedIn: string | null = null): WaitingCall[] {
  const approvals = run.step?.type === "next_step_interruption" ? run.step.approvals : [];
  const calls = approvals.map((approval) => waitingCall(run, approval, nestedIn));
  for (const { nested, call } of run.processed?.functions ?? []) {
    if (nested !== null && !nested.rejected) calls.push(...waitingCallsOf(nested, idOfCall(call)));
  }
  return calls;
}
