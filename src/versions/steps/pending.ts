import { type JsonObject, member, type Path } from "../../document/json.ts";
import { addTo } from "../../multimap.ts";
import { hostedRequestOf } from "../../python/call-view.ts";
import {
  approvalScope,
  type CallIdentity,
  type CallOptions,
  identityIfTaken,
  optionsOfApproval,
} from "../../python/invocation.ts";
import { type HostedIdentity, hostedKey } from "../../reading/context/records.ts";
import { isDigest } from "../../sha256.ts";
import { approvalKeysOf } from "./approval-keys.ts";
import { type ApprovalRecord, callsOf, hostedDecisions, isSticky, readRecord } from "./approvals.ts";
import { objectAt, setMember } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import type { Change, Run } from "./step.ts";

interface FoundRecord {
  readonly record: JsonObject;
  readonly path: Path;
}

/** The decision records that speak about a pending item: those under its tool keys, and for a hosted MCP request
 * those of its server (labels 1.14 and later keep these apart). */
export function recordsFor(run: Run, item: KeptItem): FoundRecord[] {
  const context = objectAt(run.value, "context");
  const approvals = objectAt(context, "approvals");
  const at = [...run.base, "context"];
  const found: FoundRecord[] = [];
  for (const key of approvalKeysOf(item.data, item.raw)) {
    const record = objectAt(approvals, key);
    if (record !== undefined) found.push({ record, path: [...at, "approvals", key] });
  }
  return [...found, ...hostedRecordsFor(run, item)];
}

/** Those of the server's tool, or of the request when it does not name both; the reader keeps the last. */
export function hostedRecordsFor(run: Run, item: KeptItem): readonly FoundRecord[] {
  if (!run.facts.does.readsHostedApprovals) return [];
  const request = hostedRequestOf(item.raw);
  if (request?.requestId === undefined) return [];
  const { serverLabel: server, toolName: tool, requestId } = request;
  const isToldByServer = server !== undefined && tool !== undefined;
  const about: HostedIdentity = isToldByServer ? { type: "server_tool", server, tool } : { type: "request", requestId };
  return hostedByIdentity(run).get(hostedKey(about)) ?? [];
}

type HostedRecords = ReadonlyMap<string, readonly FoundRecord[]>;

/** A run may wait for thousands of calls, and its list is gone through once for all of them. */
const knownRecords = new WeakMap<Run, HostedRecords>();

function hostedByIdentity(run: Run): HostedRecords {
  const records = knownRecords.get(run) ?? readHostedRecords(run);
  knownRecords.set(run, records);
  return records;
}

/** The decisions about hosted MCP tools and requests, by what they are about. */
function readHostedRecords(run: Run): HostedRecords {
  const records = new Map<string, FoundRecord[]>();
  for (const [decision, path] of hostedDecisions(run)) {
    addTo(records, hostedKey(decision), { record: decision.record, path });
  }
  return records;
}

/** Whether a decision on record binds this call: one on its id, or a sticky one of its scope (scopes are bound
 * before). */
export function isDecided(run: Run, item: KeptItem, identity: CallIdentity): boolean {
  return recordsFor(run, item).some(({ record }) => {
    const decision = readRecord(record);
    if (hasCall(decision, identity.callId)) return true;
    return decision.scope === identity.scope && isSticky(decision);
  });
}

export function hasCall(decision: ApprovalRecord, callId: string): boolean {
  return callsOf(decision.approved).includes(callId) || callsOf(decision.rejected).includes(callId);
}

function optionsOf({ document }: Run, { data, raw, rawPath }: KeptItem): CallOptions {
  return optionsOfApproval(data, raw, { document, path: rawPath });
}

/** The identity of a pending item; null when the reader finds none and asks again. */
export function pendingIdentity(run: Run, item: KeptItem): CallIdentity | null {
  return identityIfTaken(item.raw, optionsOf(run, item));
}

/** The scope of the tool that a pending item calls; undefined when the reader finds none. */
export function scopeOfItem(run: Run, item: KeptItem): string | undefined {
  const scope = approvalScope(item.raw, optionsOf(run, item));
  return scope === null || !isDigest(scope) ? undefined : scope;
}

/** 1.14 → 1.15, sticky decisions about a tool with a pending call: the reader gives one without a scope the scope of
 * that call, the first pending item wins (0.24.0 `_restore_pending_approval_binding`). */
export function bindStickyScopes(run: Run): Change[] {
  const changes = new Map<JsonObject, Change>();
  for (const item of run.facts.approvals) {
    const scope = scopeOfItem(run, item);
    if (scope === undefined) continue;
    for (const { record, path } of recordsFor(run, item)) {
      const sided = typeof member(record, "approved") === "boolean" || typeof member(record, "rejected") === "boolean";
      if (!sided || changes.has(record) || readRecord(record).scope) continue;
      const edit = setMember(record, path, "sticky_scope", scope);
      changes.set(record, { rule: "sticky-scope-bound", path, args: {}, edits: [edit] });
    }
  }
  return [...changes.values()];
}
