import { isObject, type JsonObject, member } from "../../document/json.ts";
import { itemOf, type RawItem, textOf } from "../../session/raw-item.ts";
import type { SettleOptions } from "../options.ts";
import type { Approval, TurnItem } from "../run/run.ts";

/** What the model is told about a rejected call, unless the decision brings its own words (`DEFAULT_APPROVAL_REJECTION_MESSAGE`). */
const usualRejection = "Tool execution was not approved.";

export function askedIdOf(call: JsonObject): string {
  const id = member(call, "call_id") ?? member(call, "id");
  return typeof id === "string" ? id : "";
}

/** The call that an output belongs to, or the request that a response does. */
export function answeredIdOf(item: RawItem): string | undefined {
  return textOf(item, "call_id") ?? textOf(item, "approval_request_id");
}

export function outputText(call: JsonObject, options: SettleOptions): string {
  const id = askedIdOf(call);
  return options.outputs.get(id) ?? `<output of ${id}>`;
}

/** The call's `caller` goes along (`copy_tool_call_caller`). */
function callerOf(call: JsonObject): JsonObject {
  const caller = member(call, "caller");
  return isObject(caller) ? { caller } : {};
}

export function outputItem(call: JsonObject, output: string): TurnItem {
  const value = { call_id: askedIdOf(call), output, type: "function_call_output", ...callerOf(call) };
  return { kind: "tool_call_output_item", item: itemOf(value) };
}

export function approvedItem({ id, call }: Pick<Approval, "id" | "call">, options: SettleOptions): TurnItem {
  const text = outputText(call, options);
  switch (member(call, "type")) {
    case "custom_tool_call":
      return localOutput(call, { type: "custom_tool_call_output", output: text });
    case "shell_call":
      return shellOutput(call, text, options);
    case "apply_patch_call":
      return localOutput(call, { type: "apply_patch_call_output", status: "completed", output: text });
    case "mcp_approval_request":
    case "hosted_tool_call":
      return mcpResponse(id, true, undefined, call);
    default:
      return outputItem(call, text);
  }
}

export function rejectedItem({ id, call, rejection = usualRejection }: Approval): TurnItem {
  switch (member(call, "type")) {
    case "custom_tool_call":
      return localOutput(call, { type: "custom_tool_call_output", output: rejection });
    case "shell_call":
      return localOutput(call, { type: "shell_call_output", output: [shellChunk("", rejection, 1)] });
    case "apply_patch_call":
      return localOutput(call, { type: "apply_patch_call_output", output: rejection, status: "failed" });
    case "mcp_approval_request":
    case "hosted_tool_call":
      return mcpResponse(id, false, rejection === usualRejection ? undefined : rejection, call);
    default:
      return outputItem(call, rejection);
  }
}

function localOutput(call: JsonObject, fields: JsonObject): TurnItem {
  return { kind: "tool_call_output_item", item: itemOf({ call_id: askedIdOf(call), ...fields, ...callerOf(call) }) };
}

/** `ShellAction.execute` of an executor that returns a text: the limit that the call asks for goes along and cuts it (a placeholder stays
 * whole), and of nothing printed there is no chunk. What a `ShellResult` sets itself is not in the file. */
function shellOutput(call: JsonObject, text: string, options: SettleOptions): TurnItem {
  const limit = outputLimitOf(call);
  const isPlaceholder = !options.outputs.has(askedIdOf(call));
  const printed = limit === undefined || (isPlaceholder && limit > 0) ? text : [...text].slice(0, limit).join("");
  return localOutput(call, {
    type: "shell_call_output",
    output: printed === "" ? [] : [shellChunk(printed, "", 0)],
    ...(limit === undefined ? {} : { max_output_length: limit }),
  });
}

/** `coerce_shell_call`, `normalize_max_output_length`: a whole number, none below zero. */
function outputLimitOf(call: JsonObject): number | undefined {
  const action = member(call, "action");
  if (!isObject(action)) return undefined;
  const limit = member(action, "max_output_length") ?? member(action, "maxOutputLength");
  if (typeof limit !== "number" && typeof limit !== "boolean") return undefined;
  return Math.max(0, Math.trunc(Number(limit)));
}

function shellChunk(stdout: string, stderr: string, code: number): JsonObject {
  return { stdout, stderr, outcome: { type: "exit", exit_code: code } };
}

function mcpResponse(id: string, approve: boolean, reason: string | undefined, call: JsonObject): TurnItem {
  const value = {
    type: "mcp_approval_response",
    approval_request_id: id,
    approve,
    ...(reason === undefined ? {} : { reason }),
    ...callerOf(call),
  };
  return { kind: "mcp_approval_response_item", item: itemOf(value) };
}
