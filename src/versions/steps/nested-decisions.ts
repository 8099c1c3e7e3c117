import { member } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import { approvalKeysOf } from "./approval-keys.ts";
import { type ApprovalRecord, callsOf, isSticky, readRecord } from "./approvals.ts";
import { type Carried, carryEdits } from "./carry-decisions.ts";
import { note, objectAt } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import { hasCall, recordsFor } from "./pending.ts";
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

function carryInto(run: Run, waiters: ReadonlyMap<string, readonly WaitingRun[]>): Change[] {
  const carried: Carried[] = [];
  const open: Change[] = [];
  for (const item of run.facts.approvals) {
    const id = idOfCall(item.raw);
    if (id === null || recordsFor(run, item).some(({ record }) => hasCall(readRecord(record), id))) continue;
    const found = decisionAround(run, item, id);
    if (found === undefined) {
      if (isStickyAround(run, item)) open.push(note("nested-sticky-ignored", item.path, { id }));
      continue;
    }
    if ((waiters.get(waitingKey(found.key, id))?.length ?? 0) < 2) carried.push(found);
    else open.push(note("nested-decision-ambiguous", item.path, { id }));
  }
  if (carried.length === 0) return open;
  const path = [...run.base, "context", "approvals"];
  const edits = carryEdits(run.value, run.base, carried);
  return [...open, { rule: "nested-decision-carried", path, args: { calls: carried.length }, edits }];
}

/** Whether a run around decides about all calls of the tool. Older readers hand that on to the runs inside, newer ones keep it to the run,
 * also when they load the older file itself. */
function isStickyAround(run: Run, item: KeptItem): boolean {
  return [...recordsAround(run, item)].some(([, record]) => isSticky(record));
}

/** The decision on this one call in the nearest run around that has it. */
function decisionAround(run: Run, item: KeptItem, callId: string): Carried | undefined {
  const ours = (side: boolean | readonly string[]) => callsOf(side).filter((id) => id === callId);
  for (const [key, { approved, rejected, messages }] of recordsAround(run, item)) {
    const text = member(messages, callId);
    const one = {
      key,
      approved: ours(approved),
      rejected: ours(rejected),
      messages: text === undefined ? {} : { [callId]: text },
    };
    if (one.approved.length + one.rejected.length > 0) return one;
  }
  return undefined;
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
