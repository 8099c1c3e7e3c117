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
  const unknown = listed.filter(({ callId }) => callId !== null && !known.has(callId));
  if (unknown.length === 0) return renamed;
  // Most calls that wait stand among the functions of the response; all others are gone through only for one that does not.
  const own: ReadonlySet<unknown> = callIdsOf(run.state);
  const lost = unknown.filter((call) => !own.has(call.callId) || !isLookedFor(run, call));
  if (lost.length === 0) return renamed;
  const unlisted = unlistedCalls(run, ids);
  const items = idsOfItems(run);
  // Where a call has lost its id the resume raises before.
  const raises = pathWithoutId(run) !== undefined;
  const taken = takenUp(run);
  for (const call of lost) {
    const { tool, kind, approval } = call;
    const id = call.callId ?? "";
    const isOwn = own.has(id);
    const twin = unlisted.get(likenessOf(call));
    if (isOwn && (twin === undefined || kind === "mcp_approval_request")) {
      // A request is asked for under both ids.
      if (!raises && !taken.has(id)) report("waiting-call-left-out", [...run.base, ...approval.path], { id, tool });
    } else if (twin === undefined) reportRunless(outlooker, call, id);
    else if (!isOwn || items.has(twin.callId)) {
      renamed.add(id);
      const path = [...run.base, ...approval.rawPath, kind === "mcp_approval_request" ? "id" : "call_id"];
      report("waiting-id-changed", path, { id, tool, other: twin.callId ?? "" });
    }
    // Where the history has it under neither id, it is told as an output without its call.
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

function idsOfItems({ generated }: RunReading): ReadonlySet<string | null> {
  return new Set(generated.kept.filter(({ type }) => type !== "tool_approval_item").map(({ raw }) => idOfCall(raw)));
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
