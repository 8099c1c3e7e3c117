import type { Edit } from "../../document/edit.ts";
import { applyToValue } from "../../document/edit-value.ts";
import type { JsonObject } from "../../document/json.ts";
import { note } from "../change.ts";
import type { Change, Run } from "../step.ts";
import { approvalRecords, callsOf, readDecision } from "./approvals.ts";
import { type Carried, carryEdits, singleCalls } from "./carry-decisions.ts";
import { callOf, type WaitingRun, waitersOf, waitingRuns } from "./waiting-calls.ts";

/** 1.15 → 1.14, and again where hosted decisions have got their names (1.14 → 1.13): 0.19.4 looks for the decision on
 * an inner call in the approvals of the outermost run only; with it there the run resumes like a file of its own,
 * without it the inner call asks again. A decision that would then speak about the call of another run too is dropped. */
export function carryDecisionsOutward(run: Run): Change[] {
  if (run.outer !== undefined || run.inner.length === 0) return [];
  const runs = waitingRuns(run);
  const { shared, changes } = sharedDecisions(runs);
  const cleared = runs.flatMap((each) => clearEdits(each.run, shared));
  const state = cleared.length === 0 ? run.value : (applyToValue(run.value, cleared) as JsonObject);
  const inner = runs.slice(1).map((each) => each.run);
  const carried = inner.flatMap((each) => singleDecisions(each, shared));
  const edits = [...cleared, ...carryEdits(state, run.base, carried)];
  const path = [...run.base, "context", "approvals"];
  if (edits.length > 0) changes.push({ rule: "nested-decision-moved-out", path, args: {}, edits });
  return [...changes, ...inner.flatMap(lostRejections)];
}

/** Calls that a run waits for and about which not all runs that speak or wait say the same. */
function sharedDecisions(runs: readonly WaitingRun[]): { shared: ReadonlySet<string>; changes: Change[] } {
  const said = new Map(runs.map((each) => [each, verdictsOf(each.run)]));
  const verdicts = new Map<string, Set<boolean>>();
  for (const own of said.values()) {
    for (const [call, verdict] of own) verdicts.set(call, (verdicts.get(call) ?? new Set()).add(verdict));
  }
  const shared = new Set<string>();
  const changes: Change[] = [];
  for (const [call, waiting] of waitersOf(runs)) {
    const count = verdicts.get(call)?.size ?? 0;
    if (count === 0 || (count === 1 && waiting.every((each) => said.get(each)?.has(call)))) continue;
    shared.add(call);
    for (const each of waiting) {
      const asked = each.calls.get(call);
      if (asked !== undefined) changes.push(note("nested-decision-shared", asked.item.path, { id: asked.id }));
    }
  }
  return { shared, changes };
}

/** What a run says about single calls: approved or not. */
function verdictsOf(run: Run): Map<string, boolean> {
  const verdicts = new Map<string, boolean>();
  for (const [key, record] of approvalRecords(run.value, run.base)) {
    const { approved, rejected } = readDecision(record);
    for (const id of callsOf(approved)) verdicts.set(callOf(key, id), true);
    for (const id of callsOf(rejected)) verdicts.set(callOf(key, id), false);
  }
  return verdicts;
}

function singleDecisions(run: Run, shared: ReadonlySet<string>): Carried[] {
  return [...approvalRecords(run.value, run.base)].flatMap(([key, record]) => {
    const decision = readDecision(record);
    const isOwn = (id: string) => !shared.has(callOf(key, id));
    const approved = callsOf(decision.approved).filter(isOwn);
    const rejected = callsOf(decision.rejected).filter(isOwn);
    return singleCalls(key, { ...decision, approved, rejected }) ?? [];
  });
}

/** Takes the shared calls out of a run's decisions. */
function clearEdits(run: Run, shared: ReadonlySet<string>): Edit[] {
  if (shared.size === 0) return [];
  return [...approvalRecords(run.value, run.base)].flatMap(([key, record, path]) => {
    const decision = readDecision(record);
    return (["approved", "rejected"] as const).flatMap((side): Edit[] => {
      const calls = callsOf(decision[side]);
      const left = calls.filter((id) => !shared.has(callOf(key, id)));
      return left.length === calls.length ? [] : [{ op: "replace", path: [...path, side], value: left }];
    });
  });
}

/** A sticky rejection of an inner run has no place: in the outermost one it would reject the calls of every agent. */
function lostRejections(run: Run): Change[] {
  return [...approvalRecords(run.value, run.base)]
    .filter(([, record]) => readDecision(record).rejected === true)
    .map(([key, , path]) => note("nested-sticky-rejection-dropped", path, { tool: key }));
}
