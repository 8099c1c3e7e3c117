import { isObject, type JsonObject } from "../document/json.ts";

/** A label that a number cuts short. */
interface Shortened {
  readonly whole: string;
  /** A key that the writer of the whole label always writes, and that of the short one never. */
  readonly has: string;
  /** A key that only labels beyond the whole one have. */
  readonly lacks?: string;
  /** A key that the response of the whole label has too, where there is a response. */
  readonly responseHas?: string;
}

const shortened: ReadonlyMap<unknown, Shortened> = new Map<unknown, Shortened>([
  ["1.1", { whole: "1.10", has: "generated_prompt_cache_key", lacks: "generated_session_item_indexes" }],
  ["1.2", { whole: "1.20", has: "pending_input", responseHas: "mcp_tool_bindings" }],
]);

/** The label that this one most likely was before something read it as a number, or null. */
export function wholeLabel(label: unknown, state: JsonObject): string | null {
  const found = shortened.get(label);
  if (found === undefined) return null;
  const { whole, has, lacks, responseHas } = found;
  if (state[has] === undefined || (lacks !== undefined && state[lacks] !== undefined)) return null;
  const { last_processed_response: response } = state;
  const isTooOld = responseHas !== undefined && isObject(response) && response[responseHas] === undefined;
  return isTooOld ? null : whole;
}
