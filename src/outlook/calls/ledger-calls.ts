import { isObject, type JsonObject, member, type Path } from "../../document/json.ts";
import { callKey, callKeyOf } from "../../python/calls.ts";
import { isTwin } from "../../python/equality.ts";
import { identityIfTaken, isBound, isSameInvocation } from "../../python/invocation.ts";
import { isSameKey } from "../../python/tool-identity.ts";
import type { FunctionReading } from "../../reading/reading.ts";
import { committedCalls } from "../../reading/run/calls-ahead.ts";
import { ledgerEntry, ledgerOf } from "../../reading/run/ledger.ts";
import { queuedActions, queuedCalls, queuedFunctions } from "../../reading/run/queued.ts";
import { identityOfQueued, identityOfWaiting, lookupKeyOfQueued, ownKeyOf } from "../decisions/identities.ts";
import type { Outlooker } from "../outlooker.ts";

/** A call that waits, and that the ledger knows otherwise. Where it stands in the response just so, that place is told instead. */
export function checkWaiting({ reading, run, standings, report }: Outlooker): void {
  const ledger = ledgerOf(run);
  if (!run.dialect.on["waiting-call-differs"] || ledger === undefined) return;
  const queuedById = queuedCalls(run);
  for (const { call } of standings) {
    const { raw, rawPath } = call.approval;
    const entry = ledgerEntry(run, call.callId);
    if (entry === undefined) continue;
    const queued = call.callId === null ? undefined : queuedById.get(call.callId);
    // Of a nested run the one around it looks at this place first.
    if (run.base.length === 0 && queued !== undefined && isTwin(queued, raw)) continue;
    const at = [...run.base, ...rawPath];
    const identity = identityOfWaiting(reading.document, run, call.approval);
    if (identity === null || isSameInvocation(entry, identity)) continue;
    if (queued !== undefined && call.kind === "custom_tool_call" && run.dialect.does.reconcilesMissingCustomTools)
      report("call-id-of-two-calls", at, { id: identity.callId });
    const isEdited = isObject(raw) && queued !== undefined && raw.arguments !== queued.arguments;
    report("waiting-call-differs", isEdited ? [...at, "arguments"] : at, { id: identity.callId });
  }
}

/** A call of the response that the ledger knows with another name or other arguments. The name of one that has its output is not asked for. */
export function checkQueued(outlooker: Outlooker): void {
  const { reading, run, report } = outlooker;
  const ledger = ledgerOf(run);
  if (!run.dialect.on["queued-call-differs"] || ledger === undefined) return;
  let finished: ReadonlySet<string> | undefined;
  const committed = () => {
    finished ??= committedCalls(run);
    return finished;
  };
  for (const queued of queuedFunctions(run)) {
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
  const { comparesNamelessCalls } = run.dialect.does;
  for (const { list, call, callPath, options } of queuedActions(run)) {
    const key = callKeyOf(call);
    const entry = key === null ? undefined : member(ledger, key.callId);
    if (key === null || !isObject(entry) || finished().has(callKey(key))) continue;
    const at = [...run.base, ...callPath];
    const identity = identityIfTaken(call, { ...options, place: { document: reading.document, path: at } });
    const isNameless = identity === null && list === "custom_tool_actions" && comparesNamelessCalls;
    if (isNameless || (identity !== null && !isBound(entry, identity)))
      report("queued-call-differs", at, { id: key.callId });
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

/** A call with a nested run that its entry knows by another name: with a ledger `checkQueued` tells. */
export function checkNestedNames({ run, report }: Outlooker): void {
  if (!run.dialect.on["nested-call-renamed"]) return;
  for (const queued of queuedFunctions(run)) {
    const { call, nested, path } = queued;
    if (nested === null || !namesAnother(queued)) continue;
    report("nested-call-renamed", nameIn([...run.base, ...path, "tool_call"], queued), { id: String(call.call_id) });
  }
}
