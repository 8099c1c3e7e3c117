import type { Document } from "../document/document.ts";
import { isObject, type Json, type JsonObject, listOf, member } from "../document/json.ts";
import { addTo } from "../multimap.ts";
import { isTwin } from "../python/equality.ts";
import { type CallIdentity, isBound } from "../python/invocation.ts";
import { agentKey } from "../reading/agents.ts";
import { nestedRuns } from "../reading/nested-runs.ts";
import type { ApprovalReading, RunReading } from "../reading/reading.ts";
import { waitingApprovals } from "../reading/waiting-approvals.ts";
import type { RuleName } from "../rules/index.ts";
import { type Decision, decisionsOf, ledgerOf, type PendingCall, pendingCallOf } from "./decisions.ts";
import { identityOfWaiting } from "./identities.ts";

/** Why a decision on record does not decide its call. */
export interface Objection {
  readonly rule: RuleName;
  readonly decision: Decision;
}

/** A call that waits, and what the record says about it to this reader. */
export interface Standing {
  readonly call: PendingCall;
  /** The decision that counts; null: the run asks (again). */
  readonly counts: Decision | null;
  readonly objections: readonly Objection[];
}

/** The standing of each call that this level waits for itself: calls of nested runs stand with those. */
export function standingsOf(document: Document, run: RunReading): Standing[] {
  const approvals = ownApprovals(run);
  if (approvals.length === 0) return [];
  const standing = standingIn(document, run);
  return approvals.map((approval) => standing(pendingCallOf(approval)));
}

/** What the record of one level says about a call, be it a call of this level or of a run nested in it. */
export function standingIn(document: Document, run: RunReading): (call: PendingCall) => Standing {
  const recorded = recordedOf(run);
  return (call) => standingOf(document, run, call, recorded);
}

/** Of nested runs: each level around one asks for the same again. */
const knownInside = new WeakMap<RunReading, readonly Standing[]>();
const knownNested = new WeakMap<RunReading, readonly PendingCall[]>();

/** The standings of the calls that a nested run waits for, at any depth, each by the record of its own level. */
export function standingsInside(document: Document, nested: RunReading): readonly Standing[] {
  const known = knownInside.get(nested);
  if (known !== undefined) return known;
  const deeper = nestedRuns(nested).flatMap((run) => standingsInside(document, run));
  const inside = [...standingsOf(document, nested), ...deeper];
  knownInside.set(nested, inside);
  return inside;
}

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
  const byIdentity = run.dialect.on["waiting-id-shared"];
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
function textsOf(raw: Json): string {
  return JSON.stringify(
    isObject(raw)
      ? Object.values(raw)
          .filter((value) => typeof value === "string")
          .sort()
      : [],
  );
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

/** Ids that two waiting calls have, one of them in a nested run or each in another one. */
export function sharedIds(run: RunReading): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  const nested = nestedCalls(run);
  if (nested.length === 0) return shared;
  for (const { callId } of [...ownApprovals(run).map(pendingCallOf), ...nested]) {
    if (callId === null) continue;
    if (seen.has(callId)) shared.add(callId);
    seen.add(callId);
  }
  return shared;
}

/** Decisions by what they are asked for, each with its place in the file. */
interface Recorded {
  /** By call id, and those for all calls by `stickyKey`. */
  readonly speaking: ReadonlyMap<string, readonly Ranked[]>;
  /** By `fitKey`: the only ones that can count for a call. */
  readonly fitting: ReadonlyMap<string, readonly Ranked[]>;
}

interface Ranked {
  readonly rank: number;
  readonly decision: Decision;
}

/** More objections to the decisions on one call are not kept: thousands of owners may have decided about its tool. */
const mostObjections = 50;

