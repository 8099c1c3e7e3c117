import { isObject, member } from "../../document/json.ts";
import { hostedRequestOf } from "../../python/call-view.ts";
import { idOfCall } from "../../python/calls.ts";
import { approvalKeysOf } from "./approval-keys.ts";
import { type ApprovalRecord, callsOf, isSticky, readRecord } from "./approvals.ts";
import { type Carried, carryEdits } from "./carry-decisions.ts";
import { note, objectAt } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import type { Change, Run } from "./step.ts";
import { type WaitingRun, waitersOf, waitingKey, waitingRuns } from "./waiting-calls.ts";

/** 1.14 → 1.15, nested runs: older writers keep the decision on an inner call in the outer run's approvals. 0.24.0
 * loading such a file runs the tool once and then asks for the same call for ever; with the decision in the inner
 * run it finishes. When two runs wait for calls of one tool with one id, the file does not say whose call was meant. */
export function carryDecisionsInward(run: Run): Change[] {
  if (run.inner.length === 0 || (run.outer !== undefined && isOld(run.outer))) return [];
  const runs = waitingRuns(run);
  const waiters = waitersOf(runs);
  return runs.flatMap((each) => (each.run.outer !== undefined && isOld(each.run) ? carryInto(each.run, waiters) : []));
}

/** Whether the level's label has no ledger: then it takes this step. */
function isOld({ facts }: Run): boolean {
  return !facts.does.takesLedger;
}

/** A decision of the run itself was taken above and brought down with it; where a run around says something else by now, that is the later one,
 * and all that 0.19.4 goes by. */
function carryInto(run: Run, waiters: ReadonlyMap<string, readonly WaitingRun[]>): Change[] {
  const carried: Carried[] = [];
  const overruled: Carried[] = [];
  const open: Change[] = [];
  for (const item of run.facts.approvals) {
    const id = idOfCall(item.raw);
    if (id === null) continue;
    const own = ownDecisions(run, item, id);
    const found = decisionAround(run, item, id) ?? stickyOnUnlisted(run, item, id);
    const around = found ?? stickyAround(run, item)?.[1];
    if (around === undefined || own.some((one) => approves(one) === approves(around))) continue;
    overruled.push(...own.map(({ key }) => ({ key, approved: [], rejected: [], messages: {}, open: [id] })));
    if (found === undefined) open.push(note("nested-sticky-ignored", item.path, { id }));
    else if ((waiters.get(waitingKey(found.key, id))?.length ?? 0) < 2) carried.push(found);
    else open.push(note("nested-decision-ambiguous", item.path, { id }));
  }
  const edits = carryEdits(run, [...carried, ...overruled]);
  if (edits.length === 0) return open;
  const path = [...run.base, "context", "approvals"];
  if (overruled.length > 0) return [...open, { rule: "nested-decision-overruled", path, args: {}, edits }];
  return [...open, { rule: "nested-decision-carried", path, args: { calls: carried.length }, edits }];
}

/** What the run itself has on record about this one call. */
function ownDecisions(run: Run, item: KeptItem, callId: string): Carried[] {
  const approvals = objectAt(objectAt(run.value, "context"), "approvals");
  return approvalKeysOf(item.data, item.raw).flatMap((key) => {
    const record = objectAt(approvals, key);
    return record === undefined ? [] : (aboutCall(key, readRecord(record), callId) ?? []);
  });
}

function approves({ approved }: Pick<ApprovalRecord, "approved">): boolean {
  return approved === true || callsOf(approved).length > 0;
}

/** A decision of a run around about all calls of the tool. Older readers hand that on to the runs inside. */
function stickyAround(run: Run, item: KeptItem): [key: string, record: ApprovalRecord] | undefined {
  return [...recordsAround(run, item)].find(([, record]) => isSticky(record));
}

/** A call that a run around does not list is one that the older release took for decided by that, and nobody is asked about it: newer readers that
 * load the older file itself go by it too, for shell, patch and custom tools, and without it leave the nested run out. */
function stickyOnUnlisted(run: Run, item: KeptItem, callId: string): Carried | undefined {
  const { raw } = item;
  const isNative = isObject(raw) && raw.type !== "function_call" && hostedRequestOf(raw) === undefined;
  const sticky = isNative && !isListedAround(run, callId) ? stickyAround(run, item) : undefined;
  if (sticky === undefined) return undefined;
  const [key, { approved, rejected, stickyMessage }] = sticky;
  const sides = { approved: approved === true ? [callId] : [], rejected: rejected === true ? [callId] : [] };
  const messages = rejected === true && stickyMessage !== undefined ? { [callId]: stickyMessage } : {};
  return approved === rejected ? undefined : { key, ...sides, messages };
}

function isListedAround({ outer }: Run, callId: string): boolean {
  if (outer === undefined) return true;
  return outer.facts.approvals.some(({ raw }) => idOfCall(raw) === callId) && isListedAround(outer, callId);
}

/** The decision on this one call in the nearest run around that has it. */
function decisionAround(run: Run, item: KeptItem, callId: string): Carried | undefined {
  for (const [key, decision] of recordsAround(run, item)) {
    const found = aboutCall(key, decision, callId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a record says about one call. */
function aboutCall(key: string, { approved, rejected, messages }: ApprovalRecord, callId: string): Carried | undefined {
  const ours = (side: boolean | readonly string[]) => callsOf(side).filter((id) => id === callId);
  const text = member(messages, callId);
  const one = {
    key,
    approved: ours(approved),
    rejected: ours(rejected),
    messages: text === undefined ? {} : { [callId]: text },
  };
  return one.approved.length + one.rejected.length > 0 ? one : undefined;
}

/** The decisions about a tool in the runs around, from the nearest on. */
function* recordsAround(run: Run, item: KeptItem): Generator<[key: string, record: ApprovalRecord]> {
  for (let around = run.outer; around !== undefined; around = around.outer) {
    const approvals = objectAt(objectAt(around.value, "context"), "approvals");
    for (const key of approvalKeysOf(item.data, item.raw)) {
      const record = objectAt(approvals, key);
      if (record !== undefined) yield [key, readRecord(record)];
    }
  }
}
