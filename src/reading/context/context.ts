import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { pathToMember } from "../../document/value-at.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isCallType } from "../../python/calls.ts";
import { isFalsy } from "../../python/truth.ts";
import { isDigest } from "../../sha256.ts";
import { readAgent } from "../agents.ts";
import { type Pass, report } from "../pass.ts";
import { readApprovals, readRecord } from "./approvals.ts";
import { hostedIdentityOf } from "./records.ts";
import { readUsage } from "./usage.ts";

/** `/context`: usage, the application's own context, decisions, ledger (steps 10 to 15 of `_build_run_state_from_json`). */
export function readContext(pass: Pass): void {
  const context = pass.state.context;
  if (context === undefined) {
    report(pass, "key-missing", ["context"], { key: "context" });
    return;
  }
  if (!isObject(context)) {
    report(pass, "context-not-an-object", ["context"], { found: kindOf(context) });
    return;
  }
  readUsage(pass, context.usage, ["context", "usage"]);
  readUserContext(pass, context);
  readApprovals(pass, context.approvals);
  readLedger(pass, context);
  readHostedApprovals(pass, context.hosted_mcp_approvals);
  readOwnedApprovals(pass, context.function_tool_approvals);
}

function readUserContext(pass: Pass, context: JsonObject): void {
  const meta = context.context_meta;
  if (isObject(meta)) {
    const reason = ["omitted", "requires_deserializer"].find((key) => !isFalsy(meta[key]));
    if (reason !== undefined) report(pass, "user-context-needs-restoring", ["context", "context_meta", reason]);
  } else if (meta !== undefined && meta !== null) {
    report(pass, "user-context-guard-lost", ["context", "context_meta"], { found: kindOf(meta) });
  }
  const value = context.context;
  if (value !== undefined && value !== null && !isObject(value)) {
    report(pass, "user-context-not-an-object", ["context", "context"], { found: kindOf(value) });
  }
}

/** The ledger of tool calls (`_rebuild_tool_invocations`); below 1.15 it is rebuilt from history instead. */
function readLedger(pass: Pass, context: JsonObject): void {
  const ledger = context.tool_invocations;
  if (ledger === undefined) return;
  if (!pass.dialect.does.takesLedger) {
    if (!isObject(ledger) || Object.keys(ledger).length > 0)
      report(pass, "ledger-ignored", ["context", "tool_invocations"]);
    return;
  }
  if (!isObject(ledger)) {
    report(pass, "ledger-not-an-object", ["context", "tool_invocations"], { found: kindOf(ledger) });
    return;
  }
  for (const callId of Object.keys(ledger)) {
    const entry = member(ledger, callId);
    if (callId === "") report(pass, "ledger-call-id-empty", ["context", "tool_invocations", ""]);
    else if (!isObject(entry)) {
      report(pass, "ledger-entry-not-an-object", ["context", "tool_invocations", callId], { found: kindOf(entry) });
    } else {
      const fault = ledgerFault(entry);
      if (fault !== null) {
        const path = pathToMember(entry, ["context", "tool_invocations", callId], fault);
        report(pass, "ledger-entry-invalid", path, { key: fault });
      }
    }
  }
}

/** The member of a ledger entry that the reader does not take, or null. */
function ledgerFault(entry: JsonObject): string | null {
  const { type, approval_scope: scope, fingerprint, executed, completed } = entry;
  if (!isCallType(type)) return "type";
  if (typeof scope !== "string" || !isDigest(scope)) return "approval_scope";
  if (typeof fingerprint !== "string" || !isDigest(fingerprint)) return "fingerprint";
  if (typeof executed !== "boolean") return "executed";
  if (typeof completed !== "boolean") return "completed";
  return completed && !executed ? "completed" : null;
}

/** `_rebuild_hosted_mcp_approvals`: what it cannot use is skipped. */
function readHostedApprovals(pass: Pass, value: Json | undefined): void {
  if (value === undefined) return;
  if (!pass.dialect.does.readsHostedApprovals) {
    if (!isFalsy(value)) report(pass, "hosted-approvals-ignored", ["context", "hosted_mcp_approvals"]);
    return;
  }
  if (!Array.isArray(value)) {
    report(pass, "hosted-approvals-dropped", ["context", "hosted_mcp_approvals"], { found: kindOf(value) });
    return;
  }
  for (let index = 0; index < value.length; index++) {
    const entry = value[index];
    const path = ["context", "hosted_mcp_approvals", index];
    if (isObject(entry) && hostedIdentityOf(entry.identity) !== undefined && isObject(entry.decision))
      readRecord(pass, entry.decision, [...path, "decision"]);
    else report(pass, "hosted-approvals-dropped", path, { found: kindOf(entry) });
  }
}

/** `function_tool_approvals`: decisions that belong to one agent. */
function readOwnedApprovals(pass: Pass, value: Json | undefined): void {
  if (value === undefined || !pass.dialect.does.readsOwnedApprovals) return;
  const path = ["context", "function_tool_approvals"];
  if (!isFalsy(value) && report(pass, "owned-approvals-below-1-18", path)) return;
  if (!Array.isArray(value)) {
    report(pass, "owned-approvals-not-a-list", path, { found: kindOf(value) });
    return;
  }
  for (let index = 0; index < value.length; index++) {
    const entry = value[index] as Json;
    const fault = ownedFault(entry);
    if (fault !== null) {
      const args = { key: fault, found: kindOf(entry) };
      report(pass, "owned-approval-invalid", pathToMember(entry, [...path, index], fault), args);
    } else if (isObject(entry) && readAgent(pass, entry.agent, [...path, index, "agent"]) === "missing") {
      report(pass, "owned-approval-without-owner", pathToMember(entry, [...path, index], "agent"));
    } else if (isObject(entry)) readRecord(pass, entry.decision as JsonObject, [...path, index, "decision"]);
  }
}

function ownedFault(entry: Json): string | null {
  if (!isObject(entry)) return "tool_key";
  if (typeof entry.tool_key !== "string") return "tool_key";
  return isObject(entry.decision) ? null : "decision";
}
