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
  const changes: SessionChange[] = [];
  const followers = followersOf(places, length);
  batch.forEach((item, index) => {
    if ((places[index] ?? -1) >= 0) return;
    const at = (followers[index] ?? length) + changes.length;
    changes.push({ op: at === length + changes.length ? "append" : "insert", at, item });
  });
  return changes;
}

/** For each item of a batch the place of the next one that the session has; behind the last of them the place after it. */
function followersOf(places: readonly number[], length: number): number[] {
  const last = places.reduce((most, place) => Math.max(most, place), -1);
  const followers = new Array<number>(places.length);
  let follower = last < 0 ? length : last + 1;
  for (let index = places.length - 1; index >= 0; index--) {
    followers[index] = follower;
    const place = places[index] ?? -1;
    if (place >= 0) follower = place;
  }
  return followers;
}
