import { isObject, type JsonObject } from "../document/json.ts";

/** Labels that a number cuts: 1.10 becomes 1.1, 1.20 becomes 1.2. Each with a key that the writer of the whole label always writes and that of
 * the short one never, and with the keys that only later labels have. */
const shortened: ReadonlyMap<unknown, { readonly whole: string; readonly has: string; readonly lacks?: string }> =
  new Map([
    ["1.1", { whole: "1.10", has: "generated_prompt_cache_key", lacks: "generated_session_item_indexes" }],
    ["1.2", { whole: "1.20", has: "pending_input" }],
  ]);

/** The label that this one most likely was before something read it as a number, or null. */
export function wholeLabel(label: unknown, state: JsonObject): string | null {
  const found = shortened.get(label);
  if (found === undefined) return null;
  const { whole, has, lacks } = found;
  if (state[has] === undefined || (lacks !== undefined && state[lacks] !== undefined)) return null;
  const { last_processed_response: response } = state;
  const isTooOld = whole === "1.20" && isObject(response) && response.mcp_tool_bindings === undefined;
  return isTooOld ? null : whole;
}
