import { isObject, type Json, type JsonObject, member, objectOf, type Path } from "../document/json.ts";
import { type CallType, callKeyOf } from "../python/calls.ts";
import {
  type Digest,
  type DigestBehaviour,
  digestBehaviours,
  digestInputItem,
  digestSessionItem,
} from "../python/input-item.ts";
import { approvalScope, type CallOptions, callIdentity } from "../python/invocation.ts";
import { type LookupKey, lookupKeyOfApproval } from "../python/tool-identity.ts";
import { does } from "../readers/behaviours.ts";
import { newestReader, type Reader, releases } from "../readers/releases.ts";
import { nameInProgram, nativeActions } from "../reading/native-actions.ts";
import { itemOf, type RawItem, without } from "../session/raw-item.ts";
import { settleBehaviourOf } from "../settle/behaviour.ts";
import { digestOf } from "../settle/items/digest.ts";
import { below, nestedRuns, type Pair, type Twin, twinsAt } from "./twins.ts";

/** What a digest of a file becomes when the texts in it are masked. */
export type NewDigests = Map<string, string>;

/** Items of the session, as they are and masked. */
export interface SessionPair {
  readonly before: readonly RawItem[];
  readonly after: readonly RawItem[];
}

/** Takes the digests anew that a document holds of its own values: fingerprints of calls, digests of items. Each is taken of the value and
 * of its mask in every way in which a release takes it, so that whatever stands in the file is found. */
export function newDigests(pair: Pair, session: SessionPair | undefined): NewDigests {
  const found: NewDigests = new Map();
  const runs: Path[] = [[]];
  for (let base = runs.pop(); base !== undefined; base = runs.pop()) {
    addFingerprints(found, pair, base);
    addItems(found, pair, base);
    for (const inner of nestedRuns(pair, base)) runs.push(inner);
  }
  session?.before.forEach((item, index) => {
    addStored(found, item, session.after[index] as RawItem);
  });
  return found;
}

const itemLists: readonly Path[] = [
  ["generated_items"],
  ["session_items"],
  ["last_processed_response", "new_items"],
  ["last_processed_response", "interruptions"],
  ["current_step", "data", "interruptions"],
  ["current_step", "interruptions"],
];

/** The call items of a run outside of run items. */
function rawCalls(pair: Pair, base: Path): Twin[] {
  const responses = twinsAt(pair, [...base, "model_responses"]);
  const outputs = below(responses, "output").flatMap(({ path }) => twinsAt(pair, path));
  return [...outputs, ...twinsAt(pair, [...base, "original_input"])];
}

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
function addFingerprints(found: NewDigests, pair: Pair, base: Path): void {
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

/** Each way in which some release takes digests, newest first. */
const behaviours: readonly DigestBehaviour[] = [...new Map(releases.toReversed().map(digestsOf)).values()];

function digestsOf({ release, reads }: Reader): [key: string, behaviour: DigestBehaviour] {
  const traits = digestBehaviours.map((name) => [name, does(name, release, reads)] as const);
  return [JSON.stringify(traits), Object.fromEntries(traits) as DigestBehaviour];
}

/** The digests of items: nested history, the compaction exchange, and what the session held before a write. */
function addItems(found: NewDigests, pair: Pair, base: Path): void {
  const state = objectOf(twinsAt(pair, base)[0]?.before);
  const refs = state.nested_history_owned_session_item_refs;
  const write = state.pending_session_write;
  if (!(Array.isArray(refs) && refs.length > 0) && !isObject(write)) return;
  for (const list of ["session_items", "generated_items"]) addRunItems(found, pair, twinsAt(pair, [...base, list]));
  addRunItems(found, pair, twinsAt(pair, [...base, "last_processed_response", "new_items"]));
  const items = [...twinsAt(pair, [...base, "pending_session_write", "items"]), ...rawCalls(pair, base)];
  for (const item of [...items, ...twinsAt(pair, [...base, "pending_input"])]) addItem(found, pair, item);
}

function addRunItems(found: NewDigests, pair: Pair, entries: readonly Twin[]): void {
  for (const entry of entries) {
    const { path, before, after } = entry;
    if (!isObject(before) || !isObject(after)) continue;
    for (const behaviour of behaviours) {
      for (const typed of [true, false]) {
        const old = digestSessionItem(before, behaviour, { document: pair.before, path }, typed);
        addDigest(found, old, digestSessionItem(after, behaviour, { document: pair.after, path }, typed));
      }
    }
    for (const raw of below([entry], "raw_item")) addItem(found, pair, raw);
  }
}

function addItem(found: NewDigests, pair: Pair, { path, before, after }: Twin): void {
  if (typeof before === "string" && typeof after === "string") {
    addStored(found, userMessage(before), userMessage(after));
    return;
  }
  for (const behaviour of behaviours) {
    const old = digestInputItem(before, behaviour, { document: pair.before, path });
    addDigest(found, old, digestInputItem(after, behaviour, { document: pair.after, path }));
  }
  const [one, other] = [pair.before, pair.after].map((document) => document.span(path));
  if (one === undefined || other === undefined) return;
  addStored(
    found,
    { text: pair.before.text.slice(one.start, one.end), value: before },
    { text: pair.after.text.slice(other.start, other.end), value: after },
  );
}

/** What a text becomes as input of a run. */
function userMessage(content: string): RawItem {
  return itemOf({ content, role: "user" });
}

function addDigest(found: NewDigests, old: Digest, masked: Digest): void {
  if (!("sha256" in old) || !("sha256" in masked) || old.sha256 === null || masked.sha256 === null) return;
  found.set(old.sha256, masked.sha256);
}

const settleBehaviours = [true, false].map((ignoresCreatedBy) => ({
  ...settleBehaviourOf(newestReader),
  ignoresCreatedBy,
}));

/** Members that an item may have lost on its way into the session (`run_item_to_input_item`). */
const strippings: readonly ((item: JsonObject, key: string) => boolean)[] = [
  () => false,
  (item, key) => key === "created_by" || (key === "status" && item.status === null),
  (_, key) => ["created_by", "status", "shell_output", "provider_data"].includes(key),
  (_, key) => key === "provider_data",
];

/** The digests of an item that the settle comparison takes. */
function addStored(found: NewDigests, before: RawItem, after: RawItem): void {
  for (const strips of strippings) {
    const drops = (key: string) => strips(objectOf(before.value), key);
    const [old, masked] = [without(before, drops), without(after, drops)];
    for (const does of settleBehaviours) {
      for (const ignoreIds of [false, true]) {
        found.set(digestOf(old, ignoreIds, does), digestOf(masked, ignoreIds, does));
      }
    }
  }
}
