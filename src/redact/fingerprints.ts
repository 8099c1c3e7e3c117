import { type Json, type JsonObject, member, objectOf, type Path } from "../document/json.ts";
import { type CallType, callKeyOf } from "../python/calls.ts";
import { approvalScope, type CallOptions, callIdentity } from "../python/invocation.ts";
import { type LookupKey, lookupKeyOfApproval } from "../python/tool-identity.ts";
import { itemLists } from "../reading/item-lists.ts";
import { nameInProgram, nativeActions } from "../reading/native-actions.ts";
import { below, type NewDigests, type Pair, rawCalls, type Twin, twinsAt } from "./twins.ts";

/** What the ledger of a run says, and the tool names that its native calls may have borrowed. */
interface Ledger {
  readonly entries: JsonObject;
  readonly names: readonly Json[];
  /** For a type of native calls, once it was asked for: the name behind each scope. */
  readonly byScope: Map<CallType, ReadonlyMap<Json, Json>>;
}

/** How the ledger may speak of a call. */
interface Spoken {
  readonly raw: Twin;
  readonly toolName: Json | undefined;
  readonly lookupKey: LookupKey | undefined;
}

/** Names that are tried when the scope of an entry tells none. What a call beyond them borrowed is lost, and named as lost: its entry was
 * not written by the SDK, which stores with each fingerprint the scope that is hashed into it. */
const mostTried = 16;

/** The fingerprints of calls that the ledger, or a decision, can speak of (`context.tool_invocations`; see `callIdentity`). */
export function addFingerprints(found: NewDigests, pair: Pair, base: Path): void {
  const context = twinsAt(pair, [...base, "context"])[0];
  const entries = objectOf(member(objectOf(context?.before), "tool_invocations"));
  if (Object.keys(entries).length === 0) return;
  const ledger: Ledger = { entries, names: namesOf(pair, base), byScope: new Map() };
  for (const list of itemLists) {
    for (const entry of twinsAt(pair, [...base, ...list])) {
      const data = objectOf(entry.before);
      for (const raw of [...below([entry], "raw_item"), ...below([entry], "rawItem")]) {
        for (const lookupKey of new Set([lookupKeyOfApproval(data, raw.before), undefined]))
          addCall(found, pair, ledger, { raw, toolName: data.tool_name, lookupKey });
      }
    }
  }
  for (const raw of rawCalls(pair, base))
    addCall(found, pair, ledger, { raw, toolName: undefined, lookupKey: undefined });
}

function addCall(found: NewDigests, pair: Pair, ledger: Ledger, { raw, toolName: own, lookupKey }: Spoken): void {
  const call = callKeyOf(raw.before);
  const entry = call === null ? undefined : member(ledger.entries, call.callId);
  if (call === null || entry === undefined) return;
  const { approval_scope: scope, fingerprint } = objectOf(entry);
  // The call stands at many places of a run, and one is enough.
  if (found.has(String(fingerprint)) && found.has(String(scope))) return;
  let isFound = false;
  for (const toolName of new Set([own, undefined])) {
    for (const options of waysOf(toolName)) {
      const old = addIdentity(found, pair, raw, { ...options, lookupKey });
      isFound ||= old !== undefined && old === fingerprint;
    }
  }
  if (isFound || fingerprint === undefined || call.type === "function_call" || call.type === "mcp_approval_request")
    return;
  const named = nameBehind(ledger, call.type, scope ?? null);
  for (const toolName of new Set([...named, ...ledger.names.slice(0, mostTried)])) {
    for (const options of waysOf(toolName)) {
      if (addIdentity(found, pair, raw, options, fingerprint) !== undefined) return;
    }
  }
}

/** In which ways a release may have taken the identity of a call under a name. */
function waysOf(toolName: Json | undefined): CallOptions[] {
  return [undefined, "handoff" as const].flatMap((role) => [false, true].map((typed) => ({ toolName, role, typed })));
}

function nameBehind({ names, byScope }: Ledger, type: CallType, scope: Json): Json[] {
  let known = byScope.get(type);
  if (known === undefined) {
    known = new Map(
      names.flatMap((name) => waysOf(name).map((options): [Json, Json] => [approvalScope({ type }, options), name])),
    );
    byScope.set(type, known);
  }
  const name = known.get(scope);
  return name === undefined ? [] : [name];
}

/** Tool names that a native call may borrow. */
function namesOf(pair: Pair, base: Path): Json[] {
  const names = new Set<Json>();
  for (const list of itemLists) {
    for (const { before } of below(twinsAt(pair, [...base, ...list]), "tool_name")) names.add(before);
  }
  for (const group of nativeActions) {
    const tools = below(twinsAt(pair, [...base, "last_processed_response", group.key]), group.tool);
    for (const { before } of below(tools, "name")) names.add(nameInProgram(group, before) ?? before);
  }
  return [...names];
}

/** The fingerprint of the call as it is; with `wanted`, undefined for any other, which is then not taken along. */
function addIdentity(
  found: NewDigests,
  pair: Pair,
  { path, before, after }: Twin,
  options: CallOptions,
  wanted?: Json,
): string | undefined {
  const old = callIdentity(before, { ...options, place: { document: pair.before, path } });
  if (typeof old !== "object" || old === null) return undefined;
  if (wanted !== undefined && old.fingerprint !== wanted) return undefined;
  const masked = callIdentity(after, { ...options, place: { document: pair.after, path } });
  if (typeof masked !== "object" || masked === null) return undefined;
  found.set(old.fingerprint, masked.fingerprint);
  found.set(old.scope, masked.scope);
  return old.fingerprint;
}
