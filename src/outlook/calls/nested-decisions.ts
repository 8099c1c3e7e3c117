import { isObject } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { ledgerEntry } from "../../reading/run/ledger.ts";
import { openAgentCalls } from "../../reading/run/nested-runs.ts";
import type { RuleName } from "../../rules/index.ts";
import { type Decision, type PendingCall, pendingCallOf } from "../decisions/decisions.ts";
import { type Standing, standingIn, standingsInside } from "../decisions/standing.ts";
import { callsTakenTwice } from "../decisions/waiting-calls.ts";
import type { Outlooker } from "../outlooker.ts";
import { blockingCall } from "./blocking-call.ts";

/** Decisions of a level about calls of the runs nested in it. From 1.15 on a nested run is decided by its own record only. Below, the
 * outermost run hands its decisions in, and then asks for the call for ever (0.21.0 to 0.24.0 `_nested_approvals_status`). */
export function checkNestedDecisions(outlooker: Outlooker): void {
  const { reading, run, standings } = outlooker;
  const nested = openAgentCalls(run).map((call) => call.nested);
  if (nested.length === 0) return;
  checkOwnAgent(outlooker);
  if (run.dialect.on["agent-call-asked-for"] && run.base.length === 0) checkAgentCallIds(outlooker);
  const outside = standingIn(reading.document, run);
  const own = new Set(standings.map(({ call }) => call.callId));
  const said = new Set<Decision>();
  for (const inner of nested) {
    const waiting = standingsInside(reading.document, inner)
      .filter(({ call }) => !own.has(call.callId))
      .map(({ call, counts }) => ({ inside: counts, around: outside(call) }));
    checkNestedRun(outlooker, waiting, said);
  }
}

/** A call inside under the id of the call around it: its decision is taken for one on the agent tool (0.19.3 and 0.19.4, played). */
function checkAgentCallIds({ run, report }: Outlooker): void {
  for (const { call, nested } of openAgentCalls(run)) {
    const inside = waitingApprovals(nested).find(({ raw }) => isObject(raw) && raw.call_id === call.call_id);
    if (inside === undefined) continue;
    const { callId, tool } = pendingCallOf(inside);
    report("agent-call-asked-for", [...nested.base, ...inside.rawPath, "call_id"], { id: callId ?? "", tool });
  }
}

/** An agent that is its own tool, or that its tool hands back to. */
function checkOwnAgent({ run, report }: Outlooker): void {
  const twice = callsTakenTwice(run);
  const say = (rule: RuleName, { approval, callId, tool, agent }: PendingCall) =>
    report(rule, [...run.base, ...approval.rawPath], { id: callId ?? "", tool, agent: agent ?? "" });
  const blocking = blockingCall(run, twice);
  if (blocking !== undefined) say("nested-call-blocks", blocking);
  else
    for (const call of twice)
      say(runsTwice.has(call.kind) ? "nested-call-runs-twice" : "nested-call-asked-twice", call);
}

/** Kinds of calls that the level runs once more when they are approved once more. */
export const runsTwice: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);

/** A call of a nested run: the decision of its own level, and what the level around it says. */
interface Waiting {
  readonly inside: Decision | null;
  readonly around: Standing;
}

/** The calls are asked about in their order, up to the first rejection; one without an answer before it stops the resume. */
function checkNestedRun({ run, report }: Outlooker, waiting: readonly Waiting[], said: Set<Decision>): void {
  const answers = waiting.map(({ inside, around }) => inside ?? around.counts);
  const rejection = answers.findIndex((answer) => answer?.verdict === "rejected");
  const handsIn =
    run.dialect.on["nested-decision-outside"] && run.base.length === 0 && (rejection !== -1 || !answers.includes(null));
  for (const [index, { inside, around }] of waiting.entries()) {
    const decision = around.counts ?? aboutNested(run, around);
    if (decision === null || hasCompleted(run, around.call)) continue;
    const { verdict } = decision;
    const call = { id: around.call.callId ?? "", tool: around.call.tool };
    if (inside !== null) {
      if (inside.verdict === "approved" && verdict === "rejected" && run.base.length === 0)
        report("nested-call-rejected-outside", inside.path, call);
    } else if (!said.has(decision)) {
      said.add(decision);
      const handed = handsIn && around.counts !== null && (rejection === -1 || index <= rejection);
      report(handed ? "nested-decision-outside" : "nested-decision-ignored", decision.path, { ...call, verdict });
    }
  }
}

/** A decision that would not count here either, but was taken about this call: by its id, or for all calls when it was given. */
function aboutNested(run: RunReading, { call, objections }: Standing): Decision | null {
  const found = objections.find(({ rule, decision }) =>
    decision.callId === null
      ? rule === "sticky-without-owner" &&
        (!run.dialect.does.takesLedger || ledgerEntry(run, call.callId) !== undefined)
      : rule !== "decision-under-another-name",
  );
  return found?.decision ?? null;
}

/** An earlier call of this level had the id: the decision is about that one. */
function hasCompleted(run: RunReading, call: PendingCall): boolean {
  return ledgerEntry(run, call.callId)?.completed === true;
}
