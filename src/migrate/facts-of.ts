import { appendAll } from "../append-all.ts";
import type { JsonObject, Path } from "../document/json.ts";
import { blockingCall } from "../outlook/calls/blocking-call.ts";
import { callsTakenTwice } from "../outlook/decisions/waiting-calls.ts";
import type { ApprovalReading, ItemsReading, Reading, RunReading } from "../reading/reading.ts";
import { uncommittedCalls } from "../reading/run/calls-ahead.ts";
import { waitingApprovals } from "../reading/run/interruption.ts";
import { nestedRuns } from "../reading/run/nested-runs.ts";
import { queuedActions } from "../reading/run/queued.ts";
import type { KeptItem, RunFacts } from "../versions/steps/facts.ts";

/** What the reader keeps of each level, by the level's own object. A nested run that it refuses is not among them:
 * it is dropped with a log line, and would come to life if a migration made it readable. */
export function factsOf(reading: Reading): ReadonlyMap<JsonObject, RunFacts> {
  const facts = new Map<JsonObject, RunFacts>();
  const waiting: RunReading[] = [reading.run];
  for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
    facts.set(run.state, factsOfRun(run));
    appendAll(waiting, nestedRuns(run));
  }
  return facts;
}

/** Lists are looked at when a step asks. */
function factsOfRun(run: RunReading): RunFacts {
  const newItems = [...run.base, "last_processed_response", "new_items"];
  return {
    does: run.dialect.does,
    get generated() {
      return keptItems(run.generated, [...run.base, "generated_items"]);
    },
    get session() {
      return run.session === null ? [] : keptItems(run.session, [...run.base, "session_items"]);
    },
    get newItems() {
      return run.processed === null ? [] : keptItems(run.processed.newItems, newItems);
    },
    actions: queuedActions(run),
    get approvals() {
      return waitingApprovals(run).map((approval) => keptApproval(run, approval));
    },
    get blocking() {
      const call = blockingCall(run, callsTakenTwice(run));
      return call === undefined ? undefined : keptApproval(run, call.approval);
    },
    get uncommitted() {
      // 0.19.4 goes on without the output of a local shell call, its own files too; a request of a hosted server runs nothing itself.
      const again = uncommittedCalls(run).filter(
        ({ type }) => type !== "local_shell_call" && type !== "mcp_approval_request",
      );
      return again.map(({ callId }) => callId);
    },
  };
}

function keptApproval({ base }: RunReading, { path, data, raw, rawPath }: ApprovalReading): KeptItem {
  return { path: [...base, ...path], data, raw, rawPath: [...base, ...rawPath] };
}

function keptItems(items: ItemsReading, path: Path): KeptItem[] {
  return items.kept.map(({ index, data, raw }) => {
    return { path: [...path, index], data, raw, rawPath: [...path, index, "raw_item"] };
  });
}
