import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import type { Place } from "./encode.ts";
import { nonEmptyString } from "./truth.ts";

/** A raw item as the SDK reads a call from it. A `hosted_tool_call` around an MCP approval request counts as that request:
 * the request's members lie over those of the call. Read it with `fieldOf`. */
export interface CallView {
  readonly raw: JsonObject;
  readonly wrapped: { readonly request: JsonObject; readonly identity: HostedRequest } | undefined;
}

/** Who a hosted MCP approval request speaks of; each undefined when it is not a non-empty string. */
export interface HostedRequest {
  readonly requestId: string | undefined;
  readonly serverLabel: string | undefined;
  readonly toolName: string | undefined;
}

/** The identity of an MCP approval request, wrapped or not (0.24.0 `get_hosted_mcp_approval_request_identity`); undefined for other items. */
export function hostedRequestOf(raw: Json | undefined): HostedRequest | undefined {
  if (!isObject(raw)) return undefined;
  // The SDK's helper also takes run items: a `raw_item` member is looked into first, on a raw item too.
  const inner = member(raw, "raw_item") ?? raw;
  if (!isObject(inner)) return undefined;
  const text = (object: JsonObject, key: string) => nonEmptyString(member(object, key));
  if (member(inner, "type") === "mcp_approval_request") {
    return { requestId: text(inner, "id"), serverLabel: text(inner, "server_label"), toolName: text(inner, "name") };
  }
  const request = wrappedRequest(inner);
  if (request === undefined) return undefined;
  const ownId = (member(request, "id") ?? null) !== null;
  return {
    requestId: ownId ? text(request, "id") : (text(inner, "call_id") ?? text(inner, "id")),
    serverLabel: text(request, "server_label"),
    toolName: text(request, "name") ?? text(inner, "name"),
  };
}

/** The view of a raw item; undefined when it can be no call (0.24.0 `_unwrap_hosted_mcp_approval`). */
export function callView(raw: Json | undefined): CallView | undefined {
  if (!isObject(raw)) return undefined;
  const request = wrappedRequest(raw);
  if (request === undefined) return { raw, wrapped: undefined };
  const identity = hostedRequestOf(raw);
  return identity === undefined ? undefined : { raw, wrapped: { request, identity } };
}

/** A member of the call. */
export function fieldOf(view: CallView, key: string): Json | undefined {
  // The keys asked for are the SDK's own, so nothing inherited answers to them.
  if (view.wrapped === undefined) return view.raw[key];
  const { request, identity } = view.wrapped;
  if (key === "id") return identity.requestId;
  if (key === "name" && identity.toolName !== undefined) return identity.toolName;
  return Object.hasOwn(request, key) ? request[key] : member(view.raw, key);
}

/** The place of the member that `fieldOf` reads, in an item at `item`. */
export function fieldPlace(view: CallView, item: Place, key: string): Place {
  const inside = view.wrapped !== undefined && Object.hasOwn(view.wrapped.request, key);
  return { document: item.document, path: inside ? [...item.path, "provider_data", key] : [...item.path, key] };
}

function wrappedRequest(raw: JsonObject): JsonObject | undefined {
  if (member(raw, "type") !== "hosted_tool_call") return undefined;
  const data = member(raw, "provider_data");
  return isObject(data) && member(data, "type") === "mcp_approval_request" ? data : undefined;
}
