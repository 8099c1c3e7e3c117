import { isObject, type Json, type JsonObject, member, type Path } from "../document/json.ts";
import { isTwin } from "../python/equality.ts";
import {
  type CallOptions,
  callKey,
  callKeyOf,
  identityIfTaken,
  idOfCall,
  isBound,
  isSameInvocation,
} from "../python/invocation.ts";
import { isSameKey, type LookupKey, lookupKeyOf, lookupKeyOfApproval } from "../python/tool-identity.ts";
import { nonEmptyString } from "../python/truth.ts";
import { agentKey, agentName } from "../reading/agents.ts";
import { committedCalls, queuedCalls } from "../reading/calls-ahead.ts";
import { runsIn } from "../reading/nested-runs.ts";
import type { FunctionReading } from "../reading/reading.ts";
import { decisionsOf, ledgerOf, pendingCallOf } from "./decisions.ts";
import { identityOfQueued, identityOfWaiting, lookupKeyOfQueued } from "./identities.ts";
import type { Outlooker } from "./outlooker.ts";
import { callIdsOf } from "./run-rules.ts";
import { nestedCalls } from "./waiting-calls.ts";

/** What only an edit by hand leaves of an interrupted response: it loads, and cannot be taken up again. */
export function checkEdits(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  if (run.step?.type !== "next_step_interruption") return;
  checkContext(outlooker);
  checkWaiting(outlooker);
  checkOwners(outlooker);
  const { model_responses: responses } = run.state;
  const isMissing = !Array.isArray(responses) || responses.length === 0;
  if (isMissing || (run.processed === null && !run.step.responseAccepted)) {
    const key = isMissing ? "model_responses" : "last_processed_response";
    report("interruption-without-response", [...run.base, key]);
  }
  checkNames(outlooker);
  checkQueued(outlooker);
  checkNestedNames(outlooker);
  checkShown(outlooker);
  checkCopies(outlooker);
  checkRenamed(outlooker);
}

/** The run's context is an object with the application's inside of it. */
function checkContext({ run, standings, report }: Outlooker): void {
  const { context } = run.state;
  if (!isObject(context) || context.approvals !== undefined || context.usage !== undefined) return;
  if (standings.length > 0 && decisionsOf(run).length === 0) report("context-replaced", [...run.base, "context"]);
}

/** The tool that an approval names by its key must be the one that its call names. */
function checkNames({ run, standings, report }: Outlooker): void {
  for (const { call } of standings) {
    const { raw, data, path } = call.approval;
    const key = lookupKeyOfApproval(data, raw);
    if (call.kind !== "function_call" || key === undefined || !isObject(raw)) continue;
    const { name, namespace } = raw;
    if (typeof name !== "string" || name === "") continue;
    // A call without a namespace takes that of the key.
    const isSame =
      nonEmptyString(namespace) === undefined ? key.at(-1) === name : isSameKey(key, lookupKeyOf(name, namespace));
    if (isSame || agentName(run.state.current_agent) !== agentName(data.agent)) continue;
    report("approval-of-another-tool", [...run.base, ...path, "tool_lookup_key"], { id: call.callId ?? "" });
  }
}

/** A call of this run's own response that waits for another agent (`_approval_matches_agent`). */
function checkOwners({ run, standings, report }: Outlooker): void {
  const current = agentName(run.state.current_agent);
  let own: ReadonlySet<unknown> | undefined;
  for (const { call, objections } of standings) {
    const agent = agentName(call.approval.data.agent);
    if (typeof agent !== "string" || typeof current !== "string" || agent === current || call.callId === null) continue;
    own ??= callIdsOf(run.state);
    if (!own.has(call.callId) || objections.some(({ rule }) => rule === "decision-of-another-owner")) continue;
    const args = { id: call.callId, tool: call.tool, agent, current };
    report("approval-of-another-agent", [...run.base, ...call.approval.path, "agent"], args);
  }
}

/** A call that waits, and that the ledger knows otherwise. Where it stands in the response just so, that place is told instead. */
function checkWaiting({ reading, run, standings, report }: Outlooker): void {
  const ledger = ledgerOf(run);
  if (!run.dialect.on["waiting-call-differs"] || ledger === undefined) return;
  const queuedById = queuedCalls(run);
  for (const { call } of standings) {
    const { raw, path } = call.approval;
    const entry = call.callId === null ? undefined : member(ledger, call.callId);
    if (!isObject(entry)) continue;
    const queued = call.callId === null ? undefined : queuedById.get(call.callId);
    // Of a nested run the one around it looks at this place first.
    if (run.base.length === 0 && queued !== undefined && isTwin(queued, raw)) continue;
    const at = [...run.base, ...path, "raw_item"];
    const identity = identityOfWaiting(reading.document, run, call.approval);
    if (identity === null || isSameInvocation(entry, identity)) continue;
    if (queued !== undefined && call.kind === "custom_tool_call" && run.dialect.does.reconcilesMissingCustomTools)
      report("call-id-of-two-calls", at, { id: identity.callId });
    const isEdited = isObject(raw) && queued !== undefined && raw.arguments !== queued.arguments;
    report("waiting-call-differs", isEdited ? [...at, "arguments"] : at, { id: identity.callId });
  }
}

