import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import type { MessageStyle, ModelName } from "../items/models.ts";
import type { Dialect } from "../readers/dialect.ts";
import { at, type Pass, report } from "./pass.ts";

/** A value that the reader checks with pydantic, by what it is for. */
export type Value =
  | "function-call"
  | "function-output"
  | "computer-output"
  | "local-shell-output"
  | "message"
  | PlainModel;

type PlainModel =
  | "ResponseReasoningItem"
  | "ResponseComputerToolCall"
  | "ResponseCustomToolCall"
  | "McpListTools"
  | "McpApprovalRequest"
  | "McpApprovalResponse"
  | "Program"
  | "ProgramOutput";

/** Why a value breaks its model: the most telling place in it, in our words. */
export interface ValueFault {
  readonly at: Path;
  readonly expected: string;
}

/** Whether the reader's models take the value at `path` (below this level). */
export function isAccepted(pass: Pass, value: Value, data: Json, path: Path): boolean {
  if (value === "message") {
    return isObject(data) && pass.models.message(data, messageStyle(pass.dialect), integerAt(pass, path)) !== "invalid";
  }
  return pass.models.accepts(modelOf(pass.dialect, value), data, integerAt(pass, path));
}

export function valueFault(pass: Pass, value: Value, data: Json, path: Path): ValueFault {
  const model = value === "message" ? "ResponseOutputMessage" : modelOf(pass.dialect, value);
  const fault = pass.models.fault(model, data, integerAt(pass, path));
  return { at: fault?.path ?? [], expected: fault?.expected ?? "another shape" };
}

/** An item of a model response: reported when the installed `openai` package would refuse it. */
export function reportOutputItem(pass: Pass, item: JsonObject, path: Path): void {
  if (item.type === "message") {
    if (!isAccepted(pass, "message", item, path))
      reportInvalid(pass, item, valueFault(pass, "message", item, path), path);
    return;
  }
  const spelled = integerAt(pass, path);
  const verdict = pass.models.outputItem(item, spelled);
  // The reader takes a call by field name first; only what fails there meets the union.
  if (verdict === "ok" || (item.type === "function_call" && isAccepted(pass, "function-call", item, path))) return;
  if (verdict === "unknown-type") {
    report(pass, "response-item-type-unknown", item.type === undefined ? path : [...path, "type"]);
    return;
  }
  const fault = pass.models.outputFault(item, spelled);
  reportInvalid(pass, item, { at: fault?.path ?? [], expected: fault?.expected ?? "another shape" }, path);
}

function reportInvalid(pass: Pass, item: JsonObject, fault: ValueFault, path: Path): void {
  const type = typeof item.type === "string" ? item.type : "";
  report(pass, "response-item-invalid", [...path, ...fault.at], { type, expected: fault.expected });
}

function integerAt(pass: Pass, path: Path): (within: Path) => boolean {
  return (within) => pass.document.isInteger(at(pass, [...path, ...within]));
}

function modelOf({ does }: Dialect, value: Exclude<Value, "message">): ModelName {
  if (value === "function-call")
    return does.readsCallsByName ? "ResponseFunctionToolCallByName" : "ResponseFunctionToolCall";
  if (value === "function-output") return "FunctionCallOutput";
  if (value === "computer-output") return does.walksSafetyChecks ? "ComputerCallOutputConsumed" : "ComputerCallOutput";
  if (value === "local-shell-output")
    return does.localShellOutputByCallId ? "LocalShellCallOutputPayload" : "LocalShellCallOutput";
  return value;
}

function messageStyle({ does }: Dialect): MessageStyle {
  if (does.takesTextContent) return "merciful";
  return does.takesStatuslessMessages ? "counts-missing" : "plain";
}
