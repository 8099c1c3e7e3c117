import type { Document } from "../../document/document.ts";
import { isObject, type Json, type JsonObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import type { Judgement } from "../../judge.ts";
import { lacksRecipient } from "../../outlook/calls/mcp-bindings.ts";
import { onlyQueued } from "../../outlook/calls/unknown-calls.ts";
import { type Decision, type PendingCall, pendingCallOf } from "../../outlook/decisions/decisions.ts";
import { standingIn, standingsInside, standingsOf } from "../../outlook/decisions/standing.ts";
import { callsTakenTwice, textsOf } from "../../outlook/decisions/waiting-calls.ts";
import type { ApprovalReading, Reading, RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { agentCalls } from "../../reading/run/nested-runs.ts";
import { queuedActions, queuedFunctions } from "../../reading/run/queued.ts";
import { originOf } from "../../reading/tool-origin.ts";
import type { RuleName } from "../../rules/index.ts";
import { askedIdOf } from "../turn/answers.ts";
import { decidedBy } from "./decided.ts";
import type { Approval } from "./run.ts";

/** The calls that the run waits for, with the decision that the reader takes for each. */
export function approvalsOf(judgement: Judgement, { document, run }: Reading): Approval[] {
  const standings = new Map(standingsOf(document, run).map((standing) => [standing.call.approval, standing]));
  const own = new Set(standings.keys());
  // In files below 1.15, where later releases hand it in, once (`_restore_pending_nested_agent_tool_runs`).
  const handed = idsTold(judgement, "nested-decision-outside");
  const unbound = idsTold(judgement, "mcp-call-without-binding");
  const outside = standingIn(document, run);
  const inside = callsInside(document, run);
  const twice = askedTwice(run, own);
  const isAnswered = answeredBy(run);
  return waitingApprovals(run).flatMap((approval) => {
    const { raw, data } = approval;
    if (!isObject(raw)) return [];
    const call = pendingCallOf(approval);
    const id = call.callId ?? "";
    const nested = own.has(approval) ? undefined : (inside.get(likenessOf(id, raw)) ?? inside.get(id));
    const nestedIn = nested?.outer ?? [];
    const isHanded = handed.has(id);
    const looksOutside = nestedIn.length > 0 && (isHanded || run.dialect.does.sharesDecisions);
    const counts = standings.get(approval)?.counts ?? nested?.counts ?? null;
    const decision = counts ?? (looksOutside ? outside(call).counts : null);
    return [
      {
        id,
        call: raw,
        pointer: pointerOf([...run.base, ...approval.path]),
        ...decidedBy(decision, id),
        nestedIn,
        answeredHere: isAnswered(call, nestedIn.length > 0),
        askedTwice: nestedIn.length > 0 && twice.has(id),
        askedAfter: isHanded,
        runsAgent: originOf(data) === "agent_as_tool",
        lacksRecipient: unbound.has(id) || lacksRecipient(run, call),
        sticks: sticksIn(run, decision),
      },
    ];
  });
}

/** Whether the level itself answers a call once it is decided. Native calls are taken from the response alone: those that only wait here came
 * from a nested run that is done, and nothing answers them. Up to 0.19.4 a function call of a nested run that belongs to the level's own agent
 * is answered here too, beside the nested run (`resolve_interrupted_turn`). */
function answeredBy(run: RunReading): (call: PendingCall, isNested: boolean) => boolean {
  const queued = new Set(queuedActions(run).map(({ call }) => askedIdOf(call)));
  const shared = run.dialect.does.asksForOwnAgentsCalls ? [] : callsTakenTwice(run);
  const both = new Set(shared.filter(({ kind }) => kind === "function_call").map(({ callId }) => callId));
  return ({ callId, kind }, isNested) =>
    isNested ? both.has(callId) : !onlyQueued.has(kind) || queued.has(callId ?? "");
}

function idsTold({ findings }: Judgement, rule: RuleName): ReadonlySet<unknown> {
  return new Set(findings.filter((finding) => finding.rule === rule).map(({ args }) => args.id));
}

/** Up to 0.21.0 a decision for every call goes before one about this call (`_get_approval_status_for_record`). */
function sticksIn({ dialect }: RunReading, decision: Decision | null): Approval["sticks"] {
  const sticks = !dialect.does.ownDecisionBeatsSticky && decision?.callId === null;
  return sticks ? decidedBy(decision, "").decided : null;
}

/** Ids of nested calls that the level asks for itself too: calls of its own agent, and those that hide a call of its own, since a step
 * lists each id once (`_add_pending_interruption`). */
function askedTwice(run: RunReading, own: ReadonlySet<ApprovalReading>): Set<string | null> {
  if (!run.dialect.does.asksForOwnAgentsCalls) return new Set();
  const listed = new Set([...own].map((approval) => pendingCallOf(approval).callId));
  const answered = answeredIds(run.generated.kept);
  const hidden = queuedFunctions(run)
    .filter(({ nested }) => nested === null)
    .map(({ call }) => askedIdOf(call))
    .filter((id) => !listed.has(id) && !answered.has(id));
  return new Set([...callsTakenTwice(run).map(({ callId }) => callId), ...hidden]);
}

/** A call that nested runs wait for: its decision that counts, and the calls in the paused response that the runs belong to. */
interface Inside {
  counts: Decision | null;
  readonly outer: JsonObject[];
}

/** By id, and by id and texts: the runs of one response may each wait for a call of the same id. */
function callsInside(document: Document, run: RunReading): ReadonlyMap<string, Inside> {
  const found = new Map<string, Inside>();
  const add = (key: string, counts: Decision | null, outer: JsonObject) => {
    const known = found.get(key) ?? { counts, outer: [] };
    known.counts ??= counts;
    if (known.outer.at(-1) !== outer) known.outer.push(outer);
    found.set(key, known);
  };
  for (const { nested, call: outer } of agentCalls(run)) {
    for (const { call, counts } of standingsInside(document, nested)) {
      const id = call.callId;
      if (id !== null) for (const key of [id, likenessOf(id, call.approval.raw)]) add(key, counts, outer);
    }
  }
  return found;
}

function likenessOf(id: string, raw: Json): string {
  return `${id} ${textsOf(raw)}`;
}
