import { isObject, type Json, type Path } from "../../document/json.ts";
import { itemModels } from "../../items/models.ts";
import type { CallType } from "../../python/calls.ts";
import { idOfCall, isCallType } from "../../python/calls.ts";
import { hasIdentity } from "../../python/invocation.ts";
import { nonEmptyString } from "../../python/truth.ts";
import { agentKey } from "../../reading/agents.ts";
import type { ActionList } from "../../reading/native-actions.ts";
import type { ActionReading, RunReading } from "../../reading/reading.ts";
import { answeredIds } from "../../reading/run/call-ids.ts";
import { lastOutput } from "../../reading/run/model-output.ts";
import { queuedActions, queuedFunctions } from "../../reading/run/queued.ts";
import type { Outlooker } from "../outlooker.ts";
import { isMalformed } from "./malformed-calls.ts";

/** Calls of an interrupted response that its resume cannot take for a call, or not for the one that waits. The ids of those that it raises for. */
export function checkUnusableCalls(outlooker: Outlooker): ReadonlySet<string> {
  checkIds(outlooker);
  checkTypes(outlooker);
  return checkCustom(outlooker);
}

/** Each call of the response must have an id (`_dedupe_processed_response_invocations`); requests are told apart by their own. */
function checkIds({ run, report }: Outlooker): void {
  const path = pathWithoutId(run);
  if (path !== undefined) report("queued-call-without-id", [...run.base, ...path]);
}

/** The first call of the response without a usable id, where that makes the resume raise. */
export function pathWithoutId(run: RunReading): Path | undefined {
  if (!run.dialect.on["queued-call-without-id"]) return undefined;
  const named = queuedFunctions(run).find(({ call }) => nonEmptyString(call.call_id) === undefined);
  if (named !== undefined) return [...named.path, "tool_call"];
  return queuedActions(run).find(
    ({ list, call }) => list !== "mcp_approval_requests" && nonEmptyString(call.call_id) === undefined,
  )?.callPath;
}

/** Shell calls and patches are taken as they stand, whatever their type: without one the decision is not found, of another kind the call is
 * not the one that waits. */
function checkTypes({ run, report }: Outlooker): void {
  const odd = queuedActions(run).filter(isMistyped);
  if (odd.length === 0) return;
  const answered = answeredIds(run.generated.kept);
  for (const { call, callPath, options } of odd) {
    const id = nonEmptyString(call.call_id);
    if (id === undefined || answered.has(id)) continue;
    const path = [...run.base, ...callPath, "type"];
    if (!isCallType(call.type)) report("queued-call-untyped", path, { id });
    else {
      report("waiting-call-edited", path, { id });
      // One that has an identity is compared with the ledger.
      if (!hasIdentity(call, options)) report("queued-call-differs", path, { id });
    }
  }
}

const typeOf: Partial<Record<ActionList, CallType>> = {
  shell_actions: "shell_call",
  apply_patch_actions: "apply_patch_call",
};

function isMistyped({ list, call }: ActionReading): boolean {
  const type = typeOf[list];
  return type !== undefined && call.type !== type;
}

/** Custom calls are read anew wherever they stand, decided or not (`_append_custom_reconciliation_call`). */
function checkCustom({ reading, run, standings, report }: Outlooker): ReadonlySet<string> {
  const told = new Set<string>();
  if (!run.dialect.on["custom-call-invalid"]) return told;
  const current = agentKey(run.state.current_agent);
  const models = itemModels(reading.reader.openai);
  const isUsable = (raw: Json) => models.accepts("ResponseCustomToolCall", raw) && hasIdentity(raw);
  const say = (raw: Json, path: Path) => {
    const id = idOfCall(raw);
    report("custom-call-invalid", [...run.base, ...path], { id: id ?? "" });
    if (id !== null) told.add(id);
  };
  for (const { call } of standings) {
    const { kind, agent, approval } = call;
    if (kind === "custom_tool_call" && agent === current && !isUsable(approval.raw) && !isMalformed(run, call))
      say(approval.raw, approval.rawPath);
  }
  for (const { list, call, callPath } of queuedActions(run))
    if (list === "custom_tool_actions" && idOfCall(call) !== null && !hasIdentity(call)) say(call, callPath);
  const { path, items } = lastOutput(run);
  for (const [index, raw] of items.entries())
    if (isObject(raw) && raw.type === "custom_tool_call" && !hasIdentity(raw))
      say(raw, [...path.slice(run.base.length), index]);
  return told;
}
