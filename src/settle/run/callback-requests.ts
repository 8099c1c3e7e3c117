import type { Document } from "../../document/document.ts";
import { isObject, type JsonObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { pendingCallOf } from "../../outlook/decisions/decisions.ts";
import { standingsOf } from "../../outlook/decisions/standing.ts";
import type { ApprovalReading, RunReading } from "../../reading/reading.ts";
import { decidedBy } from "./decided.ts";
import type { Approval } from "./run.ts";

/** Requests to a server in the paused response that wait for nobody and have no response: the callback of their tool answers them once
 * nothing is open, or a decision on record in its place (`_partition_mcp_approval_requests`, `execute_mcp_approval_requests`, all releases).
 * The callback itself is not in the file. */
export function callbackRequestsOf(document: Document, run: RunReading): Approval[] {
  if (run.step?.type !== "next_step_interruption") return [];
  const known = new Set([...run.step.approvals.map((approval) => pendingCallOf(approval).callId), ...answeredOf(run)]);
  const approvals: ApprovalReading[] = [];
  for (const request of requestsOf(run)) {
    const { callId } = pendingCallOf(request);
    if (callId === null || known.has(callId)) continue;
    known.add(callId);
    approvals.push(request);
  }
  // To the record a request is a request, whoever is asked about it.
  return standingsOf(document, { ...run, step: { ...run.step, approvals } }).map(({ call, counts }) => ({
    id: call.callId ?? "",
    call: call.approval.raw as JsonObject,
    ...decidedBy(counts, call.callId ?? ""),
    pointer: pointerOf([...run.base, ...call.approval.path]),
    nestedIn: [],
    askedTwice: false,
    askedAfter: false,
    runsAgent: false,
    lacksRecipient: false,
    sticks: null,
  }));
}

function requestsOf(run: RunReading): ApprovalReading[] {
  return (run.processed?.actions ?? []).flatMap(({ list, path, data: { request_item: item }, call }) =>
    list === "mcp_approval_requests" && isObject(item)
      ? [{ path: [...path, "request_item"], data: item, raw: call, rawKey: "raw_item" }]
      : [],
  );
}

function answeredOf(run: RunReading): string[] {
  return run.generated.kept.flatMap(({ raw }) =>
    isObject(raw) && typeof raw.approval_request_id === "string" ? [raw.approval_request_id] : [],
  );
}
