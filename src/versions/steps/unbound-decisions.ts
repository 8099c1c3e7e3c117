import { type JsonObject, member, type Path } from "../../document/json.ts";
import { addTo } from "../../multimap.ts";
import { hostedRequestOf } from "../../python/call-view.ts";
import { isBound } from "../../python/invocation.ts";
import { approvalRecords, callsOf, hostedDecisions, readRecord } from "./approvals.ts";
import { forgetCalls } from "./carry-decisions.ts";
import { objectAt } from "./change.ts";
import { pendingIdentity } from "./pending.ts";
import type { Change, Run } from "./step.ts";
import { ownCallsOf, waitingRun } from "./waiting-calls.ts";

type WaitingCall = ReturnType<typeof ownCallsOf>[number];

/** 1.15 → 1.14: since 0.20.0 the decision on a call counts only while the ledger knows the call as it stands there. 0.19.4 has no ledger,
 * and would run a call that was edited after it was approved. */
export function dropUnboundDecisions(run: Run): Change[] {
  const unbound = ownCallsOf(waitingRun(run)).filter((call) => !isKnown(run, call));
  if (unbound.length === 0) return [];
  const byKey = new Map<string, string[]>();
  for (const { keys, id } of unbound) for (const key of keys) addTo(byKey, key, id);
  const hosted = unbound.flatMap(({ item, id }) => (hostedRequestOf(item.raw) === undefined ? [] : [id]));
  return [
    ...[...approvalRecords(run)].flatMap((record) => forget(record, byKey.get(record[0]) ?? [])),
    ...hostedDecisions(run).flatMap(([{ tool, record }, path]) => forget([tool ?? "", record, path], hosted)),
  ];
}

function forget([tool, record, path]: readonly [string, JsonObject, Path], calls: readonly string[]): Change[] {
  if (calls.length === 0) return [];
  const { approved, rejected } = readRecord(record);
  const said = new Set([...callsOf(approved), ...callsOf(rejected)]);
  const gone = new Set(calls.filter((id) => said.has(id)));
  if (gone.size === 0) return [];
  return [{ rule: "unbound-decision-dropped", path, args: { tool }, edits: forgetCalls(record, path, gone) }];
}

/** Whether the ledger knows the call as it stands; also said of one whose identity cannot be told. */
function isKnown(run: Run, { item, id }: WaitingCall): boolean {
  const identity = pendingIdentity(run, item);
  const ledger = objectAt(objectAt(run.value, "context"), "tool_invocations");
  return identity === null || isBound(ledger && member(ledger, id), identity);
}