/** A call of the response that the ledger knows with another name or other arguments. The name of one that has its output is not asked for. */
function checkQueued(outlooker: Outlooker): void {
  const { reading, run, report } = outlooker;
  const ledger = ledgerOf(run);
  if (!run.dialect.on["queued-call-differs"] || ledger === undefined) return;
  let finished: ReadonlySet<string> | undefined;
  const committed = () => {
    finished ??= committedCalls(run);
    return finished;
  };
  for (const queued of run.processed?.functions ?? []) {
    const { call, path } = queued;
    const entry = typeof call.call_id === "string" ? member(ledger, call.call_id) : undefined;
    if (!isObject(entry)) continue;
    const at = [...run.base, ...path, "tool_call"];
    if (namesAnother(queued) && !committed().has(callKey({ type: "function_call", callId: String(call.call_id) }))) {
      report("queued-call-differs", nameIn(at, queued), { id: String(call.call_id) });
      continue;
    }
    const identity = identityOfQueued(reading.document, run, queued);
    if (identity === null || isBound(entry, identity)) continue;
    report("queued-call-differs", at, { id: identity.callId });
  }
  checkOtherQueued(outlooker, ledger, committed);
}

/** The same of handoffs, native calls and requests; one that has its output is the same call as the output's. */
function checkOtherQueued(
  { reading, run, report }: Outlooker,
  ledger: JsonObject,
  finished: () => ReadonlySet<string>,
): void {
  for (const { call, callPath, options } of run.processed?.actions ?? []) {
    const key = callKeyOf(call);
    const entry = key === null ? undefined : member(ledger, key.callId);
    if (key === null || !isObject(entry) || finished().has(callKey(key))) continue;
    const at = [...run.base, ...callPath];
    const identity = identityIfTaken(call, { ...options, place: { document: reading.document, path: at } });
    if (identity === null || isBound(entry, identity)) continue;
    report("queued-call-differs", at, { id: identity.callId });
  }
}

/** The tool of a call is found by the key in its entry, and must then be the one that the call names. */
function namesAnother(queued: FunctionReading): boolean {
  const key = lookupKeyOfQueued(queued);
  return key !== undefined && !isSameKey(key, ownKeyOf(queued));
}

/** Where only the namespace differs, the call: it may have none. */
function nameIn(call: Path, queued: FunctionReading): Path {
  return lookupKeyOfQueued(queued)?.at(-1) === queued.call.name ? call : [...call, "name"];
}

function ownKeyOf({ call }: FunctionReading): LookupKey | undefined {
  return lookupKeyOf(call.name, call.namespace);
}

/** A call with a nested run that its entry knows by another name: with a ledger `checkQueued` tells. */
function checkNestedNames({ run, report }: Outlooker): void {
  if (!run.dialect.on["nested-call-renamed"]) return;
  for (const queued of run.processed?.functions ?? []) {
    const { call, nested, path } = queued;
    if (nested === null || !namesAnother(queued)) continue;
    report("nested-call-renamed", nameIn([...run.base, ...path, "tool_call"], queued), { id: String(call.call_id) });
  }
}

/** A function call that waits otherwise than it stands in the response: below 1.15 no ledger tells which of the two the run made. */
function checkShown(outlooker: Outlooker): void {
  const { reading, run, standings, report } = outlooker;
  const { on } = run.dialect;
  if (on["waiting-call-differs"]) return;
  // Of one id the outermost call counts, so it comes last.
  const queuedById = new Map(
    runsIn(run)
      .toReversed()
      .flatMap(
        (level) => level.processed?.functions.map((queued) => [queued.call.call_id, { queued, level }] as const) ?? [],
      ),
  );
  for (const { call } of standings) {
    const { raw, data, path } = call.approval;
    const { queued, level } = queuedById.get(call.callId ?? undefined) ?? {};
    if (queued === undefined || level === undefined || !isObject(raw) || isTwin(queued.call, raw)) continue;
    const at = [...run.base, ...path, "raw_item"];
    const place = { document: reading.document, path: at };
    const shown = identityIfTaken(raw, { lookupKey: lookupKeyOfApproval(data, raw), place });
    const runs = identityOfQueued(reading.document, level, queued);
    if (shown === null || runs === null) continue;
    const isSameTool = raw.name === queued.call.name && isSameKey(keyShown(data, raw), ownKeyOf(queued));
    if (shown.type !== runs.type || (shown.fingerprint === runs.fingerprint && isSameTool)) continue;
    const id = { id: call.callId ?? "" };
    if (on["waiting-call-edited"]) report("waiting-call-edited", at, id);
    else if (isSameTool) report("runs-not-as-shown", [...at, "arguments"], id);
  }
  checkOthersShown(outlooker);
}

