import { groupedBy } from "../../multimap.ts";
import { idOfCall } from "../../python/calls.ts";
import { isSameInvocation } from "../../python/invocation.ts";
import type { ItemReading, RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { isTakenUp, openAgentCalls, runsIn } from "../../reading/run/nested-runs.ts";
import { decisionsOf } from "../decisions/decisions.ts";
import { identityOfWaiting } from "../decisions/identities.ts";
import { isAbout, standingsOf } from "../decisions/standing.ts";
import type { Outlooker } from "../outlooker.ts";
import { callItemTypes, type Made, madeCall, responseCalls } from "./made-calls.ts";

/** Calls of nested runs under the id of a call of the outermost one. Labels up to 1.14 have no ledger: the resume makes one for the outermost
 * run, out of its finished calls and out of all that wait and are decided there, those of nested runs among them, and holds each call that has
 * an entry against it (0.21.0 to 0.24.0 `_restore_pending_approval_binding`, `_nested_interruptions_status`). */
export function checkTakenIds(outlooker: Outlooker): void {
  const { reading, run, report } = outlooker;
  if (run.base.length > 0 || !run.dialect.on["nested-call-id-taken"]) return;
  const levels = openAgentCalls(run).flatMap(({ nested }) => (isTakenUp(nested) ? runsIn(nested) : []));
  if (levels.length === 0) return;
  const finished = finishedCalls(run);
  const queued = groupedBy(responseCalls(outlooker), ({ call }) => idOfCall(call));
  const decisions = decisionsOf(run);
  const { comparesOpenNestedCalls } = run.dialect.does;
  for (const level of levels) {
    for (const { call, counts } of standingsOf(reading.document, level)) {
      const { callId: id, tool, approval } = call;
      if (id === null || (!finished.has(id) && !queued.has(id))) continue;
      const identity = identityOfWaiting(reading.document, level, approval);
      const isOther = ({ identity: other }: Made) =>
        other !== null && identity !== null && !isSameInvocation(other, identity);
      const isDecidedOutside = decisions.some((decision) => isAbout(call, decision));
      const item = isDecidedOutside || (counts === null && comparesOpenNestedCalls) ? finished.get(id) : undefined;
      // A finished native call bears the name of its tool in no item; the reader gives it that of the program's.
      const known = item === undefined ? [] : [madeCall(outlooker, item, { toolName: approval.data.tool_name })];
      const waiting = isDecidedOutside ? (queued.get(id) ?? []).map(({ made }) => made()) : [];
      if ([...known, ...waiting].some(isOther))
        report("nested-call-id-taken", [...level.base, ...approval.rawPath], { id, tool, decided: isDecidedOutside });
    }
  }
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
