import { copyOf } from "../../document/edits/new-json.ts";
import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { nonEmptyString } from "../../python/truth.ts";
import { edit, listAt, objectAt } from "./change.ts";
import type { Change, Run } from "./step.ts";
import { ownCallsOf, waitingRun } from "./waiting-calls.ts";

/** 1.16 → 1.15: 0.21.0 runs an approved call of a custom tool only when it stands among the actions of the response. Releases since 0.22.0
 * leave it out when they save a pause that was resumed once, and take it from the approval (0.22.0 `resolve_interrupted_turn`).
 * A call that only a nested run waits for stays out: 0.21.0 takes it for one of both runs and raises, 0.19.4 runs it twice. */
export function completeCustomActions(run: Run): Change[] {
  const processed = objectAt(run.value, "last_processed_response");
  if (processed === undefined || !Array.isArray(member(processed, "custom_tool_actions"))) return [];
  const actions = listAt(processed, "custom_tool_actions");
  const known = new Set(
    actions.map((action) => (isObject(action) ? usableId(objectAt(action, "tool_call")) : undefined)),
  );
  const isMissing = (raw: Json): raw is JsonObject =>
    isObject(raw) && member(raw, "type") === "custom_tool_call" && !known.has(usableId(raw));
  if (!run.facts.approvals.some(({ raw }) => isMissing(raw))) return [];
  const at = [...run.base, "last_processed_response", "custom_tool_actions"];
  const changes: Change[] = [];
  for (const { item } of ownCallsOf(waitingRun(run))) {
    const { raw, data, rawPath } = item;
    if (!isMissing(raw)) continue;
    const id = usableId(raw);
    const name = nonEmptyString(member(data, "tool_name")) ?? nonEmptyString(member(raw, "name"));
    if (id === undefined || name === undefined) continue;
    known.add(id);
    const call = copyOf(run.document, rawPath) ?? raw;
    const place = [...at, actions.length + changes.length];
    const value = { tool_call: call, custom_tool: { name } };
    changes.push(edit("custom-action-restored", { op: "add", path: place, value }, { id }));
  }
  return changes;
}

function usableId(call: JsonObject | undefined): string | undefined {
  return call === undefined ? undefined : nonEmptyString(member(call, "call_id"));
}
