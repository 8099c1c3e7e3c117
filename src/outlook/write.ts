import type { Json, JsonObject, Path } from "../document/json.ts";
import { pathToMember } from "../document/value-at.ts";
import { idOfCall, outputIdentity } from "../python/calls.ts";
import type { PendingWriteReading, RunReading } from "../reading/reading.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { agentCalls } from "../reading/run/nested-runs.ts";
import { queuedActions } from "../reading/run/queued.ts";
import { isDigest } from "../sha256.ts";
import { waitingIds } from "./decisions/decisions.ts";
import type { Outlooker } from "./outlooker.ts";
import { serverKeysOf } from "./server-conversation.ts";

/** The pending Session write: what it needs at the resume, and what in it can never settle well. */
export function checkWrite(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  const record = run.pendingWrite;
  const path = [...run.base, "pending_session_write"];
  if (record === null) {
    const ignored = run.state.pending_session_write ?? null;
    if (ignored !== null && !run.dialect.does.readsPendingWrite) report("pending-write-lost", path);
    return;
  }
  const items = record.items;
  const held = record.held === true;
  const session = record.session_id;
  checkServer(outlooker, path);
  if (held) checkHeldBatch(outlooker, items, path);
  else checkBefore(outlooker, record, path);
  checkOutputs(outlooker, items, held, path);
  const needs = held ? "held-write-needs-session" : "pending-write-needs-session";
  const rule = run.base.length === 0 ? needs : "inner-write-needs-session";
  report(rule, [...path, "session_id"], { session, items: items.length, held });
}

/** A Session beside a conversation that the server keeps is refused before the write is looked at. */
function checkServer({ run, report }: Outlooker, path: Path): void {
  const [key] = serverKeysOf(run.state);
  if (key !== undefined) report("pending-write-beside-server-conversation", path, { key });
}

function checkBefore({ report }: Outlooker, { before, items }: PendingWriteReading, path: Path): void {
  if (before === null) return;
  const odd = before.findIndex((entry) => !isDigest(entry));
  if (odd >= 0) report("before-never-matches", [...path, "before", odd]);
  else if (before.length > items.length + 1) {
    report("before-longer-than-window", [...path, "before"], { entries: before.length, window: items.length + 1 });
  }
}

/** User input is never held, and at an interruption the held calls without an output are those that wait, those
 * whose nested run waits, and what comes once nothing does: handoffs and requests that a callback answers. */
function checkHeldBatch({ run, report }: Outlooker, items: readonly JsonObject[], path: Path): void {
  const pending = openIds(run);
  const answered = new Set(items.map((item) => outputIdentity(item)?.callId));
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as JsonObject;
    if (isInput(item)) report("held-batch-holds-input", [...path, "items", index]);
    const id = isInterrupted(run) ? idOfCall(item) : null;
    if (id === null || pending.has(id) || answered.has(id)) continue;
    report("held-call-not-pending", [...path, "items", index], { id });
  }
}

function openIds(run: RunReading): ReadonlySet<Json> {
  const ids = new Set<Json>(waitingIds(run));
  for (const { call } of agentCalls(run)) ids.add(call.call_id ?? null);
  for (const { list, call } of queuedActions(run))
    if (list === "handoffs" || list === "mcp_approval_requests") ids.add(idOfCall(call));
  return ids;
}

function isInput(item: JsonObject): boolean {
  return item.role === "user" || item.role === "system" || item.role === "developer";
}

/** An output whose call stands neither in the batch nor, for an ordinary one, perhaps in the Session. */
function checkOutputs({ report }: Outlooker, items: readonly JsonObject[], held: boolean, path: Path): void {
  const calls = new Set<string>();
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const id = idOfCall(item);
    if (id !== null) calls.add(id);
    const output = outputIdentity(item);
    if (output === null || calls.has(output.callId)) continue;
    const rule = held ? "held-output-without-call" : "batch-output-without-call";
    report(rule, pathToMember(item, [...path, "items", index], "call_id"), { id: output.callId });
  }
}
