import { isObject, type Json, type JsonObject, member, objectOf, type Path } from "../../document/json.ts";
import { type HostedRequest, hostedRequestOf } from "../../python/call-view.ts";
import { type CallType, callKind, nativeNames } from "../../python/calls.ts";
import { approvalKeyOf, lookupKeyOfApproval } from "../../python/tool-identity.ts";
import { agentKey } from "../../reading/agents.ts";
import {
  hostedRecords,
  lastOfIdentity,
  lastOfOwner,
  type OwnedRecord,
  ownedRecords,
} from "../../reading/context/records.ts";
import type { ApprovalReading, RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";

/** A decision on record. `callId` is null for one that holds for every call of its key ("sticky"). */
export interface Decision {
  /** Below the document's root. */
  readonly path: Path;
  /** `hosted`: of a server's tool; `request`: of one request to a server that names no tool. */
  readonly store: "by-name" | "owned" | "hosted" | "request";
  /** Tool key; `server/tool` of a hosted one; empty for a request. */
  readonly key: string;
  /** Agent of an owned decision, as the file names it. */
  readonly owner: string | null;
  readonly verdict: "approved" | "rejected";
  readonly callId: string | null;
  readonly scope: string | null;
  /** What it stands in. */
  readonly record: JsonObject;
}

/** What the model is told about a call that this decision rejects; undefined when it brings no words of its own
 * (`_get_rejection_message_for_key`). */
export function rejectionText({ record, callId }: Decision, id: string): string | undefined {
  const { rejection_messages: messages, sticky_rejection_message: sticky } = record;
  const own = isObject(messages) ? member(messages, id) : undefined;
  if (typeof own === "string") return own;
  return callId === null && typeof sticky === "string" ? sticky : undefined;
}

/** The decisions of one level that its reader reads, in file order. */
export function decisionsOf(run: RunReading): Decision[] {
  const decisions: Decision[] = [];
  for (const origin of recordsOf(run)) addRecord(decisions, origin);
  const { context } = run.state;
  if (isObject(context) && run.dialect.does.readsHostedApprovals)
    addHosted(decisions, context, [...run.base, "context"]);
  return decisions;
}

/** The records of function tools that the reader of this level reads, in file order. */
export function recordsOf({ base, state, dialect }: RunReading): readonly Origin[] {
  const { context } = state;
  if (!isObject(context)) return [];
  const path = [...base, "context"];
  const named = isObject(context.approvals) ? Object.entries(context.approvals) : [];
  const found: Origin[] = named.flatMap(([key, record]) =>
    isObject(record) ? [{ record, path: [...path, "approvals", key], store: "by-name", key, owner: null }] : [],
  );
  if (!dialect.does.readsOwnedApprovals) return found;
  return [...found, ...lastOfOwner(ownedRecords(context)).map((one) => ownedOrigin(one, path))];
}

/** A record and where it stands. */
type Origin = Pick<Decision, "path" | "store" | "key" | "owner" | "record">;

function newDecision(
  { store, key, owner, record }: Origin,
  path: Path,
  verdict: Decision["verdict"],
  callId: string | null,
): Decision {
  const scope = callId === null && typeof record.sticky_scope === "string" ? record.sticky_scope : null;
  return { path, store, key, owner, verdict, callId, scope, record };
}

function addRecord(into: Decision[], origin: Origin): void {
  for (const verdict of ["approved", "rejected"] as const) {
    const value = origin.record[verdict];
    const path = [...origin.path, verdict];
    if (value === true) into.push(newDecision(origin, path, verdict, null));
    else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const callId = value[index];
        if (typeof callId === "string") into.push(newDecision(origin, [...path, index], verdict, callId));
      }
    }
  }
}

function ownedOrigin({ index, owner, key, record }: OwnedRecord, base: Path): Origin {
  return { record, path: [...base, "function_tool_approvals", index, "decision"], store: "owned", key, owner };
}

