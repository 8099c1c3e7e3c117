import type { Edit } from "../../document/edit.ts";
import { isObject, type JsonObject, member, type Path } from "../../document/json.ts";
import { listAt, objectAt, remove } from "../change.ts";
import type { Change, Run } from "../step.ts";
import { approvalRecords, readDecision } from "./approvals.ts";
import { type Carried, carryEdits, singleCalls } from "./carry-decisions.ts";
import { isFunctionScope } from "./function-scope.ts";

/** 1.18 → 1.17, `context.function_tool_approvals`: 0.22.3 ignores it. Decisions on single calls move to
 * `context.approvals`, which resumes like a file of its own; a sticky approval moved there would serve every agent
 * with that tool, so it is dropped (asks again). */
export function unownApprovals(run: Run): Change[] {
  const context = objectAt(run.value, "context");
  if (context === undefined || !Object.hasOwn(context, "function_tool_approvals")) return [];
  const path = [...run.base, "context", "function_tool_approvals"];
  const changes: Change[] = [];
  const carried: Carried[] = [];
  listAt(context, "function_tool_approvals").forEach((entry, index) => {
    const key = isObject(entry) ? member(entry, "tool_key") : undefined;
    const decision = isObject(entry) ? objectAt(entry, "decision") : undefined;
    if (typeof key !== "string" || decision === undefined) return;
    const read = readDecision(decision);
    const at = [...path, index, "decision"];
    if (read.approved === true)
      changes.push({ rule: "owned-sticky-approval-dropped", path: at, args: { tool: key }, edits: [] });
    else if (read.rejected === true)
      changes.push({ rule: "owned-sticky-rejection-dropped", path: at, args: { tool: key }, edits: [] });
    const single = singleCalls(key, read);
    if (single !== undefined) carried.push(single);
  });
  const moved: Change = {
    rule: "owned-decision-unowned",
    path,
    args: { calls: carried.reduce((sum, one) => sum + one.approved.length + one.rejected.length, 0) },
    edits: carryEdits(run.value, run.base, carried),
  };
  return [...changes, moved, remove("owned-decision-unowned", path, moved.args)];
}

/** A sticky approval of a function tool without an owner counts nothing since 0.23.1 (it asks again), but 0.22.3
 * honours it when its scope fits: going down must not bring it to life. */
export function dropDeadStickyApprovals(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run.value, run.base)) {
    const decision = readDecision(record);
    if (decision.approved !== true || decision.scope === undefined || !isFunctionScope(key, decision.scope)) continue;
    changes.push({
      rule: "unowned-sticky-approval-dropped",
      path,
      args: { tool: key },
      edits: dropStickyApproval(record, path),
    });
  }
  return changes;
}

/** `approved: true` becomes an empty list; the scope goes when no sticky side is left. */
export function dropStickyApproval(record: JsonObject, path: Path): Edit[] {
  const edits: Edit[] = [{ op: "replace", path: [...path, "approved"], value: [] }];
  if (Object.hasOwn(record, "sticky_scope") && readDecision(record).rejected !== true) {
    edits.push({ op: "remove", path: [...path, "sticky_scope"] });
  }
  return edits;
}

/** 1.18 → 1.17: decisions on apply_patch calls under a key with their scope are not looked up by 0.22.3. */
export function dropScopedPatchDecisions(run: Run): Change[] {
  return [...approvalRecords(run.value, run.base)]
    .filter(([key]) => key.startsWith("apply_patch:"))
    .map(([, , path]) => remove("apply-patch-decision-dropped", path));
}
