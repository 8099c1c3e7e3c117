import { isObject, type JsonObject, member } from "../../document/json.ts";
import { nativeActions } from "../native-actions.ts";
import type { LiveNames } from "./audit.ts";

/** The names of the tools in the actions of native calls, by call id. */
export function liveNames(state: JsonObject): ReadonlyMap<string, LiveNames> {
  const live = new Map<string, LiveNames>();
  const processed = state.last_processed_response;
  if (!isObject(processed)) return live;
  for (const { key, tool } of nativeActions) {
    const actions = member(processed, key);
    for (const action of Array.isArray(actions) ? actions : []) {
      if (!isObject(action) || !isObject(action.tool_call) || typeof action.tool_call.call_id !== "string") continue;
      const container = member(action, tool);
      const { call_id: callId } = action.tool_call;
      const known = live.get(callId) ?? { names: [], tried: false };
      known.names.push(isObject(container) ? container.name : undefined);
      live.set(callId, known);
    }
  }
  return live;
}
