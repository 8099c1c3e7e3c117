import { isObject, type Json, member } from "../document/json.ts";
import { type CallView, callView, fieldOf } from "./call-view.ts";
import { isHashable, nonEmptyString } from "./truth.ts";

/** The raw types that are calls to the SDK (0.24.0 `_tool_invocation._TOOL_INVOCATION_TYPES`). */
export const callTypes = [
  "apply_patch_call",
  "computer_call",
  "custom_tool_call",
  "function_call",
  "local_shell_call",
  "mcp_approval_request",
  "shell_call",
] as const;
export type CallType = (typeof callTypes)[number];

/** What a call and its output share. */
export interface CallKey {
  readonly type: CallType;
  readonly callId: string;
}

const knownTypes: ReadonlySet<Json> = new Set(callTypes);

/** Calls that carry no name of a tool, with the name that the SDK's own tool of that kind has. */
export const nativeNames: Readonly<Record<string, string>> = {
  apply_patch_call: "apply_patch",
  computer_call: "computer",
  local_shell_call: "local_shell",
  shell_call: "shell",
};

const callTypeByOutput: ReadonlyMap<string, CallType> = new Map([
  ["apply_patch_call_output", "apply_patch_call"],
  ["computer_call_output", "computer_call"],
  ["custom_tool_call_output", "custom_tool_call"],
  ["function_call_output", "function_call"],
  ["local_shell_call_output", "local_shell_call"],
  ["mcp_approval_response", "mcp_approval_request"],
  ["shell_call_output", "shell_call"],
]);

/** Whether this is one of the raw types of calls (0.24.0 `is_tool_invocation_type`). */
export function isCallType(type: Json | undefined): type is CallType {
  return typeof type === "string" && knownTypes.has(type);
}

/** The kind of a call that waits, by its raw type. One that the SDK has no call of is told as such, never as it stands. */
export function callKind(type: Json | undefined): CallType | "unknown" {
  if (typeof type !== "string") return "function_call";
  return isCallType(type) ? type : "unknown";
}

/** Type and id of a call, the id null when unusable; null for anything that is no call (0.24.0 `tool_invocation_call_id`). */
export function callIdOf(raw: Json | undefined): { type: CallType; callId: string | null } | "unhashable" | null {
  const call = viewed(raw);
  if (call === null || call === "unhashable") return call;
  return { type: call.type, callId: idIn(call) ?? null };
}

/** Type and id of a call with a usable id; null for anything else. */
export function callKeyOf(raw: Json | undefined): CallKey | null {
  const call = viewed(raw);
  const callId = call === null || call === "unhashable" ? undefined : idIn(call);
  return call === null || call === "unhashable" || callId === undefined ? null : { type: call.type, callId };
}

/** One text for both. */
export function callKey({ type, callId }: CallKey): string {
  return `${type} ${callId}`;
}

/** The usable id of a call; null when there is none, or no call. */
export function idOfCall(raw: Json | undefined): string | null {
  if (!isObject(raw) || raw.type === "hosted_tool_call") return callKeyOf(raw)?.callId ?? null;
  // Asked about every item: what is wrapped in nothing needs no view.
  return isCallType(raw.type) ? (nonEmptyString(raw[idField(raw.type)]) ?? null) : null;
}

/** Type and id of the call that an output completes (0.24.0 `tool_output_identity`); null for anything else. */
export function outputIdentity(raw: Json | undefined): CallKey | null {
  const type = answeredType(raw);
  if (type === undefined || !isObject(raw)) return null;
  const callId = nonEmptyString(member(raw, type === "mcp_approval_request" ? "approval_request_id" : "call_id"));
  return callId === undefined ? null : { type, callId };
}

/** The id of that call, empty where the output names none; null for anything that is no output. */
export function answeredId(raw: Json | undefined): string | null {
  return answeredType(raw) === undefined ? null : (outputIdentity(raw)?.callId ?? "");
}

function answeredType(raw: Json | undefined): CallType | undefined {
  const type = isObject(raw) ? member(raw, "type") : undefined;
  return typeof type === "string" ? callTypeByOutput.get(type) : undefined;
}

/** A call as the SDK looks at it. */
export interface Viewed {
  readonly type: CallType;
  readonly view: CallView;
}

/** The call in a raw item; null when there is none, "unhashable" where the reader raises. */
export function viewed(raw: Json | undefined): Viewed | "unhashable" | null {
  const view = callView(raw);
  const type = view === undefined ? undefined : fieldOf(view, "type");
  if (view !== undefined && isCallType(type)) return { type, view };
  return isHashable(type) ? null : "unhashable";
}

/** Its usable id. */
export function idIn({ type, view }: Viewed): string | undefined {
  return nonEmptyString(fieldOf(view, idField(type)));
}

function idField(type: CallType): "id" | "call_id" {
  return type === "mcp_approval_request" ? "id" : "call_id";
}
