import { isObject } from "../../document/json.ts";
import { internalKeys, placeholderId } from "../../python/input-item.ts";
import { fieldOf, type RawItem, textOf, without } from "../../session/raw-item.ts";
import type { SettleBehaviour } from "../behaviour.ts";
import { callOfOutput, outputOfCall, typeOf } from "./pairs.ts";

/** Item types that the Conversations service takes only with their id. */
const typesWithId = new Set([
  ...["file_search_call", "web_search_call", "computer_call", "code_interpreter_call", "image_generation_call"],
  ...["local_shell_call", "local_shell_call_output", "mcp_list_tools", "mcp_approval_request", "mcp_call"],
  ...["item_reference", "program", "program_output"],
]);

/** Types that keep the place of their first copy, so that what must follow them does (`_DEDUPE_EARLIEST_ANCHOR_ITEM_TYPES`). */
const firstPlaceTypes = new Set([...outputOfCall.keys(), "mcp_approval_request", "reasoning"]);

/** `strip_internal_input_item_metadata`. */
export function stripInternal(item: RawItem, does: SettleBehaviour): RawItem {
  return without(item, (key) => isInternal(key, does));
}

export function isInternal(key: string, does: SettleBehaviour): boolean {
  return internalKeys.includes(key) || (key === "created_by" && does.ignoresCreatedBy);
}

/** `_sanitize_openai_conversation_item`: what the Conversations service is sent. */
export function cleanForConversations(item: RawItem, does: SettleBehaviour): RawItem {
  const type = typeOf(item) ?? "";
  const dropsId = fieldOf(item, "id") === placeholderId || (type !== "reasoning" && !typesWithId.has(type));
  return without(item, (key) => isInternal(key, does) || key === "provider_data" || (key === "id" && dropsId));
}

/** Reasoning that the service could not identify is counted but not sent (`_is_unpersistable_for_openai_conversation`). */
export function isUnsendable(item: RawItem): boolean {
  return typeOf(item) === "reasoning" && !fieldOf(item, "id") && !fieldOf(item, "encrypted_content");
}

/** Policy `omit`: reasoning without its id. */
export function withoutReasoningId(item: RawItem): RawItem {
  return typeOf(item) === "reasoning" ? without(item, (key) => key === "id") : item;
}

/** The id that an item has from its provider. */
export function ownIdOf(item: RawItem): string | undefined {
  const id = textOf(item, "id");
  return id === placeholderId ? undefined : id;
}

/** `_dedupe_key`: items with one key are one item; undefined: the item has no identity. */
export function dedupeKeyOf(item: RawItem): string | undefined {
  if (!isObject(item.value)) return undefined;
  const type = fieldOf(item, "type");
  if ((fieldOf(item, "role") ?? null) !== null || type === "message") return undefined;
  const callId = textOf(item, "call_id");
  const paired = typeof type === "string" && (outputOfCall.has(type) || callOfOutput.has(type));
  if (callId !== undefined && paired) return `call_id:${type}:${callId}`;
  const id = ownIdOf(item);
  if (id !== undefined) return `id:${type}:${id}`;
  if (callId !== undefined) return `call_id:${type}:${callId}`;
  const requestId = textOf(item, "approval_request_id");
  return requestId === undefined ? undefined : `approval_request_id:${type}:${requestId}`;
}

/** `deduplicate_input_items_preferring_latest`: the last value of a key wins; calls, requests and reasoning stand where the first copy
 * stood, everything else where the last did. */
export function dedupe(items: readonly RawItem[]): RawItem[] {
  const keys = items.map(dedupeKeyOf);
  const latest = new Map<string, RawItem>();
  const places = new Map<string, number>();
  items.forEach((item, at) => {
    const key = keys[at];
    if (key === undefined) return;
    latest.set(key, item);
    if (!places.has(key) || !firstPlaceTypes.has(typeOf(item) ?? "")) places.set(key, at);
  });
  return items.flatMap((item, at) => {
    const key = keys[at];
    if (key === undefined) return [item];
    return places.get(key) === at ? [latest.get(key) as RawItem] : [];
  });
}
