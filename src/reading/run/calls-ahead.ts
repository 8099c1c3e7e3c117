import { isObject, type Json, member } from "../../document/json.ts";
import { callKey, callKeyOf, outputIdentity } from "../../python/calls.ts";
import type { RunReading } from "../reading.ts";
import { isInterrupted } from "./interruption.ts";
import { ledgerOf } from "./ledger.ts";
import { isTakenUp } from "./nested-runs.ts";
import { queuedActions, queuedFunctions } from "./queued.ts";

/** Calls of the paused response that ran, as the ledger says, and whose output is in none of the items that the resume starts from: each id
 * once. Releases with a ledger raise, older ones run them again (0.20.0 to 0.24.0 `_dedupe_processed_response_invocations`). */
export function uncommittedCalls(run: RunReading): { callId: string; type: string; raw: Json }[] {
  const ledger = ledgerOf(run);
  if (!isInterrupted(run) || ledger === undefined) return [];
  const found = new Map<string, { callId: string; type: string; raw: Json }>();
  let committed: ReadonlySet<string> | undefined;
  for (const raw of callsAhead(run)) {
    const call = callKeyOf(raw);
    if (call === null || found.has(call.callId)) continue;
    const { callId, type } = call;
    const entry = member(ledger, callId);
    if (!isObject(entry) || entry.executed !== true || entry.completed === true || entry.type !== type) continue;
    committed ??= committedCalls(run);
    if (!committed.has(callKey(call))) found.set(callId, { callId, type, raw });
  }
  return [...found.values()];
}

/** What the resume has before it, but for agent tools whose own run waits: those have begun, and go on. */
function callsAhead(run: RunReading): Json[] {
  const functions = queuedFunctions(run).filter(({ nested }) => !isTakenUp(nested));
  return [...functions, ...queuedActions(run)].map(({ call }) => call);
}

/** Outputs among the generated items commit their calls again; those of the session items and of the input do not. */
export function committedCalls(run: RunReading): Set<string> {
  const found = new Set<string>();
  for (const { raw } of run.generated.kept) {
    const output = outputIdentity(raw);
    if (output !== null) found.add(callKey(output));
  }
  return found;
}
