import type { Json, JsonObject, Path } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import type { ActionList } from "../../reading/native-actions.ts";
import type { RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import { queuedActions, queuedFunctions } from "../../reading/run/queued.ts";
import { type PendingCall, pendingCallOf } from "../decisions/decisions.ts";

/** Null: calls without a usable id. */
export type CallIds = ReadonlySet<PendingCall["callId"]>;

const queuedLists: ReadonlySet<ActionList> = new Set([
  "custom_tool_actions",
  "shell_actions",
  "apply_patch_actions",
  "mcp_approval_requests",
]);

/** The calls of the response that have no output yet and no run of their own, as if each waited. */
export function openCalls(run: RunReading): PendingCall[] {
  const functions = queuedFunctions(run);
  const others = queuedActions(run).filter(({ list }) => queuedLists.has(list));
  if (functions.length === 0 && others.length === 0) return [];
  const answered = answeredIds(run.generated.kept);
  const found: PendingCall[] = [];
  const add = (path: Path, raw: JsonObject, rawPath: Path) => {
    const call = pendingCallOf({ path, data: { agent: run.state.current_agent as Json }, raw, rawPath });
    if (!answered.has(call.callId ?? undefined)) found.push(call);
  };
  for (const { call, nested, path } of functions) if (nested === null) add(path, call, [...path, "tool_call"]);
  for (const { call, path, callPath } of others) add(path, call, callPath);
  return found;
}

/** Ids of the calls that the response has or that its nested runs wait for. */
export function madeIds(run: RunReading): ReadonlySet<unknown> {
  const ids = new Set<unknown>(queuedActions(run).map(({ call }) => idOfCall(call)));
  for (const { call, nested } of queuedFunctions(run)) {
    ids.add(call.call_id);
    for (const { callId } of waitingIn(nested)) ids.add(callId);
  }
  return ids;
}

/** The calls that a nested run waits for. */
export function waitingIn(nested: RunReading | null): readonly PendingCall[] {
  return nested === null ? [] : waitingApprovals(nested).map(pendingCallOf);
}
