import { isObject, type Json, type JsonObject } from "../document/json.ts";
import { readJson } from "../document/parse.ts";
import { fieldOf, fieldPlace } from "./call-view.ts";
import { type CallKey, idIn, type Viewed, viewed } from "./calls.ts";
import { canonicalOf, compactStyle, compactWithoutNulls, quote } from "./canonical-json.ts";
import { canonicalFromText } from "./canonical-text.ts";
import { encode, type Place, sha256Again } from "./encode.ts";
import { shapeOfCallField } from "./model-shapes.ts";
import { encodeShaped } from "./shaped.ts";
import { type LookupKey, lookupKeyOf, lookupKeyOfApproval } from "./tool-identity.ts";
import { isTruthy, nonEmptyString } from "./truth.ts";

/** What `context.tool_invocations` says about a call: both hashes are 64 hex digits. */
export interface CallIdentity extends CallKey {
  readonly scope: string;
  readonly fingerprint: string;
}

/** The reader raises instead: UnicodeEncodeError (a lone surrogate in a hashed field), RecursionError, TypeError (raw `type` a list or object). */
export type IdentityFailure = "unencodable" | "too-deep" | "unhashable";

export interface CallOptions {
  /** The key of a tool_approval_item, which wins over the call's own name. */
  readonly lookupKey?: LookupKey | undefined;
  /** `tool_name` of the run item, or a borrowed one; any value, since only a non-empty string has an effect. */
  readonly toolName?: Json | undefined;
  readonly role?: "handoff" | undefined;
  /** The item was validated by its model (`model_responses` without program items): null members are absent, numbers become ints. */
  readonly typed?: boolean | undefined;
  /** Where the raw item stands, for the spelling of numbers in it. */
  readonly place?: Place | undefined;
}

/** How the SDK takes the identity of a call that waits: its tool is the one that the approval names (`ToolApprovalItem`). `place` is that of the
 * raw item. */
export function optionsOfApproval(approval: JsonObject, raw: Json, place?: Place): CallOptions {
  return { lookupKey: lookupKeyOfApproval(approval, raw), toolName: approval.tool_name, place };
}

/** The hashed fields in key order; `approval_scope` and `arguments` have their places among them. */
const hashedMembers = [
  "action",
  "actions",
  "approval_scope",
  "arguments",
  "caller",
  "environment",
  "input",
  "name",
  "namespace",
  "operation",
  "operations",
  "pending_safety_checks",
  "server_label",
  "type",
] as const;

/** The scope to which an approval of this call extends (0.24.0 `tool_invocation_approval_scope`); null when it has none. */
export function approvalScope(raw: Json | undefined, options: CallOptions): string | IdentityFailure | null {
  const call = viewed(raw);
  return call === null || call === "unhashable" ? call : scopeOf(call, options);
}

/** The identity of a call (0.24.0 `tool_invocation_identity_and_scope`; the same code since 0.21.0); null when it has none. */
export function callIdentity(raw: Json | undefined, options: CallOptions = {}): CallIdentity | IdentityFailure | null {
  const call = viewed(raw);
  if (call === null || call === "unhashable") return call;
  // The scope is hashed before anything else is looked at: a bad name raises even when the call has no id.
  const scope = scopeOf(call, options);
  if (scope === null || isFailure(scope)) return scope;
  const callId = idIn(call);
  if (callId === undefined || !isComplete(call, options.typed ?? false)) return null;
  const fingerprint = fingerprintOf(call, scope, options);
  return isFailure(fingerprint) ? fingerprint : { type: call.type, callId, scope, fingerprint };
}

/** Whether the call has an identity, without taking it: also where that would raise. */
export function hasIdentity(raw: Json | undefined, options: CallOptions = {}): boolean {
  const call = viewed(raw);
  if (call === null || call === "unhashable" || idIn(call) === undefined) return false;
  if (call.type === "function_call" && toolKeyOf(call, options) === undefined) return false;
  if (call.type === "mcp_approval_request" && requestNamesOf(call) === undefined) return false;
  return isComplete(call, options.typed ?? false);
}

/** The same as `callIdentity`, null also where the reader raises: the reading has said so. */
export function identityIfTaken(raw: Json | undefined, options: CallOptions): CallIdentity | null {
  const identity = callIdentity(raw, options);
  return typeof identity === "string" ? null : identity;
}

/** The members of a ledger's entry, or of an identity, that tell one call from another. */
type Told = Readonly<{ type?: Json; fingerprint?: Json }>;

/** Whether two of them are of one call. */
export function isSameInvocation(a: Told, b: Told): boolean {
  return a.type === b.type && a.fingerprint === b.fingerprint;
}

/** Whether an entry of the ledger is of a call as it stands, approvals of its tool included: else no decision on it counts. */
export function isBound(entry: Json | undefined, identity: CallIdentity): boolean {
  return isObject(entry) && isSameInvocation(entry, identity) && entry.approval_scope === identity.scope;
}

