import type { JsonObject } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import type { ActionReading, FunctionReading, ItemReading, RunReading } from "../reading.ts";

const none: readonly never[] = [];

/** The items that the last response made. */
export function responseItems({ processed }: RunReading): readonly ItemReading[] {
  return processed === null ? none : processed.newItems.kept;
}

/** The functions that it asks for. */
export function queuedFunctions({ processed }: RunReading): readonly FunctionReading[] {
  return processed === null ? none : processed.functions;
}

/** What else it asks for. */
export function queuedActions({ processed }: RunReading): readonly ActionReading[] {
  return processed === null ? none : processed.actions;
}

/** Its calls by id, as the resume would run them: what waits for a decision is a copy. */
export function queuedCalls(run: RunReading): ReadonlyMap<string | null, JsonObject> {
  const calls = [...queuedFunctions(run), ...queuedActions(run)];
  return new Map(calls.map(({ call }) => [idOfCall(call), call]));
}
