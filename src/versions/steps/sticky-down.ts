import type { Edit } from "../../document/edits/edit.ts";
import type { JsonObject, Path } from "../../document/json.ts";
import { approvalRecords, callsOf, hostedDecisions, readRecord } from "./approvals.ts";
import { note, remove, removeMembers, setMember } from "./change.ts";
import { dropStickyApproval, dropStickyRejection } from "./owned-approvals.ts";
import { scopeOfItem } from "./pending.ts";
import type { Change, Run } from "./step.ts";
import { ownCallsOf, waitingRun, waitingRuns } from "./waiting-calls.ts";

/** What a record says of its sticky sides. */
const stickyDetails = ["sticky_scope", "sticky_rejection_message"];

/** 1.16 → 1.15: 0.21.0 and older let a sticky side win over the decision on one call; a call that was rejected by
 * hand was executed. The sticky side goes, other calls ask again. */
export function dropStickyAgainstList(run: Run): Change[] {
  const changes: Change[] = [];
  const hosted = hostedDecisions(run).map(([{ tool, record }, path]) => [tool ?? "", record, path] as const);
  const records = [...approvalRecords(run), ...hosted];
  for (const [key, record, path] of records) {
    const { approved, rejected } = readRecord(record);
    const edits: Edit[] = [];
    if (approved === true && callsOf(rejected).length > 0)
      edits.push({ op: "replace", path: [...path, "approved"], value: [] });
    if (rejected === true && callsOf(approved).length > 0)
      edits.push({ op: "replace", path: [...path, "rejected"], value: [] });
    if (edits.length === 0) {
      if (run.isLast && (approved === true || rejected === true)) changes.push(finalSticky(key, path));
      continue;
    }
    edits.push(...removeMembers(record, path, stickyDetails));
    changes.push({ rule: "sticky-against-list-dropped", path, args: { tool: key }, edits });
  }
  return changes;
}

/** A sticky decision that stays. Up to 0.21.0 what is said of one call afterwards counts for nothing: one that is rejected then runs all the same. */
function finalSticky(tool: string, path: Path): Change {
  return note("sticky-decision-final", path, { tool });
}

/** 1.15 → 1.14: 0.19.4 takes the sticky rejections of the outermost run for the calls of its nested runs too, even against a decision on
 * one of those, and looks at no other run's. Where a nested run waits for a call of the tool, and in the nested runs themselves, the
 * calls that wait are rejected one by one, as they were; those to come ask. */
export function spellOutRejections(run: Run): Change[] {
  const isNested = run.outer !== undefined;
  const inside = isNested ? [] : waitingRuns(run).slice(1);
  const keysInside = new Set(inside.flatMap((each) => ownCallsOf(each).flatMap(({ keys }) => keys)));
  return [...approvalRecords(run)].flatMap(([key, record, path]): Change[] => {
    if (readRecord(record).rejected !== true || !(isNested || keysInside.has(key))) return [];
    const rule = isNested ? "nested-sticky-rejection-dropped" : "sticky-rejection-spelled-out";
    return [{ rule, path, args: { tool: key }, edits: spelledOut(run, key, record, path) }];
  });
}

function spelledOut(run: Run, key: string, record: JsonObject, path: Path): Edit[] {
  const { approved, scope, messages, stickyMessage } = readRecord(record);
  const ours = ownCallsOf(waitingRun(run)).filter(
    ({ keys, item }) => keys.includes(key) && scopeOfItem(run, item) === scope,
  );
  const calls = ours.map(({ id }) => id);
  const edits: Edit[] = [{ op: "replace", path: [...path, "rejected"], value: calls }];
  // An approval to come is put into a list only.
  if (approved === false) edits.push({ op: "replace", path: [...path, "approved"], value: [] });
  edits.push(...removeMembers(record, path, stickyDetails));
  const untold = calls.filter((id) => !Object.hasOwn(messages, id));
  if (stickyMessage !== undefined && untold.length > 0) {
    const texts = { ...messages, ...Object.fromEntries(untold.map((id) => [id, stickyMessage])) };
    edits.push(setMember(record, path, "rejection_messages", texts));
  }
  return edits;
}

/** 1.15 → 1.14: without the scope 0.19.4 would use a sticky approval for every tool of that name, of whatever kind:
 * dropped. A sticky rejection only narrows: it stays, without its scope; one that has none counts nothing since 0.20.0. */
export function unscopeSticky(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run)) {
    const { approved, rejected, scope } = readRecord(record);
    if (rejected === true && scope === undefined) {
      const edits = dropStickyRejection(record, path);
      changes.push({ rule: "dead-sticky-rejection-dropped", path, args: { tool: key }, edits });
    }
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
      if (rejected === true) changes.push(finalSticky(key, path));
    }
  }
  return changes;
}

/** 1.6 → 1.5: 0.12.0 sends its own text about a rejected call. */
export function dropRejectionTexts(run: Run): Change[] {
  const changes: Change[] = [];
  for (const [key, record, path] of approvalRecords(run)) {
    for (const name of ["rejection_messages", "sticky_rejection_message"]) {
      if (Object.hasOwn(record, name)) changes.push(remove("rejection-text-dropped", [...path, name], { tool: key }));
    }
  }
  return changes;
}
