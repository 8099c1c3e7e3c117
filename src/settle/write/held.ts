import type { RawItem } from "../../session/raw-item.ts";
import { cleanForConversations, dedupe, isUnsendable } from "../items/clean.ts";
import { digestOf } from "../items/digest.ts";
import { requestKeyOf } from "../items/pairs.ts";
import type { TurnItem } from "../run/run.ts";
import { isConversations, type World } from "../world.ts";
import type { PendingWrite } from "./record.ts";
import { asInput } from "./turn-input.ts";

/** Where the response of the pause begins in a held batch (`_held_current_response_start`). What stands before it was accepted in
 * earlier turns; when the turn is another one, that is everything. The draft made no difference: all of it is the current response. */
function responseStart(world: World, record: PendingWrite): number {
  if (!world.does.marksResponse) return 0;
  const { response } = record;
  return response === undefined || response.turn !== world.run.turn ? record.items.length : response.start;
}

/** `defer_interrupted_session_write`: makes a held record of the turn's items, or folds them into the one there is. Nothing is written. */
export function park(world: World, turn: readonly TurnItem[]): void {
  merge(world, turn, isConversations(world));
}

/** `conversations`: the batch is cleaned for the Conversations service. */
function merge(world: World, turn: readonly TurnItem[], conversations: boolean, filter?: readonly RawItem[]): void {
  const standing = world.record;
  // A standing record owns the policy its items were taken under; the Conversations service needs the ids of reasoning.
  const policy = standing?.idPolicy !== undefined ? standing.idPolicy : conversations ? null : world.run.idPolicy;
  const items = turn.map((entry) => asInput(world, entry, policy));
  const start = standing === null ? 0 : responseStart(world, standing);
  const base = filter === undefined ? (standing?.items ?? []) : heldForSave(world, standing, turn, filter);
  const prior = base.slice(0, start);
  const merged = dedupe([...base.slice(start), ...items]);
  const current = conversations
    ? merged.map((item) => cleanForConversations(item, world.does)).filter((item) => !isUnsendable(item))
    : merged;
  const sessionId = world.session?.id ?? standing?.sessionId;
  if (prior.length + current.length === 0 || sessionId === undefined) return;
  world.record = {
    sessionId,
    items: [...prior, ...current],
    before: null,
    persistedCount: world.count + items.length,
    held: true,
    ...responseOf(world, standing),
    idPolicy: policy,
    ...(world.does.marksResponse ? { response: { turn: world.run.turn, start: prior.length } } : {}),
  };
}

/** `extend_held_session_write`: a standing held record takes outputs the moment they are there, attached or not. Cleaning is for the write. */
export function fold(world: World, turn: readonly TurnItem[], filter?: readonly RawItem[]): void {
  if (world.record?.held === true) merge(world, turn, false, filter);
}

/** The response whose storage the batch belongs to: that of the pause, as long as the turn is the same. */
function responseOf(world: World, standing: PendingWrite | null): Pick<PendingWrite, "responseId" | "store"> {
  const same = standing !== null && (!world.does.marksResponse || standing.response?.turn === world.run.turn);
  // What is folded in names no response; only a pause that begins a record does.
  if (!same) return { responseId: standing === null ? world.run.responseId : null, store: null };
  return { responseId: standing.responseId ?? null, store: standing.store ?? null };
}

/** `take_held_session_write`. */
export function claimHeld(world: World): PendingWrite | null {
  const { record } = world;
  if (record?.held !== true) return null;
  world.record = null;
  return record;
}

/** `discard_held_current_response`: a tripped guardrail drops what belongs to this response. */
export function discardResponse(world: World): void {
  const { record } = world;
  if (record?.held !== true) return;
  const start = responseStart(world, record);
  const response = { turn: world.run.turn, start };
  world.record = start === 0 ? null : { ...record, items: record.items.slice(0, start), response };
}

/** `held_session_items_for_save`: what of a held record goes in front of a turn's items. Its own response is left out when the turn
 * brings all of its calls again. `filter`: what a handoff's input filter left of the response; without a match there, only calls stay. */
export function heldForSave(
  world: World,
  record: PendingWrite | null,
  turn: readonly TurnItem[],
  filter?: readonly RawItem[],
): RawItem[] {
  if (record === null) return [];
  const start = responseStart(world, record);
  const prior = record.items.slice(0, start);
  let current = record.items.slice(start);
  const items = turn.map((entry) => asInput(world, entry, record.idPolicy));
  const calls = current.map(requestKeyOf).filter((key) => key !== undefined);
  const again = new Set(items.map(requestKeyOf));
  if (calls.length > 0 && calls.every((key) => again.has(key))) return prior;
  if (filter !== undefined && world.does.filtersHeld) current = retained(world, current, [...items, ...filter]);
  return [...prior, ...current];
}

function retained(world: World, current: readonly RawItem[], view: readonly RawItem[]): RawItem[] {
  const digest = (item: RawItem) => digestOf(cleanForConversations(item, world.does), true, world.does);
  const left = new Map<string, number>();
  for (const item of view) left.set(digest(item), (left.get(digest(item)) ?? 0) + 1);
  return current.filter((item) => {
    if (requestKeyOf(item) !== undefined) return true;
    const copies = left.get(digest(item)) ?? 0;
    left.set(digest(item), copies - 1);
    return copies > 0;
  });
}
