import { isObject, type Json, objectOf } from "../../document/json.ts";
import { addTo } from "../../multimap.ts";
import { isTwin } from "../../python/equality.ts";
import { agentKey } from "../../reading/agents.ts";
import type { ApprovalReading, RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { nestedRuns, runsIn } from "../../reading/run/nested-runs.ts";
import { type PendingCall, pendingCallOf } from "./decisions.ts";

/** The step of a run lists the calls of its nested runs too: those are taken out, each once, and a call that only shares the id stays. */
export function ownApprovals(run: RunReading): readonly ApprovalReading[] {
  return approvalsBeside(run, nestedCalls(run));
}

function approvalsBeside(run: RunReading, nested: readonly PendingCall[]): readonly ApprovalReading[] {
  const approvals = waitingApprovals(run);
  if (nested.length === 0 || approvals.length === 0) return approvals;
  const inner = new Map<string, PendingCall[]>();
  for (const call of nested) if (call.callId !== null) addTo(inner, textsOf(call.approval.raw), call);
  const take = (key: string, isIt: (other: PendingCall) => boolean) => {
    const calls = inner.get(key);
    const at = calls?.findIndex(isIt) ?? -1;
    if (at !== -1) calls?.splice(at, 1);
    return at !== -1;
  };
  const byIdentity = run.dialect.does.matchesNestedCalls;
  const isSameTool = (call: PendingCall, other: PendingCall) => !byIdentity || isTwin([...call.keys], [...other.keys]);
  const left = approvals.map(pendingCallOf).filter((call) => {
    const { raw } = call.approval;
    return !take(textsOf(raw), (other) => isTwin(other.approval.raw, raw) && isSameTool(call, other));
  });
  if (!byIdentity || left.length === 0) return left.map(({ approval }) => approval);
  const open = [...inner.values()].flat();
  inner.clear();
  for (const call of open.slice(0, mostCopies)) addTo(inner, `id ${call.callId}`, call);
  const own = left.filter((call) => !take(`id ${call.callId}`, (other) => isCopy(call, other)));
  return own.map(({ approval }) => approval);
}

/** Edited copies are compared one by one; no run has many. */
const mostCopies = 200;

/** The outer run finds the nested call of its copy by what the call does (0.24.0 `_approval_items_match`). */
function isCopy(call: PendingCall, other: PendingCall): boolean {
  if (call.kind !== other.kind || call.agent !== other.agent || !isTwin([...call.keys], [...other.keys])) return false;
  return isTwin(semanticsOf(call), semanticsOf(other));
}

/** A function call is known by its tool's key instead of its name. */
function semanticsOf({ kind, approval }: PendingCall): Json {
  if (!isObject(approval.raw)) return approval.raw;
  const { id, status, ...said } = approval.raw;
  if (kind !== "function_call") return said;
  const { name, namespace, ...call } = said;
  return call;
}

/** The texts of a call, in no order: twins have the same ones, thousands of calls with one id hardly ever. */
export function textsOf(raw: Json): string {
  const texts = Object.values(objectOf(raw)).filter((value) => typeof value === "string");
  return JSON.stringify(texts.sort());
}

/** Calls of nested runs, as the step of a level lists them, that belong to the very agent the level stands at: it takes them for its own too
 * (`_approval_matches_agent` in `resolve_interrupted_turn`). */
export function callsTakenTwice(run: RunReading): PendingCall[] {
  if (nestedRuns(run).length === 0) return [];
  const own = new Set(ownApprovals(run));
  const current = agentKey(run.state.current_agent);
  return waitingApprovals(run)
    .filter((approval) => !own.has(approval))
    .map(pendingCallOf)
    .filter(({ agent }) => agent !== null && agent === current);
}

/** Of runs with nested ones: each level around them asks for the same again. */
const knownNested = new WeakMap<RunReading, readonly PendingCall[]>();

/** The calls that the nested runs of a level wait for themselves, at any depth. */
export function nestedCalls(run: RunReading): readonly PendingCall[] {
  const known = knownNested.get(run);
  if (known !== undefined) return known;
  const nested = nestedRuns(run);
  if (nested.length === 0) return [];
  const calls = nested.flatMap((inner) => [...ownApprovals(inner).map(pendingCallOf), ...nestedCalls(inner)]);
  knownNested.set(run, calls);
  return calls;
}

/** Ids of the calls that the nested runs of a level wait for, at any depth. */
export function nestedCallIds(run: RunReading): Set<string> {
  return new Set(nestedCalls(run).flatMap(({ callId }) => callId ?? []));
}

/** Ids that a waiting call of a run has and one of a run nested in it too. Runs beside each other keep their decisions apart. */
export function idsOfTwoLevels(run: RunReading): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const level of runsIn(run)) {
    const inside = nestedCallIds(level);
    if (inside.size === 0) continue;
    for (const { callId } of ownApprovals(level).map(pendingCallOf))
      if (callId !== null && inside.has(callId)) shared.add(callId);
  }
  return shared;
}
