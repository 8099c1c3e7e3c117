import { appendAll } from "../append-all.ts";
import type { Document } from "../document/document.ts";
import { pointerOf } from "../document/pointer.ts";
import { type Standing, standingIn, standingsOf } from "../outlook/decisions/standing.ts";
import { idOfCall } from "../python/calls.ts";
import { lookupKeyOfApproval } from "../python/tool-identity.ts";
import type { Reading, RunReading } from "../reading/reading.ts";
import { agentCalls } from "../reading/run/nested-runs.ts";
import type { WaitingCall } from "./facts.ts";

/** A call that waits, and the calls whose nested runs it waits in, from outside in. */
interface Waiting {
  readonly pointer: string;
  readonly standing: Standing;
  readonly way: readonly (string | null)[];
}

/** The calls that a run waits for, and those of the runs in it. `outside`: what the outermost run's record says about a call. */
function waitingIn(document: Document, run: RunReading, outside: StandingOf, way: Waiting["way"] = []): Waiting[] {
  const waiting = standingsOf(document, run).map((standing) => ({
    pointer: pointerOf([...run.base, ...standing.call.approval.path]),
    standing: way.length === 0 ? standing : withOutside(run, standing, outside),
    way,
  }));
  for (const { nested, call } of agentCalls(run))
    appendAll(waiting, waitingIn(document, nested, outside, [...way, idOfCall(call) ?? null]));
  return waiting;
}

type StandingOf = (call: Standing["call"]) => Standing;

/** Up to 0.19.4 the outermost run holds the decisions of all; for later releases one that stands there is at least on record. */
function withOutside({ dialect }: RunReading, standing: Standing, outside: StandingOf): Standing {
  if (standing.counts !== null) return standing;
  const { counts, objections } = outside(standing.call);
  if (counts !== null && dialect.does.sharesDecisions) return { ...standing, counts };
  const onRecord = counts === null ? objections : [{ rule: "nested-decision-outside" as const, decision: counts }];
  return { ...standing, objections: [...standing.objections, ...onRecord] };
}

/** By place of the call: the releases that take the decision on record. */
function honouring(document: Document, readings: readonly Reading[]): Map<string, string[]> {
  const releases = new Map<string, string[]>();
  for (const { run, reader } of readings) {
    for (const { pointer, standing } of waitingIn(document, run, standingIn(document, run))) {
      const list = releases.get(pointer) ?? [];
      if (standing.counts !== null) list.push(reader.release);
      releases.set(pointer, list);
    }
  }
  return releases;
}

/** The calls that wait for a decision, those of nested runs behind those of the run that called them. `readings`: one of each release
 * that loads the file. */
export function waitingCallsOf(document: Document, run: RunReading, readings: readonly Reading[]): WaitingCall[] {
  const honouredBy = honouring(document, readings);
  return waitingIn(document, run, standingIn(document, run)).map(({ pointer, standing, way }) => {
    const { call, counts, objections } = standing;
    const { data, raw } = call.approval;
    return {
      pointer,
      callId: call.callId,
      tool: call.tool,
      kind: call.kind,
      lookup: lookupKeyOfApproval(data, raw)?.[0] ?? null,
      owner: call.agent,
      nestedIn: way.at(-1) ?? null,
      way,
      decision: (counts ?? objections[0]?.decision)?.verdict ?? null,
      counts: counts !== null,
      honouredBy: honouredBy.get(pointer) ?? [],
    };
  });
}
