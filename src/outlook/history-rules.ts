import { isObject, type Json, listOf, member, type Path } from "../document/json.ts";
import { idOfCall, outputIdentity } from "../python/invocation.ts";
import { isTruthy } from "../python/truth.ts";
import { nativeActions } from "../reading/native-actions.ts";
import type { RunReading } from "../reading/reading.ts";
import type { Outlooker } from "./outlooker.ts";

const serverKeys = ["conversation_id", "previous_response_id", "auto_previous_response_id"] as const;

/** An output that the model is sent, or will be, without the call that it answers. Calls without an output are left out of what is sent, but
 * outputs without their call never (0.24.0 `prepare_model_input_items`, `drop_orphan_function_calls`; older ones alike). A conversation that the
 * server keeps has the call. */
export function checkHistory(outlooker: Outlooker): void {
  const { run, report } = outlooker;
  if (run.step === null || run.terminal || serverKeys.some((key) => isTruthy(run.state[key]))) return;
  const calls = new Set<string>();
  const outputs = new Map<string, Path>();
  const add = (raw: Json | undefined, path: Path) => {
    const output = outputIdentity(raw);
    if (output === null) {
      const id = idOfCall(raw);
      if (id !== null) calls.add(id);
    } else if (output.type !== "mcp_approval_request" && !outputs.has(output.callId)) outputs.set(output.callId, path);
  };
  for (const [index, item] of listOf(run.state.original_input).entries()) add(item, ["original_input", index]);
  // An approval among the items is not sent.
  for (const { raw, index, type } of run.generated.kept)
    if (type !== "tool_approval_item") add(raw, ["generated_items", index, "raw_item"]);
  addOpen(run, (id, path) => {
    if (!outputs.has(id)) outputs.set(id, path);
  });
  // What was cut out was cut out at once: told of the first.
  for (const [id, path] of outputs) {
    if (calls.has(id)) continue;
    report("output-without-call", [...run.base, ...path], { id, open: path[0] === processedKey });
    return;
  }
}

const processedKey = "last_processed_response";
const lists = ["handoffs", ...nativeActions.map(({ key }) => key)];

/** The calls of the interrupted response: the resume answers each, be it with a rejection. */
function addOpen({ step, processed, dialect }: RunReading, add: (id: string, path: Path) => void): void {
  if (step?.type !== "next_step_interruption" || processed === null) return;
  const addCall = (call: Json | undefined, path: Path) => {
    const id = idOfCall(call);
    if (id !== null) add(id, [...path, "tool_call"]);
  };
  for (const { call, path } of processed.functions) addCall(call, path);
  for (const key of lists) {
    // What this release does not look at is not answered.
    if (key === "custom_tool_actions" && dialect.on["custom-actions-ignored"]) continue;
    if (key === "handoffs" && dialect.on["pending-handoff-lost"]) continue;
    for (const [index, entry] of listOf(member(processed.data, key)).entries())
      if (isObject(entry)) addCall(entry.tool_call, [processedKey, key, index]);
  }
}
