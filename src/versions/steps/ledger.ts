import { type JsonObject, member } from "../../document/json.ts";
import { callKey, callTypes, idOfCall } from "../../python/calls.ts";
import { type CallIdentity, isBound, isSameInvocation } from "../../python/invocation.ts";
import { isFalsy } from "../../python/truth.ts";
import { edit, note, objectAt, remove, setMember } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import { type CallHistory, callHistory, type Occurrence } from "./occurrences.ts";
import { isDecided, pendingIdentity } from "./pending.ts";
import type { Change, Run } from "./step.ts";

/** 1.14 → 1.15, `context.tool_invocations`: under an older label the reader ignores what stands there and rebuilds
 * the ledger from history (0.24.0 `_validate_completed_tool_invocations` with `reconstruct_legacy`; the same since
 * 0.21.0). From 1.15 on a decision without an entry is asked for again, so the migrated file must hold what the
 * reader would have built. */
export function rebuildLedger(run: Run): Change[] {
  const context = objectAt(run.value, "context");
  if (context === undefined) return [];
  const changes: Change[] = [];
  const entries = new Map<string, JsonObject>();
  const history = callHistory(run);
  for (const [callId, occurrences] of history.calls) {
    if (history.incomplete.has(callId)) continue;
    const unnamed = occurrences.find((one) => one.unnamed);
    const entry = entryOf(callId, occurrences, history);
    if (entry === undefined) continue;
    // The reader names such a tool from the agents. An entry with another name refuses the whole file, no entry costs only
    // the notice of a call id used again.
    if (unnamed !== undefined)
      changes.push(note("ledger-native-unnamed", unnamed.path, { call: callId, type: String(entry.type) }));
    else entries.set(callId, entry);
  }
  for (const item of run.facts.approvals) addPending(run, item, entries);
  const ledger = Object.fromEntries(entries);
  const put = setMember(context, [...run.base, "context"], "tool_invocations", ledger);
  return [...changes, edit("ledger-rebuilt", put, { calls: entries.size })];
}

/** The entry of a call that has an output, of whatever type; undefined for a call still open. */
function entryOf(callId: string, occurrences: readonly Occurrence[], history: CallHistory): JsonObject | undefined {
  const types = outputTypes(callId, history);
  if (types.size === 0) return undefined;
  const shared = sharedIdentities(occurrences, types).filter((identity) => types.has(identity.type));
  const first = occurrences[0];
  const plain = shared.find((identity) => sameIdentity(identity, first?.plain));
  const identity = plain ?? shared[0];
  if (identity !== undefined) return entry(identity, "completed");
  const other = occurrences.map((one) => one.plain ?? one.handoff).find((one) => one !== undefined);
  return other === undefined ? undefined : entry(other, "executed");
}

function outputTypes(callId: string, history: CallHistory): Set<string> {
  return new Set(callTypes.filter((type) => history.outputs.has(callKey({ type, callId }))));
}

/** The identities that every occurrence can have, that of a patch where the call has the output of one. */
function sharedIdentities(occurrences: readonly Occurrence[], types: ReadonlySet<string>): CallIdentity[] {
  const isPatched = types.has("apply_patch_call");
  const identitiesOf = ({ plain, handoff, asPatch }: Occurrence) =>
    [plain, handoff, isPatched ? (asPatch() ?? undefined) : undefined].filter((one) => one !== undefined);
  const [first, ...others] = occurrences.map(identitiesOf);
  return (first ?? []).filter((identity) => others.every((each) => each.some((one) => sameIdentity(identity, one))));
}

function sameIdentity(a: CallIdentity, b: CallIdentity | undefined): boolean {
  return b !== undefined && isSameInvocation(a, b);
}

function entry({ type, scope, fingerprint }: CallIdentity, stands: "waiting" | "executed" | "completed"): JsonObject {
  return {
    type,
    approval_scope: scope,
    fingerprint,
    executed: stands !== "waiting",
    completed: stands === "completed",
  };
}

/** A pending call with a decision gets an open entry (0.24.0 `_restore_pending_approval_binding`); without one the
 * decision would not count. */
function addPending(run: Run, item: KeptItem, entries: Map<string, JsonObject>): void {
  const identity = pendingIdentity(run, item);
  if (identity === null || entries.has(identity.callId) || !isDecided(run, item, identity)) return;
  entries.set(identity.callId, entry(identity, "waiting"));
}

/** 1.15 → 1.14: 0.19.4 has no ledger; a resume does not need it, but nothing notices a call run twice or an id used
 * again. A waiting call that has run already would be run once more, and so would one of this response whose output is lost: an agent tool begins
 * anew. */
export function dropLedger(run: Run): Change[] {
  const context = objectAt(run.value, "context");
  if (context === undefined || !Object.hasOwn(context, "tool_invocations")) return [];
  const path = [...run.base, "context", "tool_invocations"];
  const ledger = objectAt(context, "tool_invocations");
  const ran = run.facts.approvals.find((item) => hasRun(run, ledger, item));
  const first = idOfCall(ran?.raw) ?? run.facts.uncommitted[0];
  const empty = isFalsy(member(context, "tool_invocations"));
  const dropped = remove(empty ? "ledger-empty-dropped" : "ledger-dropped", path);
  return first === undefined ? [dropped] : [note("executed-call-below-1-15", [...path, first], { id: first }), dropped];
}

/** Calls of inner runs wait among those of the run, and providers that number their calls give them the ids of calls outside: an entry of
 * another call says nothing about them. */
function hasRun(run: Run, ledger: JsonObject | undefined, item: KeptItem): boolean {
  const entry = objectAt(ledger, idOfCall(item.raw) ?? "");
  if (entry?.executed !== true) return false;
  const identity = pendingIdentity(run, item);
  return identity === null || isBound(entry, identity);
}