/** The decisions on function tools that the reader drops, since a later entry is for the same agent and tool. */
export function replacedDecisions({ base, state, dialect }: RunReading): Decision[] {
  const { context } = state;
  const found: Decision[] = [];
  if (!isObject(context) || !dialect.does.readsOwnedApprovals) return found;
  const records = ownedRecords(context);
  if (records.length < 2) return found;
  const kept = new Set(lastOfOwner(records));
  for (const one of records) if (!kept.has(one)) addRecord(found, ownedOrigin(one, [...base, "context"]));
  return found;
}

/** Of the decision on one request only the request's own id counts, a true does not. */
function addHosted(into: Decision[], context: JsonObject, base: Path): void {
  for (const { index, type, server, tool, requestId, record } of lastOfIdentity(hostedRecords(context))) {
    const path = [...base, "hosted_mcp_approvals", index, "decision"];
    if (type === "server_tool") {
      addRecord(into, { record, path, store: "hosted", key: serverTool(server ?? "", tool ?? ""), owner: null });
    } else if (type === "request") {
      const found: Decision[] = [];
      addRecord(found, { record, path, store: "request", key: "", owner: null });
      for (const one of found) if (one.callId === requestId) into.push(one);
    }
  }
}

function serverTool(server: string, tool: string): string {
  return `${server}/${tool}`;
}

/** What a pending call is known by: its id, its kind, and the keys under which its decisions are looked up. */
export interface PendingCall {
  readonly approval: ApprovalReading;
  /** Null when it has no usable id: then nothing can decide it. */
  readonly callId: string | null;
  readonly kind: CallType | "unknown";
  readonly tool: string;
  readonly keys: readonly string[];
  /** `server/tool` of a hosted MCP request; empty when it does not name both; null for all other calls. */
  readonly hosted: string | null;
  readonly agent: string | null;
}

/** One approval as the execution of its call asks for it (0.24.0 `_resolve_call_id`, `get_approval_status`). A native call without a name of
 * its own is asked for by that of the live tool; its binding at the load (`approvalKeysOf` of the migration) goes by its type. */
export function pendingCallOf(approval: ApprovalReading): PendingCall {
  const { data, raw } = approval;
  const call = objectOf(raw);
  const hosted = hostedRequestOf(raw);
  const kind = hosted !== undefined ? "mcp_approval_request" : callKind(call.type);
  const id =
    hosted !== undefined ? hosted.requestId : (call.call_id ?? (call.type === undefined ? call.id : undefined));
  const name = hosted?.toolName ?? data.tool_name ?? call.name;
  const tool = typeof name === "string" ? name : (nativeNames[kind] ?? "");
  return {
    approval,
    callId: typeof id === "string" && id !== "" ? id : null,
    kind,
    tool,
    keys: keysOf(data, raw, kind, tool),
    hosted: hosted === undefined ? null : hostedQuery(hosted),
    agent: agentKey(data.agent),
  };
}

/** Ids of the calls that a run waits for; null stands for those without a usable one. */
export function waitingIds(run: RunReading): Set<string | null> {
  return new Set(waitingApprovals(run).map((approval) => pendingCallOf(approval).callId));
}

/** `HostedMCPApprovalRequestIdentity.approval_identity`. */
function hostedQuery({ serverLabel, toolName }: HostedRequest): string {
  return serverLabel === undefined || toolName === undefined ? "" : serverTool(serverLabel, toolName);
}

function keysOf(data: JsonObject, raw: Json, kind: string, tool: string): readonly string[] {
  if (kind !== "function_call") return tool === "" ? [] : [tool];
  const lookup = lookupKeyOfApproval(data, raw);
  const keys = lookup === undefined ? [] : [approvalKeyOf(lookup)];
  // `allow_bare_name_alias` has a decision on a deferred tool written under its bare name too, where none is looked for.
  if (lookup?.[0] === "deferred_top_level") keys.push(`${lookup[1]}.${lookup[1]}`);
  if (keys.length === 0 && tool !== "") keys.push(tool);
  return keys;
}