/** A call of a nested run that the outermost list shows under another name: no release compares the two (0.24.0 `_approval_items_match`), and
 * up to 0.19.4 a call whose key was changed too is lost. */
function checkCopies({ run, report }: Outlooker): void {
  if (run.base.length > 0 || run.step?.type !== "next_step_interruption") return;
  const inside = nestedCalls(run);
  if (inside.length === 0) return;
  const current = agentKey(run.state.current_agent);
  const made = new Map(inside.map((call) => [call.callId, call]));
  for (const shown of run.step.approvals.map(pendingCallOf)) {
    const { callId, kind, tool, agent, keys } = shown;
    const call = made.get(callId);
    if (call === undefined || callId === null || kind !== "function_call" || tool === call.tool) continue;
    if (agent !== call.agent || agent === current) continue;
    if (run.dialect.on["waiting-id-shared"] && !isTwin([...keys], [...call.keys])) continue;
    report("runs-not-as-shown", [...shown.approval.path, "raw_item"], { id: callId });
  }
}

/** The same of calls of other kinds: a shell command, a patch, an input. */
function checkOthersShown({ reading, run, standings, report }: Outlooker): void {
  const waiting = standings.filter(({ call }) => call.kind !== "function_call" && call.callId !== null);
  if (waiting.length === 0) return;
  const others = new Map(
    runsIn(run)
      .toReversed()
      .flatMap((level) =>
        (level.processed?.actions ?? []).map(({ call, callPath, options }) => [
          idOfCall(call),
          { raw: call, path: [...level.base, ...callPath], options },
        ]),
      ),
  );
  const identityAt = (raw: Json, path: Path, options: CallOptions) =>
    identityIfTaken(raw, { ...options, place: { document: reading.document, path } });
  const rule = run.dialect.on["waiting-call-edited"] ? "waiting-call-edited" : "runs-not-as-shown";
  for (const { call } of waiting) {
    const other = others.get(call.callId);
    const { raw, path } = call.approval;
    if (other === undefined || isTwin(other.raw, raw)) continue;
    const shown = identityAt(raw, [...run.base, ...path, "raw_item"], other.options);
    const runs = identityAt(other.raw, other.path, other.options);
    if (shown === null || shown.type !== runs?.type || shown.fingerprint === runs.fingerprint) continue;
    report(rule, [...run.base, ...path, "raw_item"], { id: shown.callId });
  }
}

function keyShown(data: JsonObject, raw: JsonObject): LookupKey | undefined {
  return lookupKeyOfApproval(data, raw) ?? lookupKeyOf(raw.name, raw.namespace);
}

/** A function call that waits under another name than the response has it, where no ledger tells: what is run, and asked for, is the tool
 * that the response names, up to 0.10.5 beside the call. */
function checkRenamed({ run, standings, report }: Outlooker): void {
  const { on, does } = run.dialect;
  if (!on["queued-call-renamed"]) return;
  const queuedById = new Map(run.processed?.functions.map((queued) => [queued.call.call_id, queued]));
  for (const { call, counts } of standings) {
    const queued = queuedById.get(call.callId ?? undefined);
    const { raw, data } = call.approval;
    if (queued === undefined || !isObject(raw) || counts?.verdict === "rejected") continue;
    const { tool } = queued.data;
    const key = does.findsFunctionsByToolName && isObject(tool) ? "tool" : "tool_call";
    const name = isObject(tool) && key === "tool" ? tool.name : queued.call.name;
    if (typeof name !== "string") continue;
    if (name === raw.name && (key === "tool" || !isOfAnotherSpace(queued, keyShown(data, raw)))) continue;
    const at = [...run.base, ...queued.path, key];
    report("queued-call-renamed", name === raw.name ? at : [...at, "name"], {
      id: call.callId ?? "",
      tool: call.tool,
    });
  }
}

/** Its decision stands under the key of the call that waits, and is looked for under its own; a tool that is loaded on demand has one key. */
function isOfAnotherSpace(queued: FunctionReading, shown: LookupKey | undefined): boolean {
  if (shown?.[0] === "deferred_top_level") return false;
  const own = ownKeyOf(queued);
  return !isSameKey(own, shown);
}