function recordedOf(run: RunReading): Recorded {
  const speaking = new Map<string, Ranked[]>();
  const fitting = new Map<string, Ranked[]>();
  for (const [rank, decision] of decisionsOf(run).entries()) {
    const ranked = { rank, decision };
    const fit = fitKey(decision, decision.owner, decision.callId, decision.verdict);
    // A list that names one id again and again.
    if ((fitting.get(fit)?.length ?? 0) >= mostObjections) continue;
    addTo(fitting, fit, ranked);
    addTo(speaking, decision.callId === null ? stickyKey(decision) : `call ${decision.callId}`, ranked);
  }
  return { speaking, fitting };
}

type Asked = Pick<Decision, "store" | "key">;

function stickyKey({ store, key }: Asked): string {
  return store === "hosted" ? `hosted ${key}` : `tool ${key}`;
}

function fitKey({ store, key }: Asked, owner: string | null, callId: string | null, verdict: string): string {
  return JSON.stringify([store, key, owner, callId, verdict]);
}

/** Those that speak about a call, in file order; of those that cannot count no more than are kept as objections. */
function speakingOf({ speaking, fitting }: Recorded, call: PendingCall): Decision[] {
  if (speaking.size === 0) return [];
  const asked = askedFor(call);
  const ids = call.callId === null ? [null] : [call.callId, null];
  const found = new Set(
    asked.flatMap((one) =>
      ids.flatMap((id) =>
        ["approved", "rejected"].flatMap(
          (verdict) => fitting.get(fitKey(one, one.store === "owned" ? call.agent : null, id, verdict)) ?? [],
        ),
      ),
    ),
  );
  const most = mostObjections + found.size;
  const about = new Set(asked.map(stickyKey));
  if (call.callId !== null) about.add(`call ${call.callId}`);
  for (const key of about) for (const ranked of (speaking.get(key) ?? []).slice(0, most)) found.add(ranked);
  return [...found]
    .sort((a, b) => a.rank - b.rank)
    .map(({ decision }) => decision)
    .filter((decision) => decision.callId !== null || !isOfNamesake(call, decision));
}

/** Where the decisions that can count for a call stand. */
function askedFor({ keys, hosted }: PendingCall): Asked[] {
  const asked = keys.flatMap((key): Asked[] => [
    { store: "by-name", key },
    { store: "owned", key },
  ]);
  if (hosted !== null) asked.push(hosted === "" ? { store: "request", key: "" } : { store: "hosted", key: hosted });
  return asked;
}

/** A decision for all calls of a function tool says nothing of another kind of call by that name: only function calls have owners
 * (`_function_approval_key`), and one by name with a scope was not taken about a server's tool, which has its own place since then. */
function isOfNamesake({ kind, hosted }: PendingCall, { store, scope }: Decision): boolean {
  if (store === "owned") return kind !== "function_call";
  return store === "by-name" && hosted !== null && scope !== null;
}

function standingOf(document: Document, run: RunReading, call: PendingCall, recorded: Recorded): Standing {
  const objections: Objection[] = [];
  const counting: Decision[] = [];
  let identity: CallIdentity | null | undefined;
  const identityOnce = () => {
    if (identity === undefined) identity = identityOfWaiting(document, run, call.approval);
    return identity;
  };
  for (const decision of speakingOf(recorded, call)) {
    const rule = objectionTo(run, call, decision, identityOnce);
    if (rule === null) counting.push(decision);
    else if (objections.length < mostObjections) objections.push({ rule, decision });
  }
  const counts = deciding(run, authoritative(counting), objections);
  return { call, counts, objections: objections.filter((one) => !isRepeat(one, call, counts)) };
}

/** A decision that the SDK wrote a second time, under a name which nobody asks for: that of a deferred tool without its kind. A later one for
 * all calls leaves it there. */
function isRepeat({ rule, decision }: Objection, { approval, tool }: PendingCall, counts: Decision | null): boolean {
  if (rule !== "decision-under-another-name" || counts === null) return false;
  if (approval.data.allow_bare_name_alias === true && decision.key === tool) return true;
  return counts.callId === decision.callId && counts.verdict === decision.verdict;
}

