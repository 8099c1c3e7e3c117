import { isObject } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import { agentKey } from "../../reading/agents.ts";
import type { RunReading } from "../../reading/reading.ts";
import { answeredIds, callIdsOf } from "../../reading/run/call-ids.ts";
import { lastOutput } from "../../reading/run/model-output.ts";
import { queuedFunctions } from "../../reading/run/queued.ts";
import type { PendingCall } from "../decisions/decisions.ts";
import type { Outlooker } from "../outlooker.ts";
import { runsTwice } from "./nested-decisions.ts";
import { type CallIds, madeIds, openCalls, waitingIn } from "./open-calls.ts";
import { pathWithoutId } from "./unusable-calls.ts";

/** A listed call that neither this level nor a nested run made: its id was changed, or its run is not in the file. The changed ids. */
export function checkUnknown(outlooker: Outlooker, listed: readonly PendingCall[], ids: CallIds): Set<string> {
  const { run, report } = outlooker;
  const renamed = new Set<string>();
  const known = madeIds(run);
  // Most calls that wait stand among the functions of the response; all others are gone through only for one that does not.
  let own: ReadonlySet<unknown> | undefined;
  let unlisted: ReadonlyMap<string, PendingCall> | undefined;
  let taken: ReadonlySet<string | null> | undefined;
  let raises: boolean | undefined;
  for (const call of listed) {
    const { callId, tool, kind, approval } = call;
    if (callId === null || known.has(callId)) continue;
    own ??= callIdsOf(run.state);
    const isOwn = own.has(callId);
    if (isOwn && isLookedFor(run, call)) continue;
    unlisted ??= unlistedCalls(run, ids);
    const twin = unlisted.get(likenessOf(call));
    // Where the history has it under neither id, it is told as an output without its call.
    const isTold = twin !== undefined && isOwn && !hasItem(run, twin);
    if (isOwn && (twin === undefined || kind === "mcp_approval_request")) {
      // Where a call has lost its id the resume raises before.
      raises ??= pathWithoutId(run) !== undefined;
      if (raises) continue;
      taken ??= takenUp(run);
      // A request is asked for under both ids.
      if (!taken.has(callId)) report("waiting-call-left-out", [...run.base, ...approval.path], { id: callId, tool });
    } else if (twin !== undefined && !isTold) {
      renamed.add(callId);
      const path = [...run.base, ...approval.rawPath, kind === "mcp_approval_request" ? "id" : "call_id"];
      report("waiting-id-changed", path, { id: callId, tool, other: twin.callId ?? "" });
    } else if (twin === undefined) reportRunless(outlooker, call, callId);
  }
  return renamed;
}

/** A listed call of a nested run that is not in the file. */
function reportRunless({ run, report }: Outlooker, { agent, tool, kind, approval }: PendingCall, id: string): void {
  const { dialect, base } = run;
  const outer = queuedFunctions(run).find((entry) => entry.nested === null);
  // Why the nested run is not loaded is told already.
  if (outer !== undefined && dialect.does.readsNestedRuns && isObject(outer.data.agent_run_state)) return;
  const args = { id, tool, agent: agent ?? "" };
  const path = [...base, ...approval.path];
  const isCurrent = agent === agentKey(run.state.current_agent);
  if (outer === undefined) {
    const isForeign = dialect.on["nested-call-left-out"] && !isCurrent;
    report(isForeign ? "nested-call-left-out" : "nested-run-missing", path, args);
  } else if (!dialect.does.asksForOwnAgentsCalls || !isCurrent) {
    report("nested-run-missing", [...base, ...outer.path], args);
  } else if (runsTwice.has(kind)) {
    // A call of its own agent is taken for one that it made itself, wherever it came from; of a native call nothing comes.
    report("nested-call-runs-twice", [...base, ...approval.rawPath], args);
  }
}

/** Whether the SDK looks for the call elsewhere too, and finds it, than among the actions of the response. */
function isLookedFor(run: RunReading, { kind, agent, callId }: PendingCall): boolean {
  if (agent !== agentKey(run.state.current_agent)) return true;
  if (kind !== "custom_tool_call") return !onlyQueued.has(kind);
  return run.dialect.does.reconcilesMissingCustomTools && lastOutput(run).items.some((raw) => idOfCall(raw) === callId);
}

/** What the SDK takes from the actions of the response and looks for nowhere else. */
export const onlyQueued: ReadonlySet<string> = new Set(["shell_call", "apply_patch_call", "mcp_approval_request"]);

function hasItem(run: RunReading, { callId }: PendingCall): boolean {
  return run.generated.kept.some(({ type, raw }) => type !== "tool_approval_item" && idOfCall(raw) === callId);
}

/** Ids of the calls that the response has among its actions, and of those that have an output. */
function takenUp(run: RunReading): ReadonlySet<string | null> {
  const answered = [...answeredIds(run.generated.kept)].flatMap((id) => id ?? []);
  return new Set([...openCalls(run).map(({ callId }) => callId), ...answered]);
}

/** The calls of the response and of its nested runs that the step does not list, the first of each kind, tool and agent. */
function unlistedCalls(run: RunReading, ids: CallIds): ReadonlyMap<string, PendingCall> {
  const nested = queuedFunctions(run).flatMap((entry) => waitingIn(entry.nested));
  const calls = [...openCalls(run), ...nested].filter(({ callId }) => !ids.has(callId));
  // Of two entries with one key a Map keeps the last.
  return new Map(calls.toReversed().map((call) => [likenessOf(call), call]));
}

function likenessOf({ kind, tool, agent }: PendingCall): string {
  return JSON.stringify([kind, tool, agent]);
}
