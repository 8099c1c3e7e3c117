import { hostedRequestOf } from "../../python/call-view.ts";
import { isFalsy } from "../../python/truth.ts";
import { originOf } from "../../reading/tool-origin.ts";
import { approvalRecords, callsOf, isSticky, readRecord } from "./approvals.ts";
import { note, objectAt, removeAt } from "./change.ts";
import { isFunctionScope } from "./function-scope.ts";
import { recordsFor } from "./pending.ts";
import type { Change, Run } from "./step.ts";

// The way up never makes up an owner, a scope, a range or a binding: what the old file does not say stays empty, the SDK then asks
// again or refuses, and a warning says where.

/** 1.13 → 1.14: a label below 1.14 hides `hosted_mcp_approvals` from every reader; under a newer one it would come
 * to life. */
export function dropIgnoredHostedApprovals(run: Run): Change[] {
  return removeAt(run, "hosted-approvals-were-ignored", ["context", "hosted_mcp_approvals"]);
}

/** 1.14 → 1.15: sticky decisions that stay without a scope. In memory an old label lets the first fitting call take
 * them; a file cannot say that, and the SDK's own load and save loses it too. */
export function warnUnboundSticky(run: Run): Change[] {
  const changes: Change[] = [];
  const hosted = stickyHosted(run);
  for (const [key, record, path] of approvalRecords(run)) {
    const decision = readRecord(record);
    if (!isSticky(decision)) continue;
    if (hosted.has(key)) changes.push(note("sticky-hosted-not-honoured", path, { tool: key }));
    else if (decision.scope === undefined) changes.push(note("sticky-scope-unbound", path, { tool: key }));
  }
  return changes;
}

/** Keys of sticky decisions that stand under the bare name of a pending hosted MCP tool: honoured for single calls
 * only. */
function stickyHosted(run: Run): Set<string> {
  const keys = new Set<string>();
  for (const item of run.facts.approvals) {
    if (hostedRequestOf(item.raw) === undefined) continue;
    for (const { path } of recordsFor(run, item)) keys.add(String(path[path.length - 1]));
  }
  return keys;
}

/** 1.15 → 1.16: older releases let the sticky side win over a decision on one call, newer ones the call. */
export function warnStickyBesideList(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run)) {
    const { approved, rejected } = readRecord(record);
    const against =
      (approved === true && callsOf(rejected).length > 0) || (rejected === true && callsOf(approved).length > 0);
    if (against) changes.push(note("sticky-beside-list", path, { tool: key }));
  }
  return changes;
}

/** 1.17 → 1.18: decisions on functions without an owner count for single calls only, and a pending call of a local
 * MCP server needs a binding to be run. */
export function leaveOwnersOpen(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run)) {
    const decision = readRecord(record);
    if (!isSticky(decision) || decision.scope === undefined) continue;
    if (isFunctionScope(key, decision.scope)) changes.push(note("sticky-function-unowned", path, { tool: key }));
  }
  const bindings = objectAt(objectAt(run.value, "last_processed_response"), "mcp_tool_bindings");
  if (!isFalsy(bindings)) return changes;
  for (const item of run.facts.approvals) {
    if (originOf(item.data) === "mcp") changes.push(note("mcp-binding-unknown", item.path));
  }
  return changes;
}
