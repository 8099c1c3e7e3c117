import { isObject, type Json, type JsonObject, member, objectOf, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { type HostedRecord, hostedRecords } from "../../reading/context/records.ts";
import type { RunValue } from "./step.ts";

/** A decision record of `context.approvals` and its kin, as the reader restores it (0.24.0
 * `_restore_approval_record`). */
export interface ApprovalRecord {
  readonly approved: boolean | readonly string[];
  readonly rejected: boolean | readonly string[];
  readonly messages: JsonObject;
  readonly stickyMessage: string | undefined;
  readonly scope: string | undefined;
}

/** A record is read once, however many calls wait under its key. */
const known = new WeakMap<JsonObject, ApprovalRecord>();

export function readRecord(record: JsonObject): ApprovalRecord {
  const decision = known.get(record) ?? recordIn(record);
  known.set(record, decision);
  return decision;
}

function recordIn(record: JsonObject): ApprovalRecord {
  const messages = member(record, "rejection_messages");
  return {
    approved: readSide(member(record, "approved")),
    rejected: readSide(member(record, "rejected")),
    messages: objectOf(messages),
    stickyMessage: textOf(member(record, "sticky_rejection_message")),
    scope: textOf(member(record, "sticky_scope")),
  };
}

function readSide(value: Json | undefined): boolean | string[] {
  if (typeof value === "boolean") return value;
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Whether it decides about calls to come. */
export function isSticky(decision: ApprovalRecord): boolean {
  return decision.approved === true || decision.rejected === true;
}

/** The single calls of one side. */
export function callsOf(side: boolean | readonly string[]): readonly string[] {
  return typeof side === "boolean" ? [] : side;
}

/** Every record of `context.approvals` with its path. */
export function* approvalRecords({ value, base }: RunValue): Generator<[key: string, record: JsonObject, path: Path]> {
  const approvals = valueAt(value, ["context", "approvals"]);
  if (!isObject(approvals)) return;
  for (const [key, record] of Object.entries(approvals)) {
    if (isObject(record)) yield [key, record, [...base, "context", "approvals", key]];
  }
}

/** Every decision about tools of hosted MCP servers or requests to them, with its path. */
export function hostedDecisions({ value, base }: RunValue): [decision: HostedRecord, path: Path][] {
  const context = member(value, "context");
  if (!isObject(context)) return [];
  return hostedRecords(context).map((one) => [
    one,
    [...base, "context", "hosted_mcp_approvals", one.index, "decision"],
  ]);
}
