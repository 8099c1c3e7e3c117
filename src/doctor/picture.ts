import { isObject } from "../document/json.ts";
import { type RawItem, wordOf } from "../session/raw-item.ts";
import { dedupeKeyOf } from "../settle/items/clean.ts";
import type { PendingWrite } from "../settle/write/record.ts";
import type { Evidence } from "./cause.ts";
import { at, inSession } from "./evidence.ts";
import { lastRun } from "./last-run.ts";
import { digestsOf, type SessionView } from "./session-view.ts";

/** Where the batch, and what the session ended with before it, stand in the session: indexes of the first item, -1 for nowhere. */
export interface Picture {
  readonly view: SessionView;
  readonly record: PendingWrite;
  readonly session: readonly string[];
  readonly batch: readonly string[];
  readonly before: readonly string[];
  /** Of the whole batch, the last one. */
  readonly batchAt: number;
  readonly beforeAt: number;
  /** For each item of the batch: the place of an equal item, or of one with its id. */
  readonly equal: readonly number[];
  readonly sameId: readonly number[];
}

export function pictureOf(view: SessionView, record: PendingWrite): Picture {
  const session = digestsOf(view, view.items);
  const batch = digestsOf(view, record.items);
  const before = record.before ?? [];
  const places = lastPlaces(session);
  const keyPlaces = lastPlaces(view.items.map(dedupeKeyOf));
  return {
    view,
    record,
    session,
    batch,
    before,
    batchAt: lastRun(session, batch),
    beforeAt: before.length === 0 ? 0 : lastRun(session, before),
    equal: batch.map((digest) => places.get(digest) ?? -1),
    sameId: record.items.map((item) => {
      const key = dedupeKeyOf(item);
      return key === undefined ? -1 : (keyPlaces.get(key) ?? -1);
    }),
  };
}

function lastPlaces(entries: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
  return new Map(entries.map((entry, place) => [entry, place]));
}

/** Equal messages can be another turn's; a call or an output is itself. */
export function hasIdentity({ items }: PendingWrite, index: number): boolean {
  const item = items[index];
  return item !== undefined && dedupeKeyOf(item) !== undefined;
}

export function batchFacts({ record }: Picture, fact: string): Evidence[] {
  return record.items
    .slice(0, 10)
    .map(({ value }, index) =>
      at(
        `/pending_session_write/items/${index}${isObject(value) && value.call_id !== undefined ? "/call_id" : ""}`,
        fact,
      ),
    );
}

export function expected({ before, view }: Picture): Evidence {
  const count = before.length === 1 ? "1 known item" : `${before.length} known items`;
  return at(
    "/pending_session_write/before",
    `the write expects the session to end with ${before.length === 0 ? "nothing: it was empty" : count}, or with the batch behind them; it has ${view.items.length} items`,
  );
}

export function placesOf({ batchAt, batch, view }: Picture): Evidence[] {
  if (batchAt < 0) return [];
  const end = batchAt + batch.length;
  return [
    inSession(batchAt, "the batch begins here"),
    ...view.items
      .slice(end, end + 10)
      .map((item, index) => inSession(end + index, `behind the batch: ${kindOf(item)}`)),
  ];
}

export function kindOf(item: RawItem): string {
  const role = wordOf(item, "role");
  return role === undefined ? (wordOf(item, "type") ?? "an item") : `a message of role ${role}`;
}
