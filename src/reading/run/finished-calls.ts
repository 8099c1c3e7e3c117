import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { idOfCall } from "../../python/calls.ts";
import { nonEmptyString } from "../../python/truth.ts";
import type { ActionReading } from "../reading.ts";
import { answeredIds } from "./call-ids.ts";

interface RunItem {
  readonly data: JsonObject;
  readonly raw: Json;
}

/** Finished native calls that do not name their tool while their approval or the response's action does, with that name: calls of shell,
 * computer, apply_patch and their like as releases up to 0.19.4 wrote them, in a turn of which other calls still wait. Readers of labels
 * from 1.15 on take both for two calls under one id (0.20.0 to 0.24.0 `_dedupe_processed_response_invocations`). */
export function unnamedFinished<T extends RunItem>(
  items: readonly T[],
  actions: readonly ActionReading[],
): { item: T; id: string; name: string }[] {
  const unnamed = unnamedCalls(items, actions);
  if (unnamed.length === 0) return [];
  const finished = answeredIds(items);
  return unnamed.filter(({ id }) => finished.has(id));
}

/** The same of all native calls, whether they have run or still wait. */
export function unnamedCalls<T extends RunItem>(
  items: readonly T[],
  actions: readonly ActionReading[],
): { item: T; id: string; name: string }[] {
  const names = namesById(items, actions);
  return names.size === 0 ? [] : nameable(items, names);
}

/** The calls that do not name their tool, with what `names` has for their ids. */
export function nameable<T extends RunItem>(
  items: readonly T[],
  names: ReadonlyMap<string, string>,
): { item: T; id: string; name: string }[] {
  return items.flatMap((item) => {
    if (!isUnnamedCall(item)) return [];
    const id = idOfCall(item.raw) ?? "";
    const name = names.get(id);
    return name === undefined ? [] : [{ item, id, name }];
  });
}

/** The first native call that has run and that neither its item nor an approval names. */
export function namelessFinished<T extends RunItem>(items: readonly T[]): T | undefined {
  const nameless = items.filter(isUnnamedCall);
  if (nameless.length === 0) return undefined;
  const finished = answeredIds(items);
  const approvals = namesById(items, []);
  return nameless.find(({ raw }) => {
    const id = idOfCall(raw);
    return id !== null && finished.has(id) && !approvals.has(id);
  });
}

function isUnnamedCall({ data, raw }: RunItem): boolean {
  return data.type === "tool_call_item" && isNameless(raw) && nonEmptyString(member(data, "tool_name")) === undefined;
}

/** Names of the tools of nameless calls: what the approval says, else the action. */
function namesById(items: readonly RunItem[], actions: readonly ActionReading[]): Map<string, string> {
  const names = new Map<string, string>();
  const learn = (raw: Json | undefined, name: Json | undefined) => {
    const id = raw === undefined || !isNameless(raw) ? null : idOfCall(raw);
    const text = nonEmptyString(name);
    if (id !== null && text !== undefined && !names.has(id)) names.set(id, text);
  };
  for (let index = 0; index < items.length; index++) {
    const { data, raw } = items[index] as RunItem;
    if (data.type === "tool_approval_item") learn(raw, member(data, "tool_name"));
  }
  for (const { call, options } of actions) learn(call, options.toolName);
  return names;
}

function isNameless(raw: Json): boolean {
  return isObject(raw) && nonEmptyString(member(raw, "name")) === undefined;
}
