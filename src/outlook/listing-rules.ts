import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { idOfCall } from "../python/calls.ts";
import { isTwin } from "../python/equality.ts";
import { agentKey } from "../reading/agents.ts";
import { answeredIds } from "../reading/answered.ts";
import { lastOutput } from "../reading/model-output.ts";
import type { RunReading } from "../reading/reading.ts";
import { statedApprovals, waitingApprovals } from "../reading/waiting-approvals.ts";
import { type Decision, decisionsOf, type PendingCall, pendingCallOf } from "./decisions.ts";
import { runsTwice } from "./nested-rules.ts";
import type { Outlooker } from "./outlooker.ts";
import { callIdsOf } from "./run-rules.ts";
import { standingIn, standingsInside } from "./standing.ts";

type Ids = ReadonlySet<string | null>;

/** The calls that the step lists, against those that the response and its nested runs have: the ids that belong to none of them. */
export function checkListing(outlooker: Outlooker): Ids {
  const { run } = outlooker;
  const renamed = new Set<string>();
  if (run.processed === null) return renamed;
  if (run.step?.type !== "next_step_interruption") {
    checkLeftOut(outlooker);
    return renamed;
  }
  const { approvals } = run.step;
  // Without nested runs the standings are of the very same calls.
  const isOwn = outlooker.standings.length === approvals.length;
  const listed = isOwn ? outlooker.standings.map(({ call }) => call) : approvals.map(pendingCallOf);
  const ids = new Set(listed.map(({ callId }) => callId));
  checkUnknown(outlooker, listed, ids, renamed);
  if (listed.length === 0) checkEmptied(outlooker);
  else if (ids.size < listed.length) checkTwice(outlooker);
  checkNestedListing(outlooker, ids);
  if (renamed.size === 0) checkForgotten(outlooker, ids);
  return renamed;
}

/** A listed call that neither this level nor a nested run made: its id was changed, or its run is not in the file. */
function checkUnknown(outlooker: Outlooker, listed: readonly PendingCall[], ids: Ids, renamed: Set<string>): void {
  const { run, report } = outlooker;
  const known = new Set<unknown>();
  for (const { call, nested } of run.processed?.functions ?? []) {
    known.add(call.call_id);
    for (const { callId } of waitingIn(nested)) known.add(callId);
  }
  for (const { call } of run.processed?.actions ?? []) known.add(idOfCall(call));
  // Most calls that wait stand among the functions of the response; all others are gone through only for one that does not.
  let own: ReadonlySet<unknown> | undefined;
  let unlisted: ReadonlyMap<string, PendingCall> | undefined;
  let taken: ReadonlySet<string | null> | undefined;
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
      taken ??= takenUp(run);
      // A request is asked for under both ids.
      if (!taken.has(callId)) report("waiting-call-left-out", [...run.base, ...approval.path], { id: callId, tool });
    } else if (twin !== undefined && !isTold) {
      renamed.add(callId);
      const path = [...run.base, ...approval.path, "raw_item", kind === "mcp_approval_request" ? "id" : "call_id"];
      report("waiting-id-changed", path, { id: callId, tool, other: twin.callId ?? "" });
    } else if (twin === undefined) reportRunless(outlooker, call, callId);
  }
}

/** A listed call of a nested run that is not in the file. */
function reportRunless({ run, report }: Outlooker, { agent, tool, kind, approval }: PendingCall, id: string): void {
  const { dialect, base } = run;
  const outer = run.processed?.functions.find((entry) => entry.nested === null);
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
    report("nested-call-runs-twice", [...path, "raw_item"], args);
  }
}

/** Whether the SDK looks for the call elsewhere too, and finds it, than among the actions of the response. */
function isLookedFor(run: RunReading, { kind, agent, callId }: PendingCall): boolean {
  if (agent !== agentKey(run.state.current_agent)) return true;
  if (kind !== "custom_tool_call") return !onlyQueued.has(kind);
  return run.dialect.does.reconcilesMissingCustomTools && lastOutput(run).items.some((raw) => idOfCall(raw) === callId);
}

const onlyQueued: ReadonlySet<string> = new Set(["shell_call", "apply_patch_call", "mcp_approval_request"]);

function hasItem(run: RunReading, { callId }: PendingCall): boolean {
  return run.generated.kept.some(({ type, raw }) => type !== "tool_approval_item" && idOfCall(raw) === callId);
}

/** Ids of the calls that the response has among its actions, and of those that have an output. */
function takenUp(run: RunReading): ReadonlySet<string | null> {
  const answered = [...answeredIds(run.generated.kept)].flatMap((id) => id ?? []);
  return new Set([...openCalls(run).map(({ callId }) => callId), ...answered]);
}

/** The calls of the response and of its nested runs that the step does not list, the first of each kind, tool and agent. */
function unlistedCalls(run: RunReading, ids: Ids): ReadonlyMap<string, PendingCall> {
  const nested = (run.processed?.functions ?? []).flatMap((entry) => waitingIn(entry.nested));
  const calls = [...openCalls(run), ...nested].filter(({ callId }) => !ids.has(callId));
  // Of two entries with one key a Map keeps the last.
  return new Map(calls.toReversed().map((call) => [likenessOf(call), call]));
}

