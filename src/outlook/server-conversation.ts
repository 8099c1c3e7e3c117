import type { JsonObject } from "../document/json.ts";
import { isTruthy } from "../python/truth.ts";

/** Each names the conversation that the server keeps, or the response that ends it. */
export const serverIds = ["conversation_id", "previous_response_id"];

/** The keys that make the SDK leave the history of a run to the server (`validate_session_conversation_settings` and `run`, 0.8.0 to 0.24.0): an
 * empty id counts too, and so does the word "false". */
export function serverKeysOf(state: JsonObject): string[] {
  const ids = serverIds.filter((key) => (state[key] ?? null) !== null);
  return isTruthy(state.auto_previous_response_id) ? [...ids, "auto_previous_response_id"] : ids;
}
