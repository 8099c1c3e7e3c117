import type { RawItem } from "../../session/raw-item.ts";
import { cleanForConversations, dedupe, isUnsendable, stripInternal } from "../items/clean.ts";
import { isLocalOutput } from "../items/pairs.ts";
import type { TurnItem } from "../run/run.ts";
import { append, countItems, digestsOf, isConversations, isRaised, type Raised, tell, type World } from "../world.ts";
import { compact, compactionFor } from "./compaction.ts";
import { settleOrdinary } from "./ordinary.ts";
import type { PendingWrite } from "./record.ts";
import { asInput } from "./turn-input.ts";

export interface SaveRequest {
  /** What was held back and rides in front. */
  readonly held: readonly RawItem[];
  readonly items: readonly TurnItem[];
  /** A held record is settled by this write: it counts, and always registers. */
  readonly settlesHeld: boolean;
  /** The write stands in the record while it is done, so that a failed append can be taken up again. */
  readonly registers: boolean;
  /** The held items count as stored items of this turn (`save_resumed_turn_items`). */
  readonly countsHeld: boolean;
  readonly responseId: string | null;
  readonly store: boolean | null;
}

/** How many of the held items were stored. */
export interface Saved {
  readonly held: number;
}

/** `save_result_to_session`, without the items that an earlier write of the turn stored: the callers never pass those here. */
export function saveToSession(world: World, request: SaveRequest): Saved | Raised {
  if (world.session === null) return { held: 0 };
  const conversations = isConversations(world);
  const clean = (item: RawItem) => (conversations ? cleanForConversations(item, world.does) : item);
  const turn = request.items.map((entry) => asInput(world, entry));
  const merged = dedupe([...request.held.map((item) => stripInternal(item, world.does)), ...turn]).map(clean);
  const counted = countStored(world, turn.map(clean), merged);
  const batch = conversations ? merged.filter((item) => !isUnsendable(item)) : merged;
  if (batch.length === 0) {
    world.count += counted;
    return { held: 0 };
  }
  const held = request.settlesHeld ? batch.length - counted : 0;
  const base = world.count;
  const raised = request.registers
    ? register(world, request, batch, base + counted + held)
    : appendAtOnce(world, batch);
  if (raised !== null) return raised;
  // A registered write compacts while it settles, in releases whose record says what for.
  if (!(request.registers && world.does.acknowledges)) {
    compact(world, compactionFor(world, request.responseId, holdsLocal(world, request, batch)));
  }
  world.count = base + counted + (request.countsHeld ? held : 0);
  return { held };
}

/** How many of the turn's items stand in what is stored, each copy once. */
function countStored(world: World, turn: readonly RawItem[], merged: readonly RawItem[]): number {
  const left = new Map<string, number>();
  for (const digest of digestsOf(world, merged)) left.set(digest, (left.get(digest) ?? 0) + 1);
  let count = 0;
  for (const digest of digestsOf(world, turn)) {
    const copies = left.get(digest) ?? 0;
    if (copies === 0) continue;
    left.set(digest, copies - 1);
    count++;
  }
  return count;
}

function register(
  world: World,
  request: SaveRequest,
  batch: readonly RawItem[],
  persistedCount: number,
): Raised | null {
  const plain: PendingWrite = { sessionId: world.session?.id ?? "", items: batch, before: null, persistedCount };
  const { responseId, store } = request;
  world.record = world.does.acknowledges
    ? { ...plain, responseId, store, localOutputs: holdsLocal(world, request, batch) }
    : plain;
  tell(
    world,
    `${countItems(batch.length)} registered as an ordinary write`,
    "while the append runs, the live record says what is on its way",
  );
  const settled = settleOrdinary(world, world.record);
  return isRaised(settled) ? settled : null;
}

function appendAtOnce(world: World, batch: readonly RawItem[]): Raised | null {
  const raised = append(world, batch);
  if (raised === null) tell(world, `${countItems(batch.length)} appended`, "the turn is stored where it ends");
  return raised;
}

function holdsLocal(world: World, request: SaveRequest, batch: readonly RawItem[]): boolean {
  const kinds = [
    "tool_call_output_item",
    "handoff_output_item",
    ...(world.does.countsMcpResponses ? ["mcp_approval_response_item"] : []),
  ];
  return request.items.some(({ kind }) => kinds.includes(kind)) || (request.settlesHeld && batch.some(isLocalOutput));
}
