import type { Outcome } from "../outcome.ts";
import type { RowId } from "../row-id.ts";
import { append, countItems, digestsOf, isConversations, type Raised, readEnd, tell, type World } from "../world.ts";
import { compact, compactionFor } from "./compaction.ts";
import { chunkItems, reconcile } from "./reconcile.ts";
import type { PendingWrite } from "./record.ts";

/** How a record fared. `row` is the row of the decision table in docs/settle.md, "-" for what has none. */
export interface Settled {
  readonly row: RowId | "-";
  readonly outcome: Outcome;
}

export function wrongSession(world: World, row: RowId): Raised {
  const message =
    world.session === null
      ? "An ordinary write must be settled with the session it names; none is attached."
      : "The session that is attached is not the one that the write names.";
  return { outcome: "wrong-session", row, message, pointer: "/pending_session_write/session_id" };
}

/** Settles the ordinary record in `world.record`: at the entry, or registered a moment ago (`before` is null then). */
export function settleOrdinary(world: World, record: PendingWrite): Settled | Raised {
  const { session } = world;
  if (session === null || session.id !== record.sessionId) return wrongSession(world, "O8");
  const unreadable = readEnd(world);
  if (unreadable !== null) return unreadable;
  if (record.before !== null || record.acknowledged === true) return settleTried(world, record);
  const window = session.items.slice(-(record.items.length + 1));
  world.record = { ...record, before: digestsOf(world, window) };
  tell(
    world,
    `the end of the session (${countItems(window.length)}) noted in the live record`,
    "a failed append must be recognisable later; nothing is compared now",
  );
  const raised = append(world, record.items);
  if (raised !== null) return raised;
  tell(
    world,
    `${countItems(record.items.length)} appended`,
    "no append of this batch was tried before, so it is written as it stands, even if it is there already",
  );
  finish(world, record);
  return { row: "O1", outcome: "appended" };
}

function settleTried(world: World, record: PendingWrite): Settled | Raised {
  const before = record.before ?? [];
  const batch = digestsOf(world, record.items);
  const observed = digestsOf(world, (world.session?.items ?? []).slice(-(before.length + batch.length)));
  const acknowledged = world.does.acknowledges && record.acknowledged === true;
  const chunked = world.does.knowsChunks && isConversations(world) && batch.length > chunkItems;
  tell(
    world,
    `the end of the session (${countItems(observed.length)}) compared with the record`,
    `it holds ${before.length} digests from before the append and a batch of ${batch.length}`,
  );
  const found = reconcile({ before, batch, observed, acknowledged, chunked });
  if (found === "committed") {
    tell(
      world,
      "nothing appended",
      "the session ends with what it ended with before and the whole batch: the append had worked",
    );
    finish(world, record);
    return { row: acknowledged ? "O6" : chunked ? "C2" : "O2", outcome: found };
  }
  if (found !== "unchanged") return cannotReconcile(found, chunked);
  const raised = append(world, record.items);
  if (raised !== null) return raised;
  tell(
    world,
    `${countItems(record.items.length)} appended`,
    "the session still ends as it did before the append that was tried",
  );
  finish(world, record);
  return { row: chunked ? "C1" : "O3", outcome: found };
}

const refusals = {
  partial: { row: "C3", why: "a part of the batch is there, in whole requests; the rest is not" },
  ambiguous: { row: "O5", why: "the end of the session fits both readings, written and not written" },
  changed: { row: "O4", why: "the session ends neither as before the append nor with the whole batch after it" },
  "changed-after-acknowledgement": { row: "O7", why: "the append had worked, and the session has changed since" },
} as const;

function cannotReconcile(found: keyof typeof refusals, chunked: boolean): Raised {
  const { row, why } = refusals[found];
  return {
    outcome: found,
    row: found === "changed" && chunked ? "C4" : row,
    message: `The SDK cannot reconcile the write: ${why}.`,
    pointer: "/pending_session_write/before",
  };
}

/** After the batch is known to be stored: compaction, and the record is gone. */
function finish(world: World, record: PendingWrite): void {
  world.count = record.persistedCount;
  world.record = null;
  // An entry does not compact in releases whose record says nothing about it.
  if (world.does.acknowledges) compact(world, compactionFor(world, record.responseId, record.localOutputs === true));
}
