import type { JsonObject } from "../document/json.ts";
import { idOfCall, outputIdentity } from "../python/calls.ts";
import { isTruthy } from "../python/truth.ts";
import { isInterrupted } from "../reading/run/interruption.ts";
import { lastOutput } from "../reading/run/model-output.ts";
import { queuedActions, queuedFunctions } from "../reading/run/queued.ts";
import type { Outlooker } from "./outlooker.ts";

/** Each names the conversation that the server keeps, or the response that ends it. */
export const serverIds = ["conversation_id", "previous_response_id"];

/** The keys that make the SDK leave the history of a run to the server (`validate_session_conversation_settings` and `run`, 0.8.0 to 0.24.0): an
 * empty id counts too, and so does the word "false". */
export function serverKeysOf(state: JsonObject): string[] {
  const ids = serverIds.filter((key) => (state[key] ?? null) !== null);
  return isTruthy(state.auto_previous_response_id) ? [...ids, "auto_previous_response_id"] : ids;
}

/** Outputs that the paused response has already wait for the next request; releases take some of them for sent (`hydrate_from_state`,
 * `get_unsent_tool_call_ids_for_interrupted_state`). What is taken is taken at once: told of the first. */
export function checkUnsentOutputs({ run, report }: Outlooker): void {
  const { dialect } = run;
  if (!dialect.on["server-output-unsent"] || !isInterrupted(run) || run.processed === null) return;
  const [key] = serverKeysOf(run.state);
  if (key === undefined) return;
  const queued = dialect.does.takesOutputsForSent ? [] : [...queuedFunctions(run), ...queuedActions(run)];
  const unsent = new Set(lastOutput(run).items.map(idOfCall));
  for (const { call } of queued) unsent.delete(idOfCall(call));
  for (const { raw, index } of run.generated.kept) {
    const output = outputIdentity(raw);
    if (output === null || output.type === "mcp_approval_request" || !unsent.has(output.callId)) continue;
    report("server-output-unsent", [...run.base, "generated_items", index, "raw_item"], { id: output.callId, key });
    return;
  }
}