/** Where a server's tool, the request itself or the agent's own tool was decided, a decision by name is not asked for
 * (`_resolve_hosted_mcp_approval_record`, `_approval_records_for_key`): an older release left it there. */
function authoritative(counting: readonly Decision[]): readonly Decision[] {
  const first = counting.filter(({ store }) => store !== "by-name");
  return first.length > 0 ? first : counting;
}

function isOf(call: PendingCall, decision: Decision): boolean {
  if (decision.store === "hosted") return call.hosted !== "" && decision.key === call.hosted;
  return decision.store === "request" ? call.hosted === "" : call.keys.includes(decision.key);
}

/** Why this decision is not taken for this call, or null (`_approval_records_for_key`, `_matching_sticky_approval_keys`). */
function objectionTo(
  run: RunReading,
  call: PendingCall,
  decision: Decision,
  identity: () => CallIdentity | null,
): RuleName | null {
  const { on, does } = run.dialect;
  if (decision.callId !== null) {
    if (!isOf(call, decision)) return "decision-under-another-name";
    if (decision.store === "owned" && decision.owner !== call.agent) return "decision-of-another-owner";
    return on["decision-unbound"] && !isKnown(run, call, identity()) ? "decision-unbound" : null;
  }
  if (call.hosted !== null && decision.store === "by-name")
    return on["sticky-hosted-by-name"] ? "sticky-hosted-by-name" : null;
  if (decision.store === "owned" && decision.owner !== call.agent) return "decision-of-another-owner";
  if (decision.store === "by-name" && call.kind === "function_call" && does.stickyNeedsOwner)
    return "sticky-without-owner";
  if (!on["sticky-scope-differs"]) return null;
  if (decision.scope === null || decision.scope !== identity()?.scope)
    return !does.ownDecisionBeatsSticky && alsoNames(decision.record, call.callId) ? null : "sticky-scope-differs";
  return isKnown(run, call, identity()) ? null : "decision-unbound";
}

/** A record that decides the call itself too is not asked for its scope (0.21.0 `_get_approval_status_for_record`). */
function alsoNames({ approved, rejected }: JsonObject, callId: string | null): boolean {
  return callId !== null && [...listOf(approved), ...listOf(rejected)].includes(callId);
}

/** Whether the ledger knows the call as it stands there now. */
function isKnown(run: RunReading, { callId }: PendingCall, identity: CallIdentity | null): boolean {
  const ledger = ledgerOf(run);
  return ledger !== undefined && callId !== null && identity !== null && isBound(member(ledger, callId), identity);
}

/** A rejection that stands beside an approval of the same reach in one record: the approval is asked for first. */
function isOpposite({ record, callId, verdict }: Decision, winner: Decision | undefined): boolean {
  return (
    verdict === "rejected" &&
    winner?.verdict === "approved" &&
    record === winner.record &&
    (callId === null) === (winner.callId === null)
  );
}

/** The decision that wins. Up to 0.21.0 a sticky one beat the call's own. */
function deciding(run: RunReading, counting: readonly Decision[], objections: Objection[]): Decision | null {
  const own = counting.find((decision) => decision.callId !== null);
  const sticky = counting.find((decision) => decision.callId === null);
  const opposed = counting.find((decision) => isOpposite(decision, own ?? sticky));
  if (opposed !== undefined) objections.push({ rule: "decided-both-ways", decision: opposed });
  if (own === undefined || sticky === undefined) return own ?? sticky ?? null;
  if (own.verdict === sticky.verdict) return own;
  if (run.dialect.does.ownDecisionBeatsSticky) {
    objections.push({ rule: "sticky-beside-opposite", decision: sticky });
    return own;
  }
  objections.push({
    rule: own.verdict === "rejected" ? "rejected-call-runs" : "approved-call-rejected",
    decision: own,
  });
  return sticky;
}
