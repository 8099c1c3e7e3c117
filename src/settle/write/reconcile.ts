/** Items of one request to the Conversations service (`_MAX_ITEMS_PER_REQUEST`). */
export const chunkItems = 20;

export interface Comparison {
  /** Digests. `observed` is the tail of the session, at most as long as `before` and `batch` together. */
  readonly before: readonly string[];
  readonly batch: readonly string[];
  readonly observed: readonly string[];
  readonly acknowledged: boolean;
  /** The batch went out in several requests, so a part of it can be there (Conversations, 0.24.0). */
  readonly chunked: boolean;
}

export type Reconciled =
  | "committed"
  | "unchanged"
  | "partial"
  | "ambiguous"
  | "changed"
  | "changed-after-acknowledgement";

/** What the session says about an append that was tried (`resume_pending_session_write`): only `committed` and `unchanged` go on. */
export function reconcile(comparison: Comparison): Reconciled {
  const { before, batch, observed, acknowledged, chunked } = comparison;
  const committed = same(observed, [...before, ...batch]);
  if (acknowledged) return committed ? "committed" : "changed-after-acknowledgement";
  // A window of fewer digests than asked for reached the start of the history.
  const complete = before.length < batch.length + 1;
  let unchanged = before.length === 0 ? observed.length === 0 : endsWith(observed, before);
  if (chunked) {
    if (complete) unchanged &&= observed.length === before.length;
    if (hasFinishedChunk(comparison, complete)) return "partial";
  }
  if (committed && unchanged) return "ambiguous";
  if (committed) return "committed";
  return unchanged ? "unchanged" : "changed";
}

function hasFinishedChunk({ before, batch, observed }: Comparison, complete: boolean): boolean {
  for (let count = chunkItems; count < batch.length; count += chunkItems) {
    if (complete && observed.length !== before.length + count) continue;
    if (endsWith(observed, [...before, ...batch.slice(0, count)])) return true;
  }
  return false;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((digest, at) => digest === b[at]);
}

function endsWith(list: readonly string[], tail: readonly string[]): boolean {
  return list.length >= tail.length && same(list.slice(list.length - tail.length), tail);
}
