import type { Document } from "../../document/document.ts";
import { type JsonObject, listOf } from "../../document/json.ts";
import { type CallIdentity, isBound } from "../../python/invocation.ts";
import type { RunReading } from "../../reading/reading.ts";
import { ledgerEntry } from "../../reading/run/ledger.ts";
import { nestedRuns } from "../../reading/run/nested-runs.ts";
import type { RuleName } from "../../rules/index.ts";
import { type Decision, type PendingCall, pendingCallOf } from "./decisions.ts";
import { identityOfWaiting } from "./identities.ts";
import { decisionsAbout, mostObjections } from "./recorded-decisions.ts";
import { ownApprovals } from "./waiting-calls.ts";

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
  const about = decisionsAbout(run);
  return (call) => standingOf(document, run, call, about(call));
}

/** Of nested runs: each level around one asks for the same again. */
const knownInside = new WeakMap<RunReading, readonly Standing[]>();

/** The standings of the calls that a nested run waits for, at any depth, each by the record of its own level. */
export function standingsInside(document: Document, nested: RunReading): readonly Standing[] {
  const known = knownInside.get(nested);
  if (known !== undefined) return known;
  const deeper = nestedRuns(nested).flatMap((run) => standingsInside(document, run));
  const inside = [...standingsOf(document, nested), ...deeper];
  knownInside.set(nested, inside);
  return inside;
}

function standingOf(document: Document, run: RunReading, call: PendingCall, about: readonly Decision[]): Standing {
  const objections: Objection[] = [];
  const counting: Decision[] = [];
  let identity: CallIdentity | null | undefined;
  const identityOnce = () => {
    if (identity === undefined) identity = identityOfWaiting(document, run, call.approval);
    return identity;
  };
  for (const decision of about) {
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

/** Whether a decision is on the tool of a call, or on its request. */
function isOnTool(call: PendingCall, decision: Decision): boolean {
  if (decision.store === "hosted") return call.hosted !== "" && decision.key === call.hosted;
  return decision.store === "request" ? call.hosted === "" : call.keys.includes(decision.key);
}

/** Whether a decision is on the tool of a call, and for all its calls or for this one. */
export function isAbout(call: PendingCall, decision: Decision): boolean {
  return (decision.callId === null || decision.callId === call.callId) && isOnTool(call, decision);
}

/** Why this decision is not taken for this call, or null (`_approval_records_for_key`, `_matching_sticky_approval_keys`). */
function objectionTo(
  run: RunReading,
  call: PendingCall,
  decision: Decision,
  identity: () => CallIdentity | null,
): RuleName | null {
  const { on, does } = run.dialect;
  if (!isOnTool(call, decision)) return "decision-under-another-name";
  if (decision.callId !== null) {
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
  return identity !== null && isBound(ledgerEntry(run, callId), identity);
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
