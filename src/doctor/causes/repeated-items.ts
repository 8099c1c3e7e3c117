import { appendAll } from "../../append-all.ts";
import { type RawItem, textOf } from "../../session/raw-item.ts";
import { isCall, isOutput, typeOf } from "../../settle/items/pairs.ts";
import type { Suspect } from "../cause.ts";
import { inSession } from "../evidence.ts";
import { mostNamed, named } from "../named.ts";
import { removals } from "../session-changes.ts";
import type { Places } from "../session-items.ts";
import { digestsOf, type SessionView } from "../session-view.ts";

/** One key twice. Equal copies of a call or a pair are a duplicate write; others are an id used again, of which only the newest is sent. */
export function repeatedItems(view: SessionView, places: Places): Suspect[] {
  const digests = digestsOf(view, view.items);
  const copies: number[] = [];
  const reused: number[] = [];
  for (const [, indexes] of places) {
    const [first, ...later] = indexes;
    const item = view.items[first ?? 0];
    if (first === undefined || item === undefined || later.length === 0 || !(isCall(item) || isOutput(item))) continue;
    const equal = later.filter((index) => digests[index] === digests[first]);
    if (equal.length === later.length) appendAll(copies, equal);
    else appendAll(reused, indexes);
  }
  const inOrder = (indexes: number[]) => indexes.sort((a, b) => a - b);
  return [
    ...(copies.length === 0 ? [] : [duplicates(view, inOrder(copies))]),
    ...(reused.length === 0 ? [] : [reusedIds(view, inOrder(reused))]),
  ];
}

function duplicates(view: SessionView, copies: readonly number[]): Suspect {
  const idAt = (index: number) => textOf(view.items[index] as RawItem, "call_id") ?? "";
  const ids = [...new Set(copies.map(idAt))];
  return {
    id: "duplicate-items",
    confidence: "certain",
    summary: `The session has items of ${named(ids)} twice.`,
    evidence: copies
      .slice(0, mostNamed)
      .map((index) =>
        inSession(index, `a second copy of ${typeOf(view.items[index] as RawItem) ?? "an item"} ${idAt(index)}`),
      ),
    repairs: [
      {
        id: "drop-copies",
        summary: "remove the later copies from the session",
        session: removals(copies),
        risk: "None that is known: what stays is equal.",
        mends: ids,
      },
    ],
    advice: [
      "A pause that is resumed from an older copy of its checkpoint does this: store the checkpoint anew after each resume and drop the old one.",
    ],
  };
}

function reusedIds(view: SessionView, indexes: readonly number[]): Suspect {
  const ids = [...new Set(indexes.map((index) => textOf(view.items[index] as RawItem, "call_id") ?? ""))];
  return {
    id: "reused-call-id",
    confidence: "possible",
    summary: `Different items of the session share the id ${named(ids)}: only the newest of each is sent to the model.`,
    evidence: indexes
      .slice(0, mostNamed)
      .map((index) => inSession(index, `${typeOf(view.items[index] as RawItem) ?? "item"} with the id`)),
    advice: ["If both were really made, give the older pair an id of its own in the session."],
  };
}
