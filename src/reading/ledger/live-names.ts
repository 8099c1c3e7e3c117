import { isObject, listOf, member } from "../../document/json.ts";
import { nativeActions } from "../native-actions.ts";
import type { ProcessedReading } from "../reading.ts";
import type { LiveNames } from "./audit.ts";

/** The names of the tools in the actions of native calls that the reader keeps, by call id. */
export function liveNames(processed: ProcessedReading | null): ReadonlyMap<string, LiveNames> {
  const live = new Map<string, LiveNames>();
  if (processed === null) return live;
  for (const { key, tool } of nativeActions) {
    for (const action of listOf(member(processed.data, key))) {
      if (
        !isObject(action) ||
        !processed.actions.has(action) ||
        !isObject(action.tool_call) ||
        typeof action.tool_call.call_id !== "string"
      )
        continue;
      const container = member(action, tool);
      const { call_id: callId } = action.tool_call;
      const known = live.get(callId) ?? { names: [], tried: false };
      known.names.push(isObject(container) ? container.name : undefined);
      live.set(callId, known);
    }
  }
  return live;
}
