import { isObject, type Json, listOf } from "../document/json.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { fieldOf } from "../session/raw-item.ts";
import { type Facts, runOf } from "./facts.ts";
import { compactionIn, generatedItems, placesByKey } from "./session-items.ts";

/** Whether the session is one of another run: this one stored items of the paused response in a session, and the one that was given holds
 * neither a call of the run nor what the user asked. An empty one may have been cleared. */
export function isOfAnotherRun(facts: Facts): boolean {
  const { session: view } = facts;
  const run = runOf(facts);
  if (view === null || run === null || !isInterrupted(run) || view.run.record !== null) return false;
  if (view.run.persistedCount <= 0 || view.items.length === 0 || compactionIn(view.items) >= 0) return false;
  const places = placesByKey(view.items);
  const keys = generatedItems(facts, view).flatMap(({ key }) => key ?? []);
  if (keys.length === 0 || keys.some((key) => places.has(key))) return false;
  const asked = new Set(contentsOf(run.state.original_input));
  return !view.items.some((item) => asked.has(JSON.stringify(fieldOf(item, "content"))));
}

function contentsOf(input: Json | undefined): string[] {
  if (typeof input === "string") return [JSON.stringify(input)];
  return listOf(input).flatMap((item) =>
    isObject(item) && item.role === "user" ? [JSON.stringify(item.content)] : [],
  );
}
