import { isObject, type JsonObject } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import { isTwin } from "../../python/equality.ts";
import { hasIdentity } from "../../python/invocation.ts";
import { isFalsy } from "../../python/truth.ts";
import type { ActionReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { isInterrupted } from "../../reading/run/interruption.ts";
import { queuedActions, queuedFunctions } from "../../reading/run/queued.ts";
import { isIdentified } from "../decisions/identities.ts";
import type { Standing } from "../decisions/standing.ts";
import type { Outlooker } from "../outlooker.ts";
import { callItemTypes } from "./made-calls.ts";
import { isMalformed } from "./malformed-calls.ts";
import { checkUnusableCalls } from "./unusable-calls.ts";

/** Calls of an interrupted response that cannot run, that nobody can decide, or that run twice: no release writes them. */
export function checkBrokenCalls(outlooker: Outlooker): void {
  if (!isInterrupted(outlooker.run)) return;
  const told = new Set([...checkWithoutWork(outlooker), ...checkUnusableCalls(outlooker)]);
  checkIncomplete(outlooker, told);
  checkQueuedTwice(outlooker);
}

/** A shell call without a command, a patch without an operation: its tool raises (`coerce_shell_call`, `coerce_apply_patch_operations`). Since
 * 0.20.0 one that has no identity raises before, also rejected. */
function checkWithoutWork({ run, standings, report }: Outlooker): ReadonlySet<string> {
  const told = new Set<string>();
  const idle = queuedActions(run).filter(lacksWork);
  if (idle.length === 0) return told;
  const answered = answeredIds(run.generated.kept);
  const rejected = rejectedIds(standings);
  for (const { call, callPath, options } of idle) {
    const id = idOfCall(call);
    if (id === null || answered.has(id)) continue;
    const isKnown = !run.dialect.does.fingerprintsCalls || hasIdentity(call, options);
    if (isKnown && rejected.has(id)) continue;
    told.add(id);
    const { toolName } = options;
    report("queued-call-incomplete", [...run.base, ...callPath], {
      id,
      tool: typeof toolName === "string" ? toolName : "",
    });
  }
  return told;
}

function lacksWork({ list, call }: ActionReading): boolean {
  if (list === "apply_patch_actions") return isFalsy(call.operation ?? null) && isFalsy(call.operations ?? null);
  if (list !== "shell_actions") return false;
  const { action = null } = call;
  return isFalsy(action) || (isObject(action) && Array.isArray(action.commands) && action.commands.length === 0);
}

/** A call that cannot be read as the function call it is, or, undecided, one without an identity: since 0.20.0 that cannot be decided. */
function checkIncomplete(outlooker: Outlooker, told: ReadonlySet<string>): void {
  const { run, standings, report } = outlooker;
  if (!run.dialect.on["waiting-call-incomplete"]) return;
  const whole = new Map<string, string>();
  for (const { call, counts } of standings) {
    const { callId, approval, tool } = call;
    if (callId === null || told.has(callId)) continue;
    const isLost = counts === null && run.dialect.does.fingerprintsCalls && !isIdentified(approval);
    if (isLost || isMalformed(run, call))
      report("waiting-call-incomplete", [...run.base, ...approval.rawPath], { id: callId, tool });
    else if (counts === null) whole.set(callId, tool);
  }
  if (run.dialect.on["waiting-call-edited"]) checkIncompleteItems(outlooker, whole);
}

/** Without a ledger the items must tell the call too: else no decision on it is bound (`uncanonical_call_ids`). */
function checkIncompleteItems({ run, report }: Outlooker, waiting: ReadonlyMap<string, string>): void {
  if (waiting.size === 0) return;
  for (const { type, raw, index } of run.generated.kept) {
    const id = callItemTypes.has(type) ? idOfCall(raw) : null;
    const tool = id === null ? undefined : waiting.get(id);
    if (id === null || tool === undefined || !isObject(raw)) continue;
    const isWhole = raw.type === "function_call" ? raw.arguments !== undefined : hasIdentity(raw);
    if (!isWhole) report("waiting-call-incomplete", [...run.base, "generated_items", index, "raw_item"], { id, tool });
  }
}

/** Up to 0.19.4 every entry of the response is run, also one that says the same as another. */
function checkQueuedTwice({ run, standings, report }: Outlooker): void {
  if (!run.dialect.on["queued-call-twice"]) return;
  const first = new Map<string, JsonObject>();
  let settled: ReadonlySet<unknown> | undefined;
  for (const { call, path } of [...queuedFunctions(run), ...queuedActions(run).filter(runs)]) {
    const id = idOfCall(call);
    if (id === null) continue;
    const other = first.get(id);
    first.set(id, other ?? call);
    if (other === undefined || !isTwin(other, call)) continue;
    settled ??= new Set([...answeredIds(run.generated.kept), ...rejectedIds(standings)]);
    if (settled.has(id)) continue;
    report("queued-call-twice", [...run.base, ...path], { id, tool: typeof call.name === "string" ? call.name : "" });
  }
}

/** A handoff is made once, and a request answered once. */
function runs({ list }: ActionReading): boolean {
  return list !== "handoffs" && list !== "mcp_approval_requests";
}

function rejectedIds(standings: readonly Standing[]): ReadonlySet<string | null> {
  return new Set(standings.filter(({ counts }) => counts?.verdict === "rejected").map(({ call }) => call.callId));
}
