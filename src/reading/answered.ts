import type { Json } from "../document/json.ts";
import { outputIdentity } from "../python/calls.ts";

/** Ids of the calls that have an output among these items; undefined stands for the items that are no outputs. */
export function answeredIds(items: readonly { readonly raw: Json }[]): Set<string | undefined> {
  return new Set(items.map(({ raw }) => outputIdentity(raw)?.callId));
}
