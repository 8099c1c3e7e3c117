import { isObject, type Json, listOf } from "./json.ts";

/** What a document is that is no checkpoint of either SDK. */
export type ForeignValue = "langgraph" | "session" | "response" | "assistants-run" | "run-result" | "trace";

/** Keys that it has all of. */
const known: readonly (readonly [ForeignValue, readonly string[]])[] = [
  ["langgraph", ["channel_values", "channel_versions"]],
  ["langgraph", ["channel_values", "versions_seen"]],
  ["session", ["session_id", "items"]],
  ["response", ["object", "output", "usage"]],
  ["assistants-run", ["object", "required_action"]],
  ["run-result", ["new_items", "raw_responses"]],
  ["trace", ["object", "workflow_name"]],
];

/** As far as its keys tell, with those that do. */
export function foreignValueOf(
  value: Json,
): { readonly kind: ForeignValue; readonly keys: readonly string[] } | undefined {
  if (isItemList(value)) return { kind: "session", keys: [] };
  if (!isObject(value)) return undefined;
  const found = known.find(([, keys]) => keys.every((key) => Object.hasOwn(value, key)));
  return found && { kind: found[0], keys: found[1] };
}

function isItemList(value: Json): boolean {
  const items = listOf(value);
  return (
    items.length > 0 &&
    items.every((item) => isObject(item) && (typeof item.type === "string" || typeof item.role === "string"))
  );
}
