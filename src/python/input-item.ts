import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import type { Behaviour } from "../readers/behaviours.ts";
import { asciiStyle, joinObject, quote } from "./canonical-json.ts";
import { encode, type Place, sha256IfEncodable } from "./encode.ts";
import { localShellOutput, messageShape, paramShapes } from "./model-shapes.ts";
import { encodeShaped, type Shape, under } from "./shaped.ts";
import { toolSearchOutput } from "./tool-shapes.ts";
import { isHashable } from "./truth.ts";

/** What differs between releases in the digests of nested_history_owned_session_item_refs. */
export const digestBehaviours = [
  "conversionKeepsCreatedBy",
  "digestKeepsCreatedBy",
  "readsAsyncTools",
  "readsCallsByName",
  "localShellOutputByCallId",
] as const satisfies readonly Behaviour[];

export type DigestBehaviour = Readonly<Record<(typeof digestBehaviours)[number], boolean>>;

/** Lower-case hex SHA-256, null when there is none, so that no stored digest matches; or what the reader raises instead:
 * AgentsException (the raw item is no object), TypeError (an assistant's status or a raw type that is a list or object). */
export type Digest = { readonly sha256: string | null } | { readonly raises: "not-an-object" | "unhashable" };

/** Keys that the digest never sees (0.24.0 `strip_internal_input_item_metadata`). */
export const internalKeys: readonly string[] = ["_agents_tool_description", "_agents_tool_title"];
/** Keys of a finished shell call that the service does not take back (`ToolCallOutputItem.to_input_item`). */
export const shellOutputKeys: readonly string[] = ["status", "shell_output", "provider_data"];

/** The SDK's stand-in for the id of an item whose provider gives none (`models/fake_id.py`). */
export const placeholderId = "__fake_id__";

/** An input item on its way to its digest. */
interface Draft {
  readonly raw: JsonObject;
  readonly dropped: Set<string>;
  readonly shape: Shape;
  /** The keys of a function call that its field `async_` is read from. */
  readonly asyncKeys: readonly string[];
  /** Chunks of a shell_call_output lose their own `created_by`, from 0.22.3 on. */
  readonly cleansChunks: boolean;
}

/** The digest of an entry of `original_input` (0.24.0 `digest_input_item`). */
export function digestInputItem(item: Json, behaviour: DigestBehaviour, place?: Place): Digest {
  if (item === null) return { sha256: null };
  if (!isObject(item)) return hashed(encode(item, asciiStyle, place));
  const draft: Draft = { raw: item, dropped: new Set(), shape: "any", asyncKeys: [], cleansChunks: false };
  return digestDraft(draft, behaviour, place);
}

/** The digest of a run item that survived the reader: `digest_input_item(run_item_to_input_item(item))` of 0.24.0. Approvals have
 * none. `place` is that of the run item. `typed` false: the call of a tool_call_item or what a tool search
 * found broke its model and stays as it is. */
export function digestSessionItem(entry: JsonObject, behaviour: DigestBehaviour, place?: Place, typed = true): Digest {
  const kind = member(entry, "type");
  const raw = member(entry, "raw_item") ?? null;
  const rawPlace = under(place, "raw_item");
  if (kind === "tool_approval_item") return { sha256: null };
  if (!isObject(raw)) {
    return kind === "compaction_item" ? digestInputItem(raw, behaviour, rawPlace) : { raises: "not-an-object" };
  }
  // A compaction item goes as it is; all others pass through a conversion that looks the type up in a set, from 0.22.3 on.
  const type = member(raw, "type");
  const converted = kind !== "compaction_item" && !behaviour.conversionKeepsCreatedBy;
  if (converted && !isHashable(type)) return { raises: "unhashable" };
  const draft: Draft = {
    raw,
    dropped: droppedBy(kind, raw, converted),
    shape: typed ? shapeOf(kind, raw, behaviour) : "any",
    asyncKeys:
      typed && type === "function_call" && (kind === "tool_call_item" || kind === "handoff_call_item")
        ? asyncKeysOf(behaviour)
        : [],
    cleansChunks: converted && type === "shell_call_output",
  };
  return digestDraft(draft, behaviour, rawPlace);
}

function asyncKeysOf({ readsAsyncTools, readsCallsByName }: DigestBehaviour): readonly string[] {
  if (!readsAsyncTools) return [];
  return readsCallsByName ? ["async", "async_"] : ["async"];
}

