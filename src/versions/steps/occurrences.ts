import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { addTo } from "../../multimap.ts";
import { callIdOf, callKey, idOfCall, nativeNames, outputIdentity } from "../../python/calls.ts";
import { type CallIdentity, type CallOptions, identityIfTaken } from "../../python/invocation.ts";
import { lookupKeyOfApproval } from "../../python/tool-identity.ts";
import { isTruthy, nonEmptyString } from "../../python/truth.ts";
import { patchIdentity } from "../../reading/ledger/patch-call.ts";
import { listAt, objectAt, objectsIn } from "./change.ts";
import type { KeptItem } from "./facts.ts";
import type { Run } from "./step.ts";

/** One place where a call stands, with the identities it can have there: a bare model output could be a handoff as
 * well. */
export interface Occurrence {
  readonly path: Path;
  readonly plain: CallIdentity | undefined;
  readonly handoff: CallIdentity | undefined;
  /** What it is if the apply_patch tool took it, which takes function and custom calls too (`normalize_apply_patch_fallback_call`). */
  readonly asPatch: () => CallIdentity | null;
  /** A native call whose tool the document does not name: its identity depends on the agents. */
  readonly unnamed: boolean;
}

/** The calls of one level by id, in the order in which the reader first meets them. */
export interface CallHistory {
  readonly calls: ReadonlyMap<string, readonly Occurrence[]>;
  /** Calls by id that somewhere lack what an identity needs. */
  readonly incomplete: ReadonlySet<string>;
  /** By `callKey`, of every output. */
  readonly outputs: ReadonlySet<string>;
}

/** Collects the calls and outputs of a level as the reader does before it rebuilds the ledger. */
export function callHistory(run: Run): CallHistory {
  const collector: Collector = {
    run,
    names: toolNames(run),
    calls: new Map(),
    incomplete: new Set(),
    outputs: new Set(),
  };
  const { generated, session, newItems } = run.facts;
  for (const item of generated) addItem(collector, item);
  for (const item of session) addItem(collector, item);
  for (const item of newItems) addItem(collector, item);
  for (const [response, index] of acceptedResponses(run)) {
    const path = [...run.base, "model_responses", index, "output"];
    for (const [at, raw] of listAt(response, "output").entries()) {
      addRaw(collector, raw, [...path, at], { roles: either, typed: true });
    }
  }
  listAt(run.value, "original_input").forEach((raw, at) => {
    addRaw(collector, raw, [...run.base, "original_input", at], { roles: either });
  });
  return collector;
}

interface Collector {
  readonly run: Run;
  readonly names: ReadonlyMap<string, string>;
  readonly calls: Map<string, Occurrence[]>;
  readonly incomplete: Set<string>;
  readonly outputs: Set<string>;
}

/** A response that the server accepted but that was not processed is no registered work yet. */
function acceptedResponses(run: Run): [JsonObject, number][] {
  const responses = [...objectsIn(listAt(run.value, "model_responses"))];
  const data = objectAt(objectAt(run.value, "current_step"), "data");
  const accepted = data !== undefined && isTruthy(member(data, "response_accepted"));
  const unprocessed = !isTruthy(member(run.value, "last_processed_response"));
  return accepted && unprocessed ? responses.slice(0, -1) : responses;
}

/** Names of tools by call id: what an item with that id says, else the actions of the last response. */
function toolNames(run: Run): Map<string, string> {
  const names = new Map<string, string>();
  const learn = (raw: Json | undefined, name: Json | undefined) => {
    const id = idOfCall(raw);
    const text = nonEmptyString(name);
    if (text !== undefined && id !== null && !names.has(id)) names.set(id, text);
  };
  const { generated, session, newItems, actions } = run.facts;
  for (const item of [...generated, ...session, ...newItems]) learn(item.raw, itemToolName(item));
  for (const { call, options } of actions) learn(call, options.toolName);
  return names;
}

/** Calls and approvals know a tool name: the stored one, else that of the call. */
function itemToolName({ data, raw }: KeptItem): Json | undefined {
  const type = member(data, "type");
  if (type !== "tool_call_item" && type !== "tool_approval_item") return undefined;
  const stored = member(data, "tool_name");
  if (typeof stored === "string") return stored;
  return isObject(raw) ? member(raw, "name") : undefined;
}

function addItem(collector: Collector, item: KeptItem): void {
  const type = member(item.data, "type");
  const lookupKey = type === "tool_approval_item" ? lookupKeyOfApproval(item.data, item.raw) : undefined;
  addRaw(collector, item.raw, item.rawPath, {
    lookupKey,
    toolName: itemToolName(item),
    roles: [type === "handoff_call_item" ? "handoff" : "plain"],
  });
}

type Role = "plain" | "handoff";

/** A raw item without a run item around it does not say which. */
const either: readonly Role[] = ["plain", "handoff"];

interface RawOptions extends Pick<CallOptions, "lookupKey" | "toolName" | "typed"> {
  readonly roles: readonly Role[];
}

function addRaw(collector: Collector, raw: Json, path: Path, options: RawOptions): void {
  const output = outputIdentity(raw);
  if (output !== null) collector.outputs.add(callKey(output));
  const call = callIdOf(raw);
  if (call === null || call === "unhashable") return;
  const { callId, type } = call;
  const toolName = options.toolName ?? (callId === null ? undefined : collector.names.get(callId));
  const { roles, lookupKey, typed } = options;
  const asked: CallOptions = { lookupKey, toolName, typed, place: { document: collector.run.document, path } };
  const found: Occurrence = {
    path,
    plain: roles.includes("plain") ? (identityIfTaken(raw, asked) ?? undefined) : undefined,
    handoff: roles.includes("handoff") ? (identityIfTaken(raw, { ...asked, role: "handoff" }) ?? undefined) : undefined,
    asPatch: () => (isObject(raw) ? patchIdentity(raw, toolName) : null),
    unnamed: isUnnamed(type, toolName, raw),
  };
  if (found.plain !== undefined || found.handoff !== undefined) {
    addTo(collector.calls, callId ?? "", found);
  } else if (callId !== null) collector.incomplete.add(callId);
}

/** The reader may take the name of a native tool from the agents (0.24.0 `_validate_completed_tool_invocations`). */
function isUnnamed(type: string, toolName: Json | undefined, raw: Json): boolean {
  if (!Object.hasOwn(nativeNames, type)) return false;
  return !isTruthy(toolName) && nonEmptyString(isObject(raw) ? member(raw, "name") : undefined) === undefined;
}