function likenessOf({ kind, tool, agent }: PendingCall): string {
  return JSON.stringify([kind, tool, agent]);
}

function waitingIn(nested: RunReading | null): readonly PendingCall[] {
  return nested === null ? [] : waitingApprovals(nested).map(pendingCallOf);
}

const queuedLists: ReadonlySet<string> = new Set([
  "custom_tool_actions",
  "shell_actions",
  "apply_patch_actions",
  "mcp_approval_requests",
]);

/** The calls of the response that have no output yet and no run of their own, as if each waited. */
function openCalls(run: RunReading): PendingCall[] {
  if (run.processed === null) return [];
  const { functions } = run.processed;
  const others = run.processed.actions.filter(({ list }) => queuedLists.has(list));
  if (functions.length === 0 && others.length === 0) return [];
  const answered = answeredIds(run.generated.kept);
  const found: PendingCall[] = [];
  const add = (path: Path, raw: JsonObject) => {
    const call = pendingCallOf({ path, data: { agent: run.state.current_agent as Json }, raw, rawKey: "raw_item" });
    if (!answered.has(call.callId ?? undefined)) found.push(call);
  };
  for (const { call, nested, path } of functions) if (nested === null) add(path, call);
  for (const { call, path } of others) add(path, call);
  return found;
}

/** A call that stands twice where the calls wait, undecided. */
function checkTwice({ run, standings, report }: Outlooker): void {
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

/** The response still has calls, and nothing takes them up again. */
function checkLeftOut({ run, report }: Outlooker): void {
  if (run.terminal || run.base.length > 0) return;
  const open = openCalls(run).filter(({ kind, callId }) => kind !== "mcp_approval_request" && callId !== null);
  if (open.length === 0) return;
  const answered = answeredIds(run.session?.kept ?? []);
  const left = open.find(({ callId }) => !answered.has(callId ?? undefined));
  if (left !== undefined) report("open-call-left-out", ["current_step"], { id: left.callId ?? "", tool: left.tool });
}

/** No release interrupts a run without a call that waits. Decided calls of the response run all the same. */
function checkEmptied({ run, report }: Outlooker): void {
  // What the reader dropped is named where it is dropped.
  if (statedApprovals(run).length > 0) return;
  const decided = decisionsUnlisted(run);
  const open = openCalls(run).filter(
    ({ callId, keys, hosted }) =>
      !decided.some((one) =>
        one.callId === null ? keys.includes(one.key) || hosted === one.key : one.callId === callId,
      ),
  );
  const [first] = open;
  if (first === undefined) return;
  report("waiting-calls-unlisted", [...run.base, "current_step"], { id: first.callId ?? "", tool: first.tool });
}

/** Of several calls that waited one is listed no more: it was neither decided nor run, and is asked for when the others are decided. */
function checkForgotten({ run, report }: Outlooker, ids: Ids): void {
  if (ids.size === 0 || run.base.length > 0) return;
  const missing = (run.processed?.functions ?? []).some(({ call, nested }) => nested === null && !isListed(ids, call));
  if (!missing) return;
  const decided = decisionsUnlisted(run);
  const waited = new Set<unknown>();
  for (const { type, raw } of run.generated.kept)
    if (type === "tool_approval_item" && isObject(raw)) waited.add(raw.call_id);
  for (const { callId, kind, keys, tool } of openCalls(run)) {
    if (kind !== "function_call" || !callId || ids.has(callId) || !waited.has(callId)) continue;
    if (decided.some((one) => (one.callId === null ? keys.includes(one.key) : one.callId === callId))) continue;
    report("waiting-call-forgotten", ["current_step"], { id: callId, tool });
  }
}

/** The decisions that count for a call that is not listed. */
function decisionsUnlisted(run: RunReading): readonly Decision[] {
  return run.dialect.does.bindsListedCallsOnly ? [] : decisionsOf(run);
}

function isListed(ids: Ids, { call_id: id }: JsonObject): boolean {
  return typeof id !== "string" || id === "" || ids.has(id);
}

/** A nested run is taken up again for the calls that its outer run lists. One that waits for another call, which nobody has decided, is left
 * out: its call stays without an output (`_nested_approvals_status`, `resolve_interrupted_turn`). */
function checkNestedListing({ reading, run, report }: Outlooker, ids: Ids): void {
  for (const { nested, call, path } of run.processed?.functions ?? []) {
    if (nested === null || nested.rejected) continue;
    const unlisted = standingsInside(reading.document, nested).filter((one) => !ids.has(one.call.callId));
    if (unlisted.length === 0) continue;
    const outside = standingIn(reading.document, run);
    const open = unlisted.find((one) => one.counts === null && outside(one.call).counts === null);
    if (open === undefined) continue;
    // Under another id it is listed: that is told already.
    const isRenamed = waitingApprovals(run)
      .map(pendingCallOf)
      .some((one) => one.tool === open.call.tool && one.agent === open.call.agent && !isInside(nested, one));
    if (isRenamed) continue;
    report("nested-call-unlisted", [...run.base, ...path], {
      id: open.call.callId ?? "",
      tool: open.call.tool,
      outer: typeof call.call_id === "string" ? call.call_id : "",
    });
  }
}

function isInside(nested: RunReading, call: PendingCall): boolean {
  return waitingIn(nested).some(({ callId }) => callId === call.callId);
}
