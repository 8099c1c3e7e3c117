import { appendAll } from "../../append-all.ts";
import { addTo } from "../../multimap.ts";
import { mostNamed, named } from "../../named.ts";
import { type RawItem, textOf, wordOf } from "../../session/raw-item.ts";
import { ownIdOf } from "../../settle/items/clean.ts";
import { typeOf } from "../../settle/items/pairs.ts";
import type { Draft, Suspect } from "../cause.ts";
import { inSession } from "../evidence.ts";
import { kindOf } from "../picture.ts";
import { removals } from "../session-changes.ts";
import type { Places } from "../session-items.ts";
import { digestsOf, type SessionView } from "../session-view.ts";

/** One key twice. Equal copies are a duplicate write; different items of one key are an id used again, of which only the newest is sent. */
export function repeatedItems(view: SessionView, places: Places): Suspect[] {
  const digests = digestsOf(view, view.items);
  const copies: number[] = [];
  const reused: number[] = [];
  const equalTo = (first: number | undefined, later: readonly number[]) =>
    first === undefined ? [] : later.filter((index) => digests[index] === digests[first]);
  for (const [, indexes] of places) {
    const [first, ...later] = indexes;
    const equal = equalTo(first, later);
    if (equal.length === later.length) appendAll(copies, equal);
    else appendAll(reused, indexes);
  }
  for (const [, [first, ...later]] of messagesById(view.items)) appendAll(copies, equalTo(first, later));
  const again = repeatedInputs(view.items, digests);
  const inOrder = (indexes: number[]) => indexes.sort((a, b) => a - b);
  return [
    ...(copies.length === 0 ? [] : [duplicates(view, inOrder(copies))]),
    ...(again.length === 0 ? [] : [inputAgain(again)]),
    ...(reused.length === 0 ? [] : [reusedIds(view, inOrder(reused))]),
  ];
}

/** Messages are sent as often as they stand in the session, and the API refuses an id that comes twice. */
function messagesById(items: readonly RawItem[]): Places {
  const places = new Map<string, number[]>();
  items.forEach((item, index) => {
    const id = isMessage(item) ? ownIdOf(item) : undefined;
    if (id !== undefined) addTo(places, id, index);
  });
  return places;
}

/** Inputs that stand right behind an equal one: a run that failed before its first answer leaves its input, and the next attempt adds it again. */
function repeatedInputs(items: readonly RawItem[], digests: readonly string[]): number[] {
  return items.flatMap((item, index) =>
    textOf(item, "role") === "user" && ownIdOf(item) === undefined && digests[index - 1] === digests[index]
      ? [index]
      : [],
  );
}

const isMessage = (item: RawItem): boolean => textOf(item, "role") !== undefined || typeOf(item) === "message";

function nameOf(item: RawItem): string {
  return textOf(item, "call_id") ?? textOf(item, "id") ?? textOf(item, "approval_request_id") ?? "";
}

function duplicates(view: SessionView, copies: readonly number[]): Suspect {
  const nameAt = (index: number) => nameOf(view.items[index] as RawItem);
  const ids = [...new Set(copies.map(nameAt))];
  return {
    id: "duplicate-items",
    confidence: "certain",
    summary: `The session has items of ${named(ids)} twice.`,
    evidence: copies
      .slice(0, mostNamed)
      .map((index) => inSession(index, `a second copy of ${kindOf(view.items[index] as RawItem)} ${nameAt(index)}`)),
    repairs: isWhole(view, copies) ? [dropCopies(copies, ids, "None that is known: what stays is equal.")] : [],
    advice: [
      "A pause that is resumed from an older copy of its checkpoint does this: store the checkpoint anew after each resume and drop the old one.",
    ],
  };
}

/** A copy of reasoning goes with that of the item behind it: another item would lack its own. */
function isWhole({ items }: SessionView, copies: readonly number[]): boolean {
  const gone = new Set(copies);
  return copies.every((index) => typeOf(items[index] as RawItem) !== "reasoning" || gone.has(index + 1));
}

function inputAgain(copies: readonly number[]): Suspect {
  return {
    id: "duplicate-items",
    confidence: "possible",
    summary:
      "An input stands in the session right behind an equal one: a run that failed before its first answer leaves its input, and the next attempt stores it again.",
    evidence: copies.slice(0, mostNamed).map((index) => inSession(index, "the same input once more")),
    repairs: [dropCopies(copies, [], "The person may have said it twice.")],
  };
}

function dropCopies(copies: readonly number[], mends: readonly string[], risk: string): Draft {
  const summary = "remove the later copies from the session";
  return { id: "drop-copies", summary, session: removals(copies), risk, mends };
}

function reusedIds(view: SessionView, indexes: readonly number[]): Suspect {
  const ids = [...new Set(indexes.map((index) => nameOf(view.items[index] as RawItem)))];
  return {
    id: "reused-call-id",
    confidence: "possible",
    summary: `Different items of the session share the id ${named(ids)}: only the newest of each is sent to the model.`,
    evidence: indexes
      .slice(0, mostNamed)
      .map((index) => inSession(index, `${wordOf(view.items[index] as RawItem, "type") ?? "item"} with the id`)),
    advice: ["If both were really made, give the older pair an id of its own in the session."],
  };
}
