import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { nonEmptyString } from "./truth.ts";

/** How the SDK finds a function tool without confusing equal names (`_tool_identity.FunctionToolLookupKey`). */
export type LookupKey =
  | readonly [kind: "bare", name: string]
  | readonly [kind: "namespaced", namespace: string, name: string]
  | readonly [kind: "deferred_top_level", name: string];

/** The key of a name and a namespace; a namespace equal to the name marks a tool that is loaded on demand
 * (0.24.0 `get_function_tool_lookup_key`). Undefined without a usable name. */
export function lookupKeyOf(name: Json | undefined, namespace: Json | undefined): LookupKey | undefined {
  if (typeof name !== "string" || name === "") return undefined;
  if (typeof namespace !== "string" || namespace === "") return ["bare", name];
  return namespace === name ? ["deferred_top_level", name] : ["namespaced", namespace, name];
}

/** The key stored in a document as `{kind, name, namespace?}` (0.24.0 `deserialize_function_tool_lookup_key`);
 * undefined when the reader would not take it. */
export function readLookupKey(data: Json | undefined): LookupKey | undefined {
  if (!isObject(data)) return undefined;
  const kind = member(data, "kind");
  const name = nonEmptyString(member(data, "name"));
  if (name === undefined) return undefined;
  if (kind === "bare" || kind === "deferred_top_level") return [kind, name];
  const namespace = nonEmptyString(member(data, "namespace"));
  return kind === "namespaced" && namespace !== undefined ? [kind, namespace, name] : undefined;
}

/** The key that a tool_approval_item works with: its stored one, else one made from the raw function call
 * (0.24.0 `ToolApprovalItem.__post_init__`, which makes none when the namespace equals the name). */
export function lookupKeyOfApproval(item: JsonObject, raw: Json | undefined): LookupKey | undefined {
  const stored = readLookupKey(member(item, "tool_lookup_key"));
  if (stored !== undefined) return stored;
  if (!isObject(raw) || member(raw, "type") !== "function_call") return undefined;
  const name = member(item, "tool_name") ?? member(raw, "name");
  const namespace = approvalNamespace(item, raw);
  return namespace !== undefined && namespace === name ? undefined : lookupKeyOf(name, namespace);
}

function approvalNamespace(item: JsonObject, raw: JsonObject): Json | undefined {
  const stored = member(item, "tool_namespace") ?? null;
  if (stored !== null) return stored;
  const own = member(raw, "namespace");
  return typeof own === "string" ? own : undefined;
}

/** Of two calls without a usable name too. */
export function isSameKey(a: LookupKey | undefined, b: LookupKey | undefined): boolean {
  return a?.length === b?.length && (a ?? []).every((part, index) => part === b?.[index]);
}

/** The name under which `context.approvals` keeps the decisions about a tool (0.24.0 `get_function_tool_approval_keys`). */
export function approvalKeyOf(key: LookupKey): string {
  if (key[0] === "namespaced") return `${key[1]}.${key[2]}`;
  return key[0] === "deferred_top_level" ? `deferred_top_level:${key[1]}` : key[1];
}

/** `namespace.name`, or the name alone (0.24.0 `tool_qualified_name`); undefined without a usable name. */
export function qualifiedName(name: Json | undefined, namespace: Json | undefined): string | undefined {
  if (typeof name !== "string" || name === "") return undefined;
  return typeof namespace === "string" && namespace !== "" ? `${namespace}.${name}` : name;
}