function isFailure(result: string): result is IdentityFailure {
  return result === "unencodable" || result === "too-deep";
}

function scopeOf(call: Viewed, options: CallOptions): string | "unencodable" | null {
  const { type, view } = call;
  if (type === "function_call") {
    const key = toolKeyOf(call, options);
    return key === undefined ? null : scopeOfKey(key, options.role);
  }
  let payload = rolePart(options.role);
  if (type === "mcp_approval_request") {
    const names = requestNamesOf(call);
    if (names === undefined) return null;
    payload += `"name":${quote(names.name, compactStyle)},"server_label":${quote(names.server, compactStyle)},`;
  } else {
    const name = nonEmptyString(isTruthy(options.toolName) ? options.toolName : fieldOf(view, "name"));
    if (name !== undefined) payload += `"name":${quote(name, compactStyle)},`;
  }
  return sha256Again(`{${payload}"type":"${type}"}`) ?? "unencodable";
}

function toolKeyOf({ view }: Viewed, { lookupKey }: CallOptions): LookupKey | undefined {
  return lookupKey ?? lookupKeyOf(fieldOf(view, "name"), fieldOf(view, "namespace"));
}

function requestNamesOf({ view }: Viewed): { name: string; server: string } | undefined {
  const name = nonEmptyString(fieldOf(view, "name"));
  const server = nonEmptyString(fieldOf(view, "server_label"));
  return name === undefined || server === undefined ? undefined : { name, server };
}

/** Scopes of plain names: a run asks for the few tools it has again and again. */
const bareScopes = new Map<string, string>();

function scopeOfKey(key: LookupKey, role: "handoff" | undefined): string | "unencodable" {
  if (role !== undefined || key[0] !== "bare") return hashOfKey(key, role);
  let scope = bareScopes.get(key[1]);
  if (scope === undefined) {
    scope = hashOfKey(key, role);
    if (bareScopes.size >= 512) bareScopes.clear();
    bareScopes.set(key[1], scope);
  }
  return scope;
}

function hashOfKey(key: LookupKey, role: "handoff" | undefined): string | "unencodable" {
  const parts = key.map((part) => quote(part, compactStyle)).join(",");
  return sha256Again(`{${rolePart(role)}"tool_lookup_key":[${parts}],"type":"function_call"}`) ?? "unencodable";
}

function rolePart(role: "handoff" | undefined): string {
  return role === undefined ? "" : `"invocation_role":"${role}",`;
}

/** Whether the call has the members without which the SDK gives it no identity. */
function isComplete({ type, view }: Viewed, typed: boolean): boolean {
  const has = (key: string) => {
    const value = fieldOf(view, key);
    return value !== undefined && !(typed && value === null);
  };
  if (type === "function_call" || type === "mcp_approval_request") return has("arguments");
  if (type === "custom_tool_call") return nonEmptyString(fieldOf(view, "name")) !== undefined && has("input");
  if (type === "apply_patch_call") return has("operation") || has("operations");
  return has("action");
}

function fingerprintOf(call: Viewed, scope: string, options: CallOptions): string | IdentityFailure {
  const { type, view } = call;
  let payload = "";
  for (const key of hashedMembers) {
    if (type === "function_call" && (key === "name" || key === "namespace")) continue;
    let text: string | undefined;
    if (key === "approval_scope") text = `"${scope}"`;
    else {
      const value = fieldOf(view, key);
      if (value === undefined || value === null) continue;
      text = encodeField(call, key, value, options);
    }
    if (text === undefined) return "too-deep";
    payload += `${payload === "" ? "" : ","}"${key}":${text}`;
  }
  return sha256Again(`{${payload}}`) ?? "unencodable";
}

function encodeField({ type, view }: Viewed, key: string, value: Json, options: CallOptions): string | undefined {
  if (typeof value === "string")
    return key === "arguments" ? encodeArguments(value) : quote(value, compactWithoutNulls);
  const place = options.place === undefined ? undefined : fieldPlace(view, options.place, key);
  if (key === "arguments") return encode(value, compactStyle, place);
  const shape = options.typed === true ? shapeOfCallField(type, key) : "any";
  return encodeShaped(value, shape, compactWithoutNulls, place);
}

/** Arguments count by what they say when they are JSON, else as text (0.24.0 `_normalize_arguments`). Short ones without a number whose
 * spelling matters and without a surrogate escape print by value: what JavaScript reads there, Python reads alike. */
function encodeArguments(text: string): string | undefined {
  if (text.length < 900 && !/[0-9](?:[.eE]|[0-9]{14})|-0|\\u[dD]/.test(text)) {
    const value = readJson(text);
    if (value !== undefined) return canonicalOf(value, compactStyle);
  }
  const json = canonicalFromText(text, compactStyle);
  if (typeof json === "string") return json;
  return json.failure === "too-deep" ? undefined : quote(text, compactStyle);
}
