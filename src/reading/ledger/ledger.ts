import { isObject, type Json, type JsonObject, member, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { isTwin } from "../../python/equality.ts";
import {
  type CallIdentity,
  type CallOptions,
  callIdentity,
  callIdOf,
  isCallType,
  outputIdentity,
} from "../../python/invocation.ts";
import { lookupKeyOfApproval } from "../../python/tool-identity.ts";
import { isHashable, isTruthy, kindOf } from "../../python/truth.ts";
import type { History, Links } from "../history/links.ts";
import { hasPatchAction, nativeActions, uncheckedActions } from "../native-actions.ts";
import { at, type Pass, report } from "../pass.ts";
import type { ItemsReading, ProcessedReading, StepReading } from "../reading.ts";
import { mayBeTooDeep, unencodablePlace } from "./fragile-call.ts";

interface Completed {
  readonly type: string;
  readonly fingerprint: string;
  calls: number;
  output: boolean;
  mismatch: Path | null;
}

/** The walk of the last check. */
interface Audit {
  readonly pass: Pass;
  readonly completed: ReadonlyMap<string, Completed>;
  /** Names that items give to a call id: native calls carry none of their own. */
  readonly names: Map<string, string>;
  /** The text can hold half a surrogate pair, which crashes a fingerprint: every call has to be looked at. Deep arguments are long. */
  readonly fragile: boolean;
  /** The program has an apply_patch tool: then the reader compares the name of every item with it. */
  readonly patches: boolean;
  readonly known: Map<string, Known>;
  /** The live tools behind native calls, by call id, once they were asked for. */
  live: ReadonlyMap<string, LiveNames> | null;
  crashed: boolean;
}

/** Names that the live tools behind a call give it, the one that fitted last before the others. */
interface LiveNames {
  readonly names: (Json | undefined)[];
  /** Each was hashed with a call, and none fitted. */
  tried: boolean;
}

/** The identity of a call that was already taken, with what it was taken from. */
interface Known {
  readonly raw: JsonObject;
  readonly options: CallOptions;
  readonly identity: CallIdentity | null;
}

/** `_validate_completed_tool_invocations`: completed calls must stand in the restored history, with their outputs, and unchanged.
 * Calls whose fingerprint cannot be taken make the reader raise at every label. */
export function auditCompletedCalls(pass: Pass, history: History, links: Links, step: StepReading | null): void {
  if (!pass.dialect.does.fingerprintsCalls) return;
  const audit: Audit = {
    pass,
    completed: completedEntries(pass),
    names: new Map(),
    fragile: pass.document.mayHoldSurrogates(),
    patches: history.processed !== null && hasPatchAction(history.processed.data),
    known: new Map(),
    live: null,
    crashed: false,
  };
  const { generated, session, repeats, processed } = history;
  const isRepeat = (raw: JsonObject, index: number) =>
    !audit.fragile && !isNativeCall(raw) && repeats.at(index) !== undefined;
  visitTypes(audit, history);
  if (audit.completed.size > 0) collectNames(audit, history);
  visitItems(audit, generated, ["generated_items"], (raw, index) => isNativeCall(raw) && links[index] !== undefined);
  if (session !== null) visitItems(audit, session, ["session_items"], isRepeat);
  if (processed !== null) visitItems(audit, processed.newItems, ["last_processed_response", "new_items"]);
  visitResponses(audit, processed, step);
  visitInput(audit);
  if (!audit.crashed) reportCompleted(audit);
}

function completedEntries(pass: Pass): ReadonlyMap<string, Completed> {
  const completed = new Map<string, Completed>();
  const context = pass.state.context;
  if (!pass.dialect.on["completed-call-missing"] || !isObject(context)) return completed;
  const ledger = context.tool_invocations;
  if (!isObject(ledger)) return completed;
  for (const callId of Object.keys(ledger)) {
    const entry = member(ledger, callId);
    if (!isObject(entry) || entry.completed !== true) continue;
    const { type, fingerprint } = entry;
    completed.set(callId, {
      type: type as string,
      fingerprint: fingerprint as string,
      calls: 0,
      output: false,
      mismatch: null,
    });
  }
  return completed;
}

/** Before anything is hashed the reader asks every item, then every native action, for its type: one that cannot be looked up raises
 * (`collect_resolved_tool_name`). */
function visitTypes(audit: Audit, { generated, session, processed }: History): void {
  visitItemTypes(audit, generated, ["generated_items"]);
  visitItemTypes(audit, session, ["session_items"]);
  if (processed === null) return;
  visitItemTypes(audit, processed.newItems, ["last_processed_response", "new_items"]);
  for (const { path, call } of uncheckedActions(processed.data)) {
    if (audit.crashed || isHashable(call.type)) continue;
    const args = { found: kindOf(call.type) };
    audit.crashed = report(audit.pass, "action-call-type-unusable", [...path, "tool_call", "type"], args);
  }
}

function visitItemTypes(audit: Audit, items: ItemsReading | null, list: Path): void {
  for (const { raw, index } of items?.kept ?? []) {
    if (!isObject(raw) || typeof raw.type === "string" || audit.crashed || isHashable(raw.type)) continue;
    audit.crashed = report(audit.pass, "item-type-unhashable", [...list, index, "raw_item", "type"]);
  }
}

function collectNames(audit: Audit, { generated, session, repeats, processed }: History): void {
  for (const items of [generated, session, processed?.newItems]) {
    for (const { index, type, data, raw } of items?.kept ?? []) {
      if (items === session && repeats.at(index) !== undefined) continue;
      if (type !== "tool_call_item" && type !== "tool_approval_item") continue;
      const name = data.tool_name ?? (isObject(raw) ? raw.name : undefined);
      const callId = isObject(raw) && raw.type !== "function_call" ? callIdOf(raw) : null;
      if (typeof name !== "string" || name === "" || callId === null || callId === "unhashable") continue;
      if (callId.callId !== null && !audit.names.has(callId.callId)) audit.names.set(callId.callId, name);
    }
  }
}

/** Where a raw item stands: `list[index]`, or a member of that entry. A path is only made of it when one is needed. */
interface Spot {
  readonly list: Path;
  readonly index: number;
  readonly entry: JsonObject | null;
}

function pathOf({ list, index, entry }: Spot): Path {
  return entry === null ? [...list, index] : [...list, index, "raw_item"];
}

/** `passed`: items that another list speaks for. Equal to Python is not equal in spelling where a native call holds a number: of a
 * generated one and the session item it is linked to the reader keeps the latter; any other item is looked at where it stands first. */
function visitItems(
  audit: Audit,
  items: ItemsReading,
  list: Path,
  passed: (raw: JsonObject, index: number) => boolean = () => false,
): void {
  for (const { raw, data, type, index } of items.kept) {
    if (!isObject(raw) || passed(raw, index)) continue;
    if (audit.patches && !isNarrowed(type, raw)) visitName(audit, raw, { list, index, entry: data });
    if (passesBy(audit, raw)) continue;
    const isApproval = type === "tool_approval_item";
    const ownName = isApproval || type === "tool_call_item" ? (data.tool_name ?? raw.name) : undefined;
    visitCall(
      audit,
      raw,
      { list, index, entry: data },
      {
        lookupKey: isApproval ? lookupKeyOfApproval(data, raw) : undefined,
        toolName: typeof ownName === "string" ? ownName : undefined,
        role: type === "handoff_call_item" ? "handoff" : undefined,
      },
    );
  }
}

/** A call whose values, numbers too, are all in its fingerprint. */
function isNativeCall(raw: JsonObject): boolean {
  return raw.type !== "function_call" && isCallType(raw.type);
}

/** A response that was accepted but not processed yet is left out. */
function visitResponses(audit: Audit, processed: ProcessedReading | null, step: StepReading | null): void {
  const responses = audit.pass.state.model_responses;
  if (!Array.isArray(responses)) return;
  const open = processed === null && step?.type === "next_step_interruption" && step.responseAccepted;
  const count = open ? responses.length - 1 : responses.length;
  for (let index = 0; index < count; index++) {
    const response = responses[index];
    if (!isObject(response) || !Array.isArray(response.output)) continue;
    const { output } = response;
    for (let place = 0; place < output.length; place++) {
      const item = output[place];
      if (!isObject(item)) continue;
      const list = ["model_responses", index, "output"];
      if (audit.patches) visitName(audit, item, { list, index: place, entry: null });
      if (passesBy(audit, item)) continue;
      visitCall(audit, item, { list, index: place, entry: null }, typed, true);
    }
  }
}

const typed: CallOptions = { typed: true };
const plain: CallOptions = {};

function visitInput(audit: Audit): void {
  const input = audit.pass.state.original_input;
  if (!Array.isArray(input)) return;
  for (let index = 0; index < input.length; index++) {
    const item = input[index];
    if (!isObject(item)) continue;
    if (audit.patches) visitName(audit, item, { list: ["original_input"], index, entry: null });
    if (passesBy(audit, item)) continue;
    visitCall(audit, item, { list: ["original_input"], index, entry: null }, plain, true);
  }
}

/** Where there is an apply_patch tool a call may bear its name: a name that is no text crashes the reader (`is_apply_patch_name`). */
function visitName(audit: Audit, raw: JsonObject, spot: Spot): void {
  if (audit.crashed || typeof raw.name === "string" || !isTruthy(raw.name) || !isHashable(raw.type)) return;
  audit.crashed = report(audit.pass, "item-name-unusable", [...pathOf(spot), "name"], { found: kindOf(raw.name) });
}

/** Items whose models keep known members only: a name is none. */
function isNarrowed(type: string, raw: JsonObject): boolean {
  return type === "compaction_item" || raw.type === "computer_call_output" || raw.type === "mcp_approval_response";
}

/** Notes an output; true for what is no call, or one that nothing is to be known of. */
function passesBy(audit: Audit, raw: JsonObject): boolean {
  if (audit.crashed || raw.type === "message" || raw.type === "reasoning") return true;
  if (raw.type === "function_call") {
    return !audit.fragile && !audit.completed.has(raw.call_id as string) && !mayBeTooDeep(raw);
  }
  const output = outputIdentity(raw);
  if (output === null) return false;
  const entry = audit.completed.get(output.callId);
  if (entry !== undefined && entry.type === output.type) entry.output = true;
  return true;
}

/** `record_raw_item`: `eitherRole` for raw items that may as well be handoffs. */
function visitCall(audit: Audit, raw: JsonObject, spot: Spot, options: CallOptions, eitherRole = false): void {
  const call = callIdOf(raw);
  if (call === null) return;
  if (call === "unhashable") {
    const rule = spot.list[0] === "original_input" ? "input-item-type-unusable" : "item-type-unhashable";
    audit.crashed = report(audit.pass, rule, [...pathOf(spot), "type"]);
    return;
  }
  const entry = call.callId === null ? undefined : audit.completed.get(call.callId);
  if (entry === undefined && !audit.fragile && !mayBeTooDeep(raw)) return;
  const toolName = options.toolName ?? (call.callId === null ? undefined : audit.names.get(call.callId));
  const named = toolName === undefined ? options : withName(options, toolName);
  const identity = identify(audit, raw, spot, named);
  if (entry === undefined || audit.crashed) return;
  entry.calls++;
  if (matches(entry, raw, identity)) return;
  if (eitherRole && matches(entry, raw, identify(audit, raw, spot, asHandoff(named)))) return;
  if (!matchesLiveName(audit, entry, call, raw, spot, options)) entry.mismatch ??= pathOf(spot);
}

// Written out: objects that are spread into others are slow to make, and this runs for each call.
function withName({ lookupKey, role, typed, place }: CallOptions, toolName: Json | undefined): CallOptions {
  return { lookupKey, toolName, role, typed, place };
}

function asHandoff({ lookupKey, toolName, typed, place }: CallOptions): CallOptions {
  return { lookupKey, toolName, role: "handoff", typed, place };
}

function matches(entry: Completed, raw: JsonObject, identity: CallIdentity | null): boolean {
  if (identity !== null && identity.type === entry.type && identity.fingerprint === entry.fingerprint) return true;
  // With an apply_patch tool in the graph a function or custom call named like it counts as an apply_patch_call.
  return entry.type === "apply_patch_call" && (raw.type === "function_call" || raw.type === "custom_tool_call");
}

/** A native call without a name of its own borrows the name of the live tool behind its action, if there is one. Many calls may share an
 * id with many actions: names that did not fit one of them are not tried for another, since one mismatch is enough. */
function matchesLiveName(
  audit: Audit,
  entry: Completed,
  { type, callId }: { readonly type: string; readonly callId: string | null },
  raw: JsonObject,
  spot: Spot,
  options: CallOptions,
): boolean {
  if (type === "function_call" || type === "mcp_approval_request" || options.toolName !== undefined) return false;
  audit.live ??= liveNames(audit.pass.state);
  const live = audit.live.get(callId ?? "");
  if (live === undefined || (live.tried && entry.mismatch !== null)) return false;
  const { names } = live;
  for (let place = 0; place < names.length; place++) {
    const toolName = names[place];
    if (!matches(entry, raw, identify(audit, raw, spot, withName(options, toolName)))) continue;
    names.splice(place, 1);
    names.unshift(toolName);
    return true;
  }
  live.tried = true;
  return false;
}

function liveNames(state: JsonObject): ReadonlyMap<string, LiveNames> {
  const live = new Map<string, LiveNames>();
  const processed = state.last_processed_response;
  if (!isObject(processed)) return live;
  for (const { key, tool } of nativeActions) {
    const actions = member(processed, key);
    for (const action of Array.isArray(actions) ? actions : []) {
      if (!isObject(action) || !isObject(action.tool_call) || typeof action.tool_call.call_id !== "string") continue;
      const container = member(action, tool);
      const { call_id: callId } = action.tool_call;
      const known = live.get(callId) ?? { names: [], tried: false };
      known.names.push(isObject(container) ? container.name : undefined);
      live.set(callId, known);
    }
  }
  return live;
}

/** One call stands up to four times in a document; its twins are hashed once. */
function identify(audit: Audit, raw: JsonObject, spot: Spot, options: CallOptions): CallIdentity | null {
  const known = audit.known.get(raw.call_id as string);
  if (known !== undefined && isSameCall(known, raw, options)) return known.identity;
  const path = pathOf(spot);
  const place = { document: audit.pass.document, path: at(audit.pass, path) };
  const { lookupKey, toolName, role, typed } = options;
  const identity = callIdentity(raw, { lookupKey, toolName, role, typed, place });
  if (identity === "unencodable") {
    const { list, index, entry } = spot;
    const fault = entry === null ? path : unencodablePlace(entry, [...list, index], path);
    audit.crashed = report(audit.pass, "call-not-encodable", fault);
  }
  if (identity === "too-deep") audit.crashed = report(audit.pass, "arguments-too-deep", [...path, "arguments"]);
  if (typeof identity === "string") return null;
  if (options.lookupKey === undefined) audit.known.set(raw.call_id as string, { raw, options, identity });
  return identity;
}

function isSameCall(known: Known, raw: JsonObject, options: CallOptions): boolean {
  if (options.lookupKey !== undefined || known.options.role !== options.role) return false;
  // Models drop the null members of a native call and read "1" and true as numbers.
  const { toolName, typed } = known.options;
  if (raw.type !== "function_call" && (toolName !== options.toolName || typed !== options.typed)) return false;
  return isTwin(known.raw, raw) && !holdsNumber(raw);
}

/** A model may have read a number in another kind, so that only one of two twins is what it seems. */
function holdsNumber(value: Json): boolean {
  if (typeof value === "number") return true;
  if (typeof value !== "object" || value === null) return false;
  for (const key in value) if (holdsNumber((value as JsonObject)[key] as Json)) return true;
  return false;
}

function reportCompleted(audit: Audit): void {
  for (const [callId, entry] of audit.completed) {
    const path = ["context", "tool_invocations", callId];
    if (entry.calls === 0) report(audit.pass, "completed-call-missing", path, { id: callId });
    else if (entry.mismatch !== null) {
      report(audit.pass, "completed-call-mismatch", path, { id: callId, call: pointerOf(entry.mismatch) });
    } else if (!entry.output) report(audit.pass, "completed-call-without-output", path, { id: callId });
  }
}
