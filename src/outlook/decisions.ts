import { isObject, type Json, type JsonObject, member, type Path } from "../document/json.ts";
import { hostedRequestOf } from "../python/call-view.ts";
import { approvalKeyOf, lookupKeyOfApproval } from "../python/tool-identity.ts";
import type { ApprovalReading, RunReading } from "../reading/reading.ts";

/** A decision on record. `callId` is null for one that holds for every call of its key ("sticky"). */
export interface Decision {
  /** Below the document's root. */
  readonly path: Path;
  readonly store: "by-name" | "owned" | "hosted";
  /** Tool key, or the server label of a hosted one. */
  readonly key: string;
  /** Agent of an owned decision, as the file names it. */
  readonly owner: string | null;
  readonly verdict: "approved" | "rejected";
  readonly callId: string | null;
  readonly scope: string | null;
}

/** The decisions of one level that its reader reads, in file order. */
export function decisionsOf(run: RunReading): Decision[] {
  const context = run.state.context;
  if (!isObject(context)) return [];
  const base = [...run.base, "context"];
  const decisions: Decision[] = [];
  const { approvals } = context;
  if (isObject(approvals)) {
    for (const key of Object.keys(approvals)) {
      const record = member(approvals, key);
      if (isObject(record))
        addRecord(decisions, record, { path: [...base, "approvals", key], store: "by-name", key, owner: null });
    }
  }
  if (run.dialect.does.readsOwnedApprovals) addOwned(decisions, context.function_tool_approvals, base);
  if (run.dialect.on["hosted-approvals-dropped"]) addHosted(decisions, context.hosted_mcp_approvals, base);
  return decisions;
}

type Origin = Pick<Decision, "path" | "store" | "key" | "owner">;

function newDecision(
  { store, key, owner }: Origin,
  path: Path,
  verdict: Decision["verdict"],
  callId: string | null,
  scope: string | null,
): Decision {
  return { path, store, key, owner, verdict, callId, scope };
}

function addRecord(into: Decision[], record: JsonObject, origin: Origin): void {
  const scope = typeof record.sticky_scope === "string" ? record.sticky_scope : null;
  for (const verdict of ["approved", "rejected"] as const) {
    const value = record[verdict];
    const path = [...origin.path, verdict];
    if (value === true) into.push(newDecision(origin, path, verdict, null, scope));
    else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const callId = value[index];
        if (typeof callId === "string") into.push(newDecision(origin, [...path, index], verdict, callId, null));
      }
    }
  }
}

function addOwned(into: Decision[], value: Json | undefined, base: Path): void {
  if (!Array.isArray(value)) return;
  for (let index = 0; index < value.length; index++) {
    const entry = value[index];
    if (!isObject(entry) || !isObject(entry.decision) || typeof entry.tool_key !== "string") continue;
    const path = [...base, "function_tool_approvals", index, "decision"];
    addRecord(into, entry.decision, { path, store: "owned", key: entry.tool_key, owner: agentKey(entry.agent) });
  }
}

/** The call id of a hosted request's own decision stands in its identity, so a true there is no sticky decision. */
function addHosted(into: Decision[], value: Json | undefined, base: Path): void {
  if (!Array.isArray(value)) return;
  for (let index = 0; index < value.length; index++) {
    const entry = value[index];
    if (!isObject(entry) || !isObject(entry.identity) || !isObject(entry.decision)) continue;
    const { identity, decision } = entry;
    const path = [...base, "hosted_mcp_approvals", index, "decision"];
    const server = typeof identity.server_label === "string" ? identity.server_label : "";
    const tool = typeof identity.tool_name === "string" ? identity.tool_name : "";
    const origin: Origin = { path, store: "hosted", key: hostedKey(server, tool), owner: null };
    const requestId = identity.request_id;
    if (typeof requestId !== "string") addRecord(into, decision, origin);
    else {
      const ofRequest = {
        approved: isTrueFor(decision.approved, requestId),
        rejected: isTrueFor(decision.rejected, requestId),
      };
      for (const verdict of ["approved", "rejected"] as const) {
        if (ofRequest[verdict]) into.push(newDecision(origin, [...path, verdict], verdict, requestId, null));
      }
    }
  }
}

function isTrueFor(side: Json | undefined, callId: string): boolean {
  return side === true || (Array.isArray(side) && side.includes(callId));
}

function hostedKey(server: string, tool: string): string {
  return server === "" ? tool : `${server}/${tool}`;
}

/** What a pending call is known by: its id, its kind, and the keys under which its decisions are looked up. */
export interface PendingCall {
  readonly approval: ApprovalReading;
  /** Null when it has no usable id: then nothing can decide it. */
  readonly callId: string | null;
  readonly kind: string;
  readonly tool: string;
  readonly keys: readonly string[];
  /** `server/tool` of a hosted MCP request. */
  readonly hosted: string | null;
  readonly agent: string | null;
}

const nativeNames: Readonly<Record<string, string>> = {
  apply_patch_call: "apply_patch",
  computer_call: "computer",
  local_shell_call: "local_shell",
  shell_call: "shell",
};

/** `_resolve_call_id`, `_resolve_approval_keys` (0.24.0) of one approval. */
export function pendingCallOf(approval: ApprovalReading): PendingCall {
  const { data, raw } = approval;
  const call = isObject(raw) ? raw : {};
  const hosted = hostedRequestOf(raw);
  const kind =
    hosted !== undefined ? "mcp_approval_request" : typeof call.type === "string" ? call.type : "function_call";
  const id =
    hosted !== undefined ? hosted.requestId : (call.call_id ?? (call.type === undefined ? call.id : undefined));
  const name = data.tool_name ?? hosted?.toolName ?? call.name;
  const tool = typeof name === "string" ? name : (nativeNames[kind] ?? "");
  return {
    approval,
    callId: typeof id === "string" && id !== "" ? id : null,
    kind,
    tool,
    keys: keysOf(data, raw, kind, tool),
    hosted: hosted === undefined ? null : hostedKey(hosted.serverLabel ?? "", hosted.toolName ?? ""),
    agent: agentKey(data.agent),
  };
}

function keysOf(data: JsonObject, raw: Json, kind: string, tool: string): readonly string[] {
  if (kind !== "function_call") return tool === "" ? [] : [tool];
  const lookup = lookupKeyOfApproval(data, raw);
  const keys = lookup === undefined ? [] : [approvalKeyOf(lookup)];
  if (data.allow_bare_name_alias === true && tool !== "") keys.push(tool);
  if (lookup?.[0] === "deferred_top_level") keys.push(`${lookup[1]}.${lookup[1]}`);
  if (keys.length === 0 && tool !== "") keys.push(tool);
  return keys;
}

/** How the file names an agent: its identity where it has one. */
function agentKey(reference: Json | undefined): string | null {
  if (typeof reference === "string") return reference;
  if (!isObject(reference)) return null;
  if (typeof reference.identity === "string") return reference.identity;
  return typeof reference.name === "string" ? reference.name : null;
}
