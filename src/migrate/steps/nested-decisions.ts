import { member } from "../../document/json.ts";
import { callIdOf } from "../../python/invocation.ts";
import { objectAt } from "../change.ts";
import type { KeptItem } from "../facts.ts";
import type { Change, Run } from "../step.ts";
import { approvalKeysOf } from "./approval-keys.ts";
import { approvalRecords, callsOf, readDecision } from "./approvals.ts";
import { type Carried, carryEdits, singleCalls } from "./carry-decisions.ts";
import { hasCall, recordsFor } from "./pending.ts";

/** 1.14 → 1.15, a nested run: older writers keep the decision on an inner call in the outer run's approvals. 0.24.0
 * loading such a file runs the tool once and then asks for the same call for ever; with the decision in the inner
 * run it finishes. */
export function carryDecisionsInward(run: Run): Change[] {
  if (run.outer === undefined) return [];
  const carried: Carried[] = [];
  for (const item of run.facts.approvals) {
    const call = callIdOf(item.raw);
    if (call === null || call === "unhashable" || call.callId === null) continue;
    const { callId } = call;
    if (recordsFor(run, item).some(({ record }) => hasCall(readDecision(record), callId))) continue;
    const found = decisionAround(run, item, callId);
    if (found !== undefined) carried.push(found);
  }
  if (carried.length === 0) return [];
  const path = [...run.base, "context", "approvals"];
  return [
    {
      rule: "nested-decision-carried",
      path,
      args: { calls: carried.length },
      edits: carryEdits(run.value, run.base, carried),
    },
  ];
}

/** The decision on this one call in the nearest run around that has it. */
function decisionAround(run: Run, item: KeptItem, callId: string): Carried | undefined {
  for (let around = run.outer; around !== undefined; around = around.outer) {
    const approvals = objectAt(objectAt(around.value, "context"), "approvals");
    for (const key of approvalKeysOf(item.data, item.raw)) {
      const record = objectAt(approvals, key);
      if (record === undefined) continue;
      const { approved, rejected, messages } = readDecision(record);
      const ours = (side: boolean | readonly string[]) => callsOf(side).filter((id) => id === callId);
      const text = member(messages, callId);
      const one = {
        key,
        approved: ours(approved),
        rejected: ours(rejected),
        messages: text === undefined ? {} : { [callId]: text },
      };
      if (one.approved.length + one.rejected.length > 0) return one;
    }
  }
  return undefined;
}

/** 1.15 → 1.14: 0.19.4 looks for the decision on an inner call in the outer run's approvals only; with it there the
 * run resumes like a file of its own, without it the inner call asks again. */
export function carryDecisionsOutward(run: Run): Change[] {
  const carried: Carried[] = [];
  for (const inner of run.inner) {
    for (const [key, record] of approvalRecords(inner.value, inner.base)) {
      const single = singleCalls(key, readDecision(record));
      if (single !== undefined) carried.push(single);
    }
  }
  const edits = carryEdits(run.value, run.base, carried);
  if (edits.length === 0) return [];
  return [{ rule: "nested-decision-moved-out", path: [...run.base, "context", "approvals"], args: {}, edits }];
}
