import { mostNamed, named } from "../../named.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import { nextRunOf } from "../../settle/items/pairing.ts";
import { typeOf } from "../../settle/items/pairs.ts";
import type { SessionChange, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import type { Facts } from "../facts.ts";
import { removals } from "../session-changes.ts";
import { generatedItems, type RunItem } from "../session-items.ts";
import type { SessionView } from "../session-view.ts";

/** Reasoning and what the model made of it go to the API together: one without the other is refused. */
export function findReasoning(facts: Facts): Suspect[] {
  const { session: view } = facts;
  if (view === null) return [];
  const mine = generatedItems(facts, view);
  return [...loose(view, mine), ...missing(view, mine)];
}

/** What the next run would send of the session has reasoning that nothing follows. A write or a call that is still to come may follow it. */
function loose(view: SessionView, mine: readonly RunItem[]): Suspect[] {
  const { items, run, does, traits } = view;
  const ids = new Set(
    nextRunOf(items, { limit: traits.limit, omitReasoningIds: run.idPolicy === "omit", does }).looseReasoning,
  );
  if (ids.size === 0) return [];
  const awaited = new Set(run.approvals.map(({ id }) => id));
  const found = items.flatMap((item, index) => {
    const id = textOf(item, "id") ?? "";
    if (typeOf(item) !== "reasoning" || !ids.has(id)) return [];
    const follower = mine[mine.findIndex((one) => one.type === "reasoning" && textOf(one.item, "id") === id) + 1];
    const comes = index === items.length - 1 && run.record !== null;
    return comes || awaited.has((follower && textOf(follower.item, "call_id")) ?? "") ? [] : [{ index, id }];
  });
  if (found.length === 0) return [];
  return [
    {
      id: "reasoning-unpaired",
      confidence: "likely",
      summary: `The session has the reasoning ${named(found.map(({ id }) => id))} without the item that it led to: the API refuses the next run ("without its required following item").`,
      evidence: found
        .slice(0, mostNamed)
        .map(({ index, id }) => inSession(index, `${id}, and no item of the model behind`)),
      repairs: [
        {
          id: "drop-reasoning",
          summary: "remove the lone reasoning from the session",
          session: removals(found.map(({ index }) => index)),
          risk: "The model no longer sees that thought; what followed it is gone already.",
        },
      ],
      advice: ["An item that was deleted, cut off or filtered takes the reasoning before it along."],
    },
  ];
}

interface Missing {
  readonly index: number;
  readonly reasoning: RunItem;
}

/** Reasoning that only the checkpoint has, of items that the session has. */
function missingIn(view: SessionView, mine: readonly RunItem[]): Missing[] {
  const places = new Map<string, number>();
  view.items.forEach((item, index) => {
    const id = textOf(item, "id");
    if (id !== undefined) places.set(`${typeOf(item)} ${id}`, index);
  });
  const placeOf = ({ item, type }: RunItem) => places.get(`${type} ${textOf(item, "id")}`);
  const found: Missing[] = [];
  let follower: RunItem | undefined;
  for (const one of mine.toReversed()) {
    if (one.type !== "reasoning") follower = one;
    else if (follower !== undefined && textOf(one.item, "id") !== undefined && placeOf(one) === undefined) {
      const index = placeOf(follower);
      if (index !== undefined) found.push({ index, reasoning: one });
    }
  }
  return found.reverse();
}

function missing(view: SessionView, mine: readonly RunItem[]): Suspect[] {
  const found = missingIn(view, mine);
  if (found.length === 0) return [];
  const idOf = (item: RawItem | undefined) => (item === undefined ? "" : (textOf(item, "id") ?? ""));
  return [
    {
      id: "reasoning-unpaired",
      confidence: "likely",
      summary: `The session has ${named(found.map(({ index }) => idOf(view.items[index])))} without the reasoning before it, which the checkpoint holds: a model that reasons refuses the item ("without its required 'reasoning' item").`,
      evidence: found
        .slice(0, mostNamed)
        .flatMap(({ index, reasoning }) => [
          at(reasoning.pointer, `the reasoning ${idOf(reasoning.item)}, which the session lacks`),
          inSession(index, `${idOf(view.items[index])}, which it led to`),
        ]),
      repairs: [
        {
          id: "insert-reasoning",
          summary: "put the reasoning back into the session, right before its item",
          session: insertions(found),
          risk: "None that is known.",
        },
      ],
    },
  ];
}

/** From the end, so that no place moves; of two before one item the later one goes in first. */
function insertions(found: readonly Missing[]): SessionChange[] {
  return found.toReversed().map(({ index, reasoning }) => ({ op: "insert", at: index, item: reasoning.item }));
}
