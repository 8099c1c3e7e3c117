import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { idOfCall } from "../python/invocation.ts";
import { nonEmptyString } from "../python/truth.ts";
import { answeredIds } from "./answered.ts";

interface RunItem {
  readonly data: JsonObject;
  readonly raw: Json;
}

/** Finished native calls that do not name their tool while their approval does, with that name: calls of shell, apply_patch and their
 * like as releases up to 0.19.4 wrote them, in a turn of which other calls still wait. Readers of labels from 1.15 on take call and
 * approval for two calls under one id (0.20.0 to 0.24.0 `_dedupe_processed_response_invocations`). */
export function unnamedFinished<T extends RunItem>(items: readonly T[]): { item: T; id: string; name: string }[] {
  const asked = items.filter(({ data, raw }) => data.type === "tool_approval_item" && isNameless(raw));
  if (asked.length === 0) return [];
  const finished = answeredIds(items);
  const names = new Map<string, string>();
  for (const { data, raw } of asked) {
    const id = idOfCall(raw);
    const name = nonEmptyString(member(data, "tool_name"));
    if (id !== null && name !== undefined && finished.has(id)) names.set(id, name);
  }
  return items.flatMap((item) => {
    const { data, raw } = item;
    if (data.type !== "tool_call_item" || !isNameless(raw) || nonEmptyString(member(data, "tool_name")) !== undefined)
      return [];
    const id = idOfCall(raw) ?? "";
    const name = names.get(id);
    return name === undefined ? [] : [{ item, id, name }];
  });
}

function isNameless(raw: Json): boolean {
  return isObject(raw) && nonEmptyString(member(raw, "name")) === undefined;
}
