import type { Edit } from "../../document/edits/edit.ts";
import { type JsonObject, member, type Path } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import { agentKey } from "../../reading/agents.ts";
import { lastOfOwner, ownedRecords } from "../../reading/context/records.ts";
import { approvalKeysOf } from "./approval-keys.ts";
import { approvalRecords, callsOf, isSticky, readRecord } from "./approvals.ts";
import { type Carried, carryEdits } from "./carry-decisions.ts";
import { note, objectAt, remove, removeMembers } from "./change.ts";
import { isFunctionScope } from "./function-scope.ts";
import type { Change, Run } from "./step.ts";

/** 1.18 → 1.17, `context.function_tool_approvals`: 0.22.3 ignores it. Decisions on single calls move to
 * `context.approvals`, which resumes like a file of its own; a sticky approval moved there would serve every agent
 * with that tool, so it is dropped (asks again). What an owner says beats a decision by name (0.24.0 `_approval_records_for_key`): a call
 * approved under an older release and rejected since is rejected. */
export function unownApprovals(run: Run): Change[] {
  const context = objectAt(run.value, "context");
  if (context === undefined || !Object.hasOwn(context, "function_tool_approvals")) return [];
  const path = [...run.base, "context", "function_tool_approvals"];
  const changes: Change[] = [];
  const carried: Carried[] = [];
  const waiting = waitingOwners(run);
  for (const { owner, key, record, index } of lastOfOwner(ownedRecords(context))) {
    const at = [...path, index, "decision"];
    const read = readRecord(record);
    if (read.approved === true) changes.push(note("owned-sticky-approval-dropped", at, { tool: key }));
    else if (read.rejected === true) changes.push(note("owned-sticky-rejection-dropped", at, { tool: key }));
    const calls = waiting.get(key);
    const isOurs = (id: string) => calls?.get(id)?.has(owner) ?? true;
    carried.push({
      key,
      messages: read.messages,
      approved: callsOf(read.approved).filter(isOurs),
      rejected: callsOf(read.rejected).filter(isOurs),
      open: isSticky(read) ? [...(calls?.keys() ?? [])].filter(isOurs) : [],
    });
  }
  const moved: Change = {
    rule: "owned-decision-unowned",
    path,
    args: { calls: carried.reduce((sum, one) => sum + one.approved.length + one.rejected.length, 0) },
    edits: carryEdits(run, carried),
  };
  return [...changes, moved, remove("owned-decision-unowned", path, moved.args)];
}

/** The agents whose calls wait, by tool key and id: a decision of another agent on such a call counts for nothing. */
function waitingOwners(run: Run): Map<string, Map<string, Set<string | null>>> {
  const owners = new Map<string, Map<string, Set<string | null>>>();
  for (const { data, raw } of run.facts.approvals) {
    const id = idOfCall(raw);
    if (id === null) continue;
    for (const key of approvalKeysOf(data, raw)) {
      const calls = owners.get(key) ?? new Map<string, Set<string | null>>();
      owners.set(key, calls);
      calls.set(id, (calls.get(id) ?? new Set()).add(agentKey(member(data, "agent"))));
    }
  }
  return owners;
}

/** A sticky decision on a function tool without an owner counts nothing since 0.23.1 (it asks again), but 0.22.3
 * honours it when its scope fits: going down must not bring it to life. */
export function dropDeadSticky(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run)) {
    const { approved, rejected, scope } = readRecord(record);
    if (scope === undefined || !isFunctionScope(key, scope)) continue;
    const args = { tool: key };
    if (approved === true)
      changes.push({ rule: "unowned-sticky-approval-dropped", path, args, edits: dropStickyApproval(record, path) });
    if (rejected === true)
      changes.push({ rule: "dead-sticky-rejection-dropped", path, args, edits: dropStickyRejection(record, path) });
  }
  return changes;
}

/** `rejected: true` becomes an empty list; the scope goes when no sticky side is left. */
export function dropStickyRejection(record: JsonObject, path: Path): Edit[] {
  const edits: Edit[] = [{ op: "replace", path: [...path, "rejected"], value: [] }];
  const { approved } = readRecord(record);
  const scope = approved === true ? [] : ["sticky_scope"];
  // An approval to come is put into a list only.
  if (approved === false) edits.push({ op: "replace", path: [...path, "approved"], value: [] });
  return [...edits, ...removeMembers(record, path, [...scope, "sticky_rejection_message"])];
}

/** `approved: true` becomes an empty list; the scope goes when no sticky side is left. */
export function dropStickyApproval(record: JsonObject, path: Path): Edit[] {
  const scope = readRecord(record).rejected === true ? [] : ["sticky_scope"];
  return [{ op: "replace", path: [...path, "approved"], value: [] }, ...removeMembers(record, path, scope)];
}

/** 1.18 → 1.17: decisions on apply_patch calls under a key with their scope are not looked up by 0.22.3. */
export function dropScopedPatchDecisions(run: Run): Change[] {
  return [...approvalRecords(run)]
    .filter(([key]) => key.startsWith("apply_patch:"))
    .map(([, , path]) => remove("apply-patch-decision-dropped", path));
}
