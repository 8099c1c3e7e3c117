import type { Json } from "../../document/json.ts";
import { isTwin } from "../../python/equality.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { pendingCallOf } from "../decisions/decisions.ts";
import type { Outlooker } from "../outlooker.ts";
import { checkNestedListing } from "./nested-listing.ts";
import type { CallIds } from "./open-calls.ts";
import { checkUnknown } from "./unknown-calls.ts";
import { checkEmptied, checkForgotten, checkLeftOut } from "./unlisted-calls.ts";

/** The calls that the step lists, against those that the response and its nested runs have: the ids that were changed. */
export function checkListing(outlooker: Outlooker): CallIds {
  const { run } = outlooker;
  if (run.processed === null) return new Set();
  if (!isInterrupted(run)) {
    checkLeftOut(outlooker);
    return new Set();
  }
  const { approvals } = run.step;
  // Without nested runs the standings are of the very same calls.
  const isOwn = outlooker.standings.length === approvals.length;
  const listed = isOwn ? outlooker.standings.map(({ call }) => call) : approvals.map(pendingCallOf);
  const ids = new Set(listed.map(({ callId }) => callId));
  const renamed = checkUnknown(outlooker, listed, ids);
  if (listed.length === 0) checkEmptied(outlooker);
  else if (ids.size < listed.length) checkListedTwice(outlooker);
  checkNestedListing(outlooker, ids);
  if (renamed.size === 0) checkForgotten(outlooker, ids);
  return renamed;
}

/** A call that stands twice where the calls wait, undecided. */
function checkListedTwice({ run, standings, report }: Outlooker): void {
  const seen = new Map<string, Json>();
  for (const { call, counts } of standings) {
    const { callId, approval } = call;
    if (callId === null || counts !== null) continue;
    const first = seen.get(callId);
    if (first === undefined) seen.set(callId, approval.raw);
    else if (isTwin(first, approval.raw))
      report("waiting-call-listed-twice", [...run.base, ...approval.path], { id: callId });
  }
}
