import { isObject, type Json, listOf, type Path } from "../../document/json.ts";
import type { Finding } from "../../findings/finding.ts";
import { named } from "../../named.ts";
import { isTwin } from "../../python/equality.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, stateOf } from "../facts.ts";
import { firstWith, isBelow } from "../labels.ts";

/** An id of its own for each older pair of an id that was given again, in all lists that have it: the last call keeps the id. Only where no
 * ledger and no digest speaks of it, as below 1.15 without folded history; of calls in one response none is older. */
export function renameOlder(facts: Facts, { rule, path, args }: Finding): Draft[] {
  const state = stateOf(facts);
  const id = String(args.id);
  if (
    !isBelow(facts, firstWith.ledger) ||
    path[0] !== "generated_items" ||
    listOf(state.nested_history_owned_session_item_refs).length > 0
  )
    return [];
  const made = rawItems(state.generated_items, "generated_items");
  // Each alone would leave the resume to the next one.
  const ids = [...new Set([id, ...reusedIn(made)])];
  const lists = [made, rawItems(state.session_items, "session_items"), outputs(state.model_responses)];
  const edits = ids.flatMap((one) => lists.flatMap((list) => renamed(one, list)));
  return [
    {
      id: ids.length === 1 ? `rename-older-${id}` : "rename-older-calls",
      summary: `give the older pair of ${named(ids)} an id of its own, in all lists`,
      edits,
      risk: "A session that holds the pair keeps it under the old id. A decision on record for the id counts for the newer call.",
      cures: [rule],
    },
  ];
}

/** Ids of calls that read differently. */
function reusedIn(places: readonly Placed[]): string[] {
  const first = new Map<string, Json>();
  return places.flatMap(({ item }) => {
    if (!isObject(item) || typeof item.call_id !== "string" || isOutput(item)) return [];
    const known = first.get(item.call_id);
    if (known === undefined) first.set(item.call_id, item);
    return known === undefined || isTwin(known, item) ? [] : [item.call_id];
  });
}

function isOutput(item: Json | undefined): boolean {
  return isObject(item) && String(item.type).endsWith("_output");
}

interface Placed {
  readonly item: Json | undefined;
  readonly path: Path;
}

function rawItems(items: Json | undefined, key: string): Placed[] {
  return listOf(items).map((item, index) => ({
    item: isObject(item) && item.type !== "tool_approval_item" ? item.raw_item : undefined,
    path: [key, index, "raw_item"],
  }));
}

function outputs(responses: Json | undefined): Placed[] {
  return listOf(responses).flatMap((response, at) =>
    listOf(isObject(response) ? response.output : undefined).map((item, index) => ({
      item,
      path: ["model_responses", at, "output", index],
    })),
  );
}

/** Each call but the last, and the output behind it, in the order of a list. */
function renamed(id: string, places: readonly Placed[]): RepairEdit[] {
  const mine = places.filter(({ item }) => isObject(item) && item.call_id === id);
  const last = mine.findLastIndex(({ item }) => !isOutput(item));
  let count = 0;
  return mine.slice(0, Math.max(last, 0)).map((place) => {
    if (!isOutput(place.item)) count++;
    const value = `${id}_${Math.max(count, 1)}`;
    return {
      edit: { op: "replace", path: [...place.path, "call_id"], value },
      reason: "the pair is older than the call that keeps the id",
    };
  });
}
