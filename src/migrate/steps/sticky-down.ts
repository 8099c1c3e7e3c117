import type { Edit } from "../../document/edit.ts";
import { remove } from "../change.ts";
import type { Change, Run } from "../step.ts";
import { approvalRecords, callsOf, readDecision } from "./approvals.ts";
import { dropStickyApproval } from "./owned-approvals.ts";

/** 1.16 → 1.15: 0.21.0 and older let a sticky side win over the decision on one call; a call that was rejected by
 * hand was executed. The sticky side goes, other calls ask again. */
export function dropStickyAgainstList(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run.value, run.base)) {
    const { approved, rejected } = readDecision(record);
    const edits: Edit[] = [];
    if (approved === true && callsOf(rejected).length > 0)
      edits.push({ op: "replace", path: [...path, "approved"], value: [] });
    if (rejected === true && callsOf(approved).length > 0)
      edits.push({ op: "replace", path: [...path, "rejected"], value: [] });
    if (edits.length === 0) continue;
    for (const name of ["sticky_scope", "sticky_rejection_message"]) {
      if (Object.hasOwn(record, name)) edits.push({ op: "remove", path: [...path, name] });
    }
    changes.push({ rule: "sticky-against-list-dropped", path, args: { tool: key }, edits });
  }
  return changes;
}

/** 1.15 → 1.14: without the scope 0.19.4 would use a sticky approval for every tool of that name, of whatever kind:
 * dropped. A sticky rejection only narrows: it stays, without its scope. */
export function unscopeSticky(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run.value, run.base)) {
    const { approved, rejected } = readDecision(record);
    if (approved === true) {
      changes.push({
        rule: "sticky-approval-dropped",
        path,
        args: { tool: key },
        edits: dropStickyApproval(record, path),
      });
    }
    if (Object.hasOwn(record, "sticky_scope") && (approved !== true || rejected === true)) {
      changes.push(remove("sticky-rejection-unscoped", [...path, "sticky_scope"], { tool: key }));
    }
  }
  return changes;
}

/** 1.6 → 1.5: 0.12.0 sends its own text about a rejected call. */
export function dropRejectionTexts(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run.value, run.base)) {
    for (const name of ["rejection_messages", "sticky_rejection_message"]) {
      if (Object.hasOwn(record, name)) changes.push(remove("rejection-text-dropped", [...path, name], { tool: key }));
    }
  }
  return changes;
}
