import type { Json, JsonObject } from "../../document/json.ts";
import { isTwin } from "../../python/equality.ts";
import type { ItemReading, ItemsReading, Repeats } from "../reading.ts";

const none: Repeats = { at: () => undefined };

/** The file's own index list, unchecked, says which items to compare; without it the one at the same place. */
export function repeatsOf(state: JsonObject, generated: ItemsReading): Repeats {
  const { session_items: session, generated_items: items, generated_session_item_indexes: indexes } = state;
  if (!Array.isArray(session) || !Array.isArray(items) || generated.kept.length < items.length) return none;
  let sources: readonly number[] | undefined;
  const seen: (ItemReading | null)[] = [];
  const look = (index: number): ItemReading | null => {
    if (Array.isArray(indexes)) sources ??= invert(indexes, session.length);
    const original = generated.kept[sources === undefined ? index : (sources[index] ?? -1)];
    return original !== undefined && isTwin(original.data, session[index]) ? original : null;
  };
  return {
    at(index) {
      while (seen.length <= index && seen.length < session.length) seen.push(look(seen.length));
      return seen[index] ?? undefined;
    },
  };
}

/** For each place of the session list the place of the generated item that points to it. */
function invert(indexes: readonly Json[], length: number): number[] {
  const sources = new Array<number>(length).fill(-1);
  for (let place = 0; place < indexes.length; place++) {
    const index = indexes[place];
    if (Number.isInteger(index) && (index as number) >= 0 && (index as number) < length)
      sources[index as number] = place;
  }
  return sources;
}
