import type { RawItem } from "../session/raw-item.ts";
import type { SessionChange } from "./cause.ts";

/** The items at these places taken out, the last one first: no place moves before its turn. */
export function removals(places: readonly number[]): SessionChange[] {
  return places.toSorted((a, b) => b - a).map((at) => ({ op: "remove", at, item: null }));
}

/** Items put in one after the other from `start` on, in a session of `length` items. */
export function additions(start: number, items: readonly RawItem[], length: number): SessionChange[] {
  const op = start === length ? "append" : "insert";
  return items.map((item, index) => ({ op, at: start + index, item }));
}

/** The items of a batch that a session lacks, each before the next one that it has. `places` has the place of each, -1 for an absent one. */
export function completions(batch: readonly RawItem[], places: readonly number[], length: number): SessionChange[] {
  const last = Math.max(...places);
  const end = last < 0 ? length : last + 1;
  const changes: SessionChange[] = [];
  batch.forEach((item, index) => {
    if ((places[index] ?? -1) >= 0) return;
    const next = places.slice(index + 1).find((place) => place >= 0);
    const at = (next ?? end) + changes.length;
    changes.push({ op: at === length + changes.length ? "append" : "insert", at, item });
  });
  return changes;
}
