import type { RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { openAgentCalls } from "../../reading/run/nested-runs.ts";
import { type PendingCall, pendingCallOf } from "../decisions/decisions.ts";
import { standingIn, standingsInside } from "../decisions/standing.ts";
import type { Outlooker } from "../outlooker.ts";
import { type CallIds, waitingIn } from "./open-calls.ts";

/** A nested run is taken up again for the calls that its outer run lists. One that waits for another call, which nobody has decided, is left
 * out: its call stays without an output (`_nested_approvals_status`, `resolve_interrupted_turn`). */
export function checkNestedListing({ reading, run, report }: Outlooker, ids: CallIds): void {
  let listed: readonly PendingCall[] | undefined;
  for (const { nested, call, path } of openAgentCalls(run)) {
    const unlisted = standingsInside(reading.document, nested).filter((one) => !ids.has(one.call.callId));
    if (unlisted.length === 0) continue;
    const outside = standingIn(reading.document, run);
    const open = unlisted.find((one) => one.counts === null && outside(one.call).counts === null);
    if (open === undefined) continue;
    // Under another id it is listed: that is told already.
    listed ??= waitingApprovals(run).map(pendingCallOf);
    const isRenamed = listed.some(
      ({ tool, agent, callId }) => tool === open.call.tool && agent === open.call.agent && !isInside(nested, callId),
    );
    if (isRenamed) continue;
    report("nested-call-unlisted", [...run.base, ...path], {
      id: open.call.callId ?? "",
      tool: open.call.tool,
      outer: typeof call.call_id === "string" ? call.call_id : "",
    });
  }
}

function isInside(nested: RunReading, id: PendingCall["callId"]): boolean {
  return waitingIn(nested).some(({ callId }) => callId === id);
}
