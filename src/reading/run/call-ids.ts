import { isObject, type Json, type JsonObject, listOf } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import { outputIdentity } from "../../python/calls.ts";
import { modelOutputs } from "./model-output.ts";

/** Ids of all calls that stand at this level. */
export function callIdsOf(state: JsonObject): Set<unknown> {
  const ids = new Set<unknown>();
  const add = (raw: Json | undefined) => {
    if (isObject(raw)) ids.add(raw.call_id).add(raw.id);
  };
  const newItems = valueAt(state, ["last_processed_response", "new_items"]);
  for (const items of [state.generated_items, state.session_items, newItems])
    for (const item of listOf(items)) if (isObject(item) && item.type !== "tool_approval_item") add(item.raw_item);
  for (const raw of modelOutputs(state)) add(raw);
  return ids;
}

/** Ids of the calls that have an output among these items; undefined stands for the items that are no outputs. */
export function answeredIds(items: readonly { readonly raw: Json }[]): Set<string | undefined> {
  const ids = new Set<string | undefined>();
  for (let index = 0; index < items.length; index++) ids.add(outputIdentity(items[index]?.raw)?.callId);
  return ids;
}
