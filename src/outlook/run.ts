import { isObject, type Path } from "../document/json.ts";
import { valueAt } from "../document/value-at.ts";
import { groupedBy } from "../multimap.ts";
import { isFalsy } from "../python/truth.ts";
import type { RunReading } from "../reading/reading.ts";
import { provesBoundary } from "../reading/run/boundary.ts";
import { answeredIds } from "../reading/run/call-ids.ts";
import { isInterrupted, statedApprovals, waitingApprovals } from "../reading/run/interruption.ts";
import { openAgentCalls } from "../reading/run/nested-runs.ts";
import { checkMcpBindings } from "./calls/mcp-bindings.ts";
import { type Decision, pendingCallOf } from "./decisions/decisions.ts";
import { standingIn, standingsInside, standingsOf } from "./decisions/standing.ts";
import type { Outlooker } from "./outlooker.ts";
import { handoffsOf } from "./program/handoffs.ts";

/** What else keeps a run from going on as the file says. `renamed`: waiting ids that the response does not have. */
export function checkRun(outlooker: Outlooker, renamed: ReadonlySet<string | null>): void {
  const { run, report } = outlooker;
  const { state, base } = run;
  const { does } = run.dialect;
  if (run.terminal) report("terminal-run", [...base, "terminal_unrecoverable"]);
  else if (state.terminal_unrecoverable === true)
    report("terminal-marker-ignored", [...base, "terminal_unrecoverable"]);
  if (state.max_turns === null) report("unlimited-turns-not-read", [...base, "max_turns"]);
  if (!does.readsPendingInput && !isFalsy(state.pending_input)) report("staged-input-lost", [...base, "pending_input"]);
  checkTurns(outlooker);
  checkStoredCount(outlooker);
  checkLostApprovals(outlooker);
  checkBoundary(outlooker);
  checkMcpBindings(outlooker, renamed);
  checkBareNames(outlooker);
  checkHandoffs(outlooker);
  const open = isInterrupted(run) && run.step.responseAccepted && run.processed === null;
  if (open) report("response-not-processed", [...base, "current_step"]);
}

/** The limit of the file holds at the resume, whatever the caller gives. Of a run that has no step left nobody expects another turn. */
function checkTurns({ run, report }: Outlooker): void {
  const { current_turn: turn, max_turns: limit } = run.state;
  if (run.step === null || typeof turn !== "number" || typeof limit !== "number") return;
  // No turn is beyond a limit of NaN.
  if (!(turn + 1 > limit)) return;
  const rule = run.step.type === "next_step_run_again" ? "turns-used-up" : "last-turn-reached";
  report(rule, [...run.base, "max_turns"], { turn, limit, level: run.base.length === 0 ? "" : "nested" });
}

/** A run that stopped between two turns, with a Session: only with one the items of a turn are counted. */
function checkStoredCount({ run, report }: Outlooker): void {
  const key = "current_turn_persisted_item_count";
  const count = run.state[key];
  if (!run.dialect.on["stored-count-carried"] || run.base.length > 0) return;
  if (typeof count === "number" && count > 0 && isBetweenTurns(run)) report("stored-count-carried", [key], { count });
}

/** Labels up to 1.14 have no step for it: there the run ends with what its tools returned. */
function isBetweenTurns({ step, generated }: RunReading): boolean {
  if (step !== null) return step.type === "next_step_run_again";
  const last = generated.kept.at(-1)?.type;
  return last === "tool_call_output_item" || last === "handoff_output_item";
}

/** Approvals that the reader drops with the step or one by one. */
function checkLostApprovals({ run, report }: Outlooker): void {
  const stated = statedApprovals(run);
  const approvals = waitingApprovals(run);
  const kept = approvals.length;
  if (stated.length === 0 || stated.length === kept) return;
  const isThere = (...path: Path) => valueAt(run.state, ["current_step", ...path]) !== undefined;
  const tell = (...path: Path) =>
    report("approval-lost", [...run.base, "current_step", ...path], { lost: stated.length - kept, kept });
  if (run.step === null) {
    tell(...(isThere("type") ? ["type"] : []));
    return;
  }
  const places = new Set(approvals.map(({ path }) => path.at(-1)));
  const lost = stated.findIndex((_, index) => !places.has(index));
  tell(...(isThere("data", "interruptions") ? ["data"] : []), "interruptions", lost);
}

function checkBoundary({ run, report }: Outlooker): void {
  if (provesBoundary(run)) return;
  report("boundary-not-proven", [...run.base, "last_processed_response", "new_items"], {
    turn: String(run.state.current_turn),
  });
}

/** A handoff of the paused response that is not made yet. */
function checkHandoffs({ run, report }: Outlooker): void {
  if (!run.dialect.on["pending-handoff-lost"] || !isInterrupted(run)) return;
  let answered: ReadonlySet<unknown> | undefined;
  for (const { call, name, path } of handoffsOf(run)) {
    answered ??= answeredIds(run.generated.kept);
    if (answered.has(call.call_id)) continue;
    report("pending-handoff-lost", [...run.base, ...path], { name });
    return;
  }
}

/** Up to 0.22.3 the agent of a nested run was looked up from the outer agent: of two agents of one name, the first one, which may be the outer
 * agent itself. */
function checkBareNames(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  if (!isInterrupted(run)) return;
  const losesCalls = run.dialect.on["nested-run-of-namesake"];
  const calls = openAgentCalls(run);
  if (calls.length === 0) return;
  const callsOfStrangers = strangersIn(outlooker);
  for (const { nested } of calls) {
    const agent = nested.state.current_agent;
    if (!isObject(agent) || agent.identity !== undefined) continue;
    const strangers = callsOfStrangers(nested);
    const isNamesake = strangers.length > 0 || hasOuterName(outlooker, nested);
    // A rejected call needs no tool; without an identity it may be an agent that is its own tool.
    if (losesCalls ? strangers.every((verdict) => verdict === "rejected") : !isNamesake) continue;
    const rule = losesCalls ? "nested-run-of-namesake" : "nested-run-by-bare-name";
    report(rule, [...nested.base, "current_agent"], { name: typeof agent.name === "string" ? agent.name : "" });
  }
}

/** What is decided about the calls of a nested run whose agent has another identity for the run around it, which hands its decisions in. */
function strangersIn({ reading: { document }, run }: Outlooker) {
  const waiting = groupedBy(waitingApprovals(run).map(pendingCallOf), ({ callId }) => callId);
  const outside = standingIn(document, run);
  return (nested: RunReading): (Decision["verdict"] | undefined)[] => {
    const inside = new Map(standingsInside(document, nested).map((standing) => [standing.call.callId, standing]));
    return [...inside].flatMap(([callId, own]) =>
      (waiting.get(callId) ?? [])
        .filter(({ agent }) => agent !== own.call.agent)
        .map((call) => (own.counts ?? outside(call).counts)?.verdict),
    );
  };
}

/** Labels below 1.9 know no identities. One that only waits for runs nested in it is none the worse for it. */
function hasOuterName({ reading, run }: Outlooker, nested: RunReading): boolean {
  const outer = run.state.current_agent;
  const inner = nested.state.current_agent;
  if (!isObject(outer) || !isObject(inner) || inner.name !== outer.name) return false;
  return standingsOf(reading.document, nested).length > 0;
}