/** What run items leave out when they become input items (0.24.0 `run_item_to_input_item` and the `to_input_item` methods). */
function droppedBy(kind: Json | undefined, raw: JsonObject, converted: boolean): Set<string> {
  const dropped = new Set<string>();
  if ((member(raw, "status") ?? null) === null) dropped.add("status");
  if (converted || kind === "tool_search_call_item" || kind === "tool_search_output_item") dropped.add("created_by");
  if (kind === "tool_call_output_item" && member(raw, "type") === "shell_call_output") {
    for (const key of shellOutputKeys) dropped.add(key);
  }
  return dropped;
}

/** What the reader's model made of the raw item, as far as it shows in the digest. */
function shapeOf(kind: Json | undefined, raw: JsonObject, behaviour: DigestBehaviour): Shape {
  const { readsAsyncTools, localShellOutputByCallId } = behaviour;
  if (kind === "message_output_item") return messageShape;
  if (kind === "tool_search_output_item") return toolSearchOutput(readsAsyncTools);
  const type = member(raw, "type");
  if (type === "local_shell_call_output" && kind === "tool_call_output_item" && !localShellOutputByCallId)
    return localShellOutput;
  const param = paramShapes.get(type);
  if (param === undefined) return "any";
  if (kind === "mcp_approval_response_item" || kind === "tool_call_output_item") return param;
  if (kind !== "handoff_output_item" && kind !== "compaction_item") return "any";
  return isInputParam(raw) ? param : "any";
}

/** Whether the raw item of a handoff output or a compaction is a known input item, by the members that make it one in practice:
 * others stay as they are, unknown keys included. */
function isInputParam(raw: JsonObject): boolean {
  const isText = (key: string) => typeof member(raw, key) === "string";
  const isAbsent = (key: string) => (member(raw, key) ?? null) === null;
  if (!isText("id") && !isAbsent("id")) return false;
  switch (member(raw, "type")) {
    case "compaction":
      return isText("encrypted_content");
    case "function_call_output":
      return (isText("call_id") || isAbsent("call_id")) && (isText("output") || Array.isArray(member(raw, "output")));
    case "computer_call_output":
      return isText("call_id") && isObject(member(raw, "output"));
    default:
      return isText("approval_request_id");
  }
}

function digestDraft(draft: Draft, behaviour: DigestBehaviour, place: Place | undefined): Digest {
  const { raw, dropped } = draft;
  for (const key of internalKeys) dropped.add(key);
  if (!behaviour.digestKeepsCreatedBy) dropped.add("created_by");
  if (member(raw, "role") === "assistant") {
    const status = member(raw, "status") ?? null;
    if (!isHashable(status)) return { raises: "unhashable" };
    if (status === null || status === "completed") dropped.add("status");
  }
  const { shape } = draft;
  const declared = typeof shape === "object" && "fields" in shape && shape.closed ? shape.fields : undefined;
  const keys: string[] = [];
  const texts: string[] = [];
  for (const key of Object.keys(raw)) {
    if (dropped.has(key) || declared?.has(key) === false) continue;
    const text = memberText(draft, key, under(place, key));
    if (text === undefined) return { sha256: null };
    keys.push(draft.asyncKeys.includes(key) ? "async_" : key);
    texts.push(text);
  }
  return hashed(joinObject(keys, texts, asciiStyle));
}

function memberText(draft: Draft, key: string, place: Place | undefined): string | undefined {
  const { raw, shape } = draft;
  const value = raw[key] ?? null;
  if (key === "content" && typeof value === "string" && member(raw, "role") === "assistant") {
    return `[{"text": ${quote(value, asciiStyle)}, "type": "output_text"}]`;
  }
  if (draft.asyncKeys.includes(key)) return encodeShaped(value, "bool", asciiStyle, place);
  if (key === "output" && draft.cleansChunks && Array.isArray(value)) return chunksText(value, place);
  if (typeof shape === "string" || !("fields" in shape)) return encode(value, asciiStyle, place);
  return encodeShaped(value, shape.fields.get(key) ?? "any", asciiStyle, place);
}

function chunksText(chunks: readonly Json[], place: Place | undefined): string | undefined {
  const texts = chunks.map((chunk, at) => {
    const here = under(place, at);
    return isObject(chunk) ? chunkText(chunk, here) : encode(chunk, asciiStyle, here);
  });
  return texts.includes(undefined) ? undefined : `[${texts.join(asciiStyle.comma)}]`;
}

function chunkText(chunk: JsonObject, place: Place | undefined): string | undefined {
  const keys = Object.keys(chunk).filter((key) => key !== "created_by");
  const texts: string[] = [];
  for (const key of keys) {
    const text = encode(chunk[key] ?? null, asciiStyle, under(place, key));
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return joinObject(keys, texts, asciiStyle);
}

function hashed(text: string | undefined): Digest {
  return { sha256: text === undefined ? null : (sha256IfEncodable(text) ?? null) };
}
