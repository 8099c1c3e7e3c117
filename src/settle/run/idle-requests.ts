import type { Document } from "../../document/document.ts";
import { isObject, type JsonObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { pendingCallOf, waitingIds } from "../../outlook/decisions/decisions.ts";
import { standingsOf } from "../../outlook/decisions/standing.ts";
import type { ApprovalReading, RunReading } from "../../reading/reading.ts";
import { type Interrupted, isInterrupted } from "../../reading/run/interruption.ts";
import { queuedActions } from "../../reading/run/queued.ts";
import { askedIdOf } from "../turn/answers.ts";
import { decidedBy } from "./decided.ts";
import type { Approval, SettleRun } from "./run.ts";

/** Requests to hosted servers in the paused response that wait for nobody. Those without a response are answered by the callback of their tool
 * once nothing is open, or by a decision on record in its place (`_partition_mcp_approval_requests`, `execute_mcp_approval_requests`, all
 * releases); the callback itself is not in the file. */
export function idleRequestsOf(document: Document, run: RunReading): Pick<SettleRun, "callbacks" | "answered"> {
  if (!isInterrupted(run)) return { callbacks: [], answered: [] };
  const waiting = waitingIds(run);
  const requests = new Map<string, ApprovalReading>();
  for (const request of requestsOf(run)) {
    const { callId } = pendingCallOf(request);
    if (callId !== null && !waiting.has(callId) && !requests.has(callId)) requests.set(callId, request);
  }
  const responses = new Set(idsAmong(run, "mcp_approval_response_item"));
  const approvals = new Set(idsAmong(run, "tool_approval_item"));
  const pick = (isWanted: (id: string) => boolean) =>
    decided(
      document,
      run,
      [...requests].flatMap(([id, request]) => (isWanted(id) ? [request] : [])),
    );
  return {
    callbacks: pick((id) => !responses.has(id)),
    answered: pick((id) => responses.has(id) && approvals.has(id)),
  };
}

/** To the record a request is a request, whoever is asked about it. */
function decided(document: Document, run: Interrupted, approvals: ApprovalReading[]): Approval[] {
  return standingsOf(document, { ...run, step: { ...run.step, approvals } }).map(({ call, counts }) => ({
    id: call.callId ?? "",
    call: call.approval.raw as JsonObject,
    ...decidedBy(counts, call.callId ?? ""),
    pointer: pointerOf([...run.base, ...call.approval.path]),
    nestedIn: [],
    answeredHere: true,
    askedTwice: false,
    askedAfter: false,
    runsAgent: false,
    lacksRecipient: false,
    sticks: null,
  }));
}

function requestsOf(run: RunReading): ApprovalReading[] {
  return queuedActions(run).flatMap(({ list, path, data: { request_item: item }, call, callPath }) =>
    list === "mcp_approval_requests" && isObject(item)
      ? [{ path: [...path, "request_item"], data: item, raw: call, rawPath: callPath }]
      : [],
  );
}

/** Ids of the requests that the run's items of this kind are about. */
function idsAmong(run: RunReading, kind: string): string[] {
  return run.generated.kept.flatMap(({ type, raw }) => {
    if (type !== kind || !isObject(raw)) return [];
    return [typeof raw.approval_request_id === "string" ? raw.approval_request_id : askedIdOf(raw)];
  });
}
