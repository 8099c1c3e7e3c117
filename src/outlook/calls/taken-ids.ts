import { groupedBy } from "../../multimap.ts";
import { idOfCall } from "../../python/calls.ts";
import { type CallIdentity, isSameInvocation } from "../../python/invocation.ts";
import type { ItemReading, RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { isTakenUp, openAgentCalls, runsIn } from "../../reading/run/nested-runs.ts";
import { identityOfWaiting } from "../decisions/identities.ts";
import { decisionsAbout } from "../decisions/recorded-decisions.ts";
import { isAbout, type Standing, standingsOf } from "../decisions/standing.ts";
import type { Outlooker } from "../outlooker.ts";
import { callItemTypes, type Made, madeCall, responseCalls } from "./made-calls.ts";

/** Calls of nested runs under the id of a call of the outermost one. Labels up to 1.14 have no ledger: the resume makes one for the outermost
 * run, out of its finished calls and out of all that wait and are decided there, those of nested runs among them, and holds each call that has
 * an entry against it (0.20.0 to 0.24.0 `_restore_pending_approval_binding`, `_nested_interruptions_status`). */
export function checkTakenIds(outlooker: Outlooker): void {
  const { reading, run, report } = outlooker;
  if (run.base.length > 0 || !run.dialect.on["nested-call-id-taken"]) return;
  const levels = openAgentCalls(run).flatMap(({ nested }) => (isTakenUp(nested) ? runsIn(nested) : []));
  if (levels.length === 0) return;
  const finished = finishedCalls(run);
  const queued = groupedBy(responseCalls(outlooker), ({ call }) => idOfCall(call));
  const about = decisionsAbout(run);
  /** The calls of the outermost run that a call inside is held against. */
  const others = ({ call, counts }: Standing, isDecided: boolean): Made[] => {
    const isHeld = isDecided || (counts === null && run.dialect.does.comparesOpenNestedCalls);
    const item = isHeld ? finished.get(call.callId) : undefined;
    // A finished native call has the name of its tool in no item; the reader gives it that of the program's.
    const known = item === undefined ? [] : [madeCall(outlooker, item, { toolName: call.approval.data.tool_name })];
    return isDecided ? [...known, ...(queued.get(call.callId) ?? []).map(({ made }) => made())] : known;
  };
  for (const level of levels) {
    for (const standing of standingsOf(reading.document, level)) {
      const { callId: id, tool, approval } = standing.call;
      if (id === null || (!finished.has(id) && !queued.has(id))) continue;
      const decided = about(standing.call).some((decision) => isAbout(standing.call, decision));
      const identity = identityOfWaiting(reading.document, level, approval);
      if (identity !== null && others(standing, decided).some((other) => isAnother(other, identity)))
        report("nested-call-id-taken", [...level.base, ...approval.rawPath], { id, tool, decided });
    }
  }
}

function isAnother({ identity: known }: Made, identity: CallIdentity): boolean {
  return known !== null && !isSameInvocation(known, identity);
}

/** The first call of each id that has an output. */
function finishedCalls({ generated }: RunReading): ReadonlyMap<string | null, ItemReading> {
  const answered = answeredIds(generated.kept);
  const calls = generated.kept.filter(
    ({ type, raw }) => callItemTypes.has(type) && answered.has(idOfCall(raw) ?? undefined),
  );
  // Of two entries with one key a Map keeps the last.
  return new Map(calls.toReversed().map((item) => [idOfCall(item.raw), item]));
}
