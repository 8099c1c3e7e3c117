import type { Json } from "../document/json.ts";
import { outputIdentity } from "../python/calls.ts";

/** Ids of the calls that have an output among these items; undefined stands for the items that are no outputs. */
export function answeredIds(items: readonly { readonly raw: Json }[]): Set<string | undefined> {
  const ids = new Set<string | undefined>();
  for (let index = 0; index < items.length; index++) ids.add(outputIdentity(items[index]?.raw)?.callId);
  return ids;
}
