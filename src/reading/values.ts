import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { pathToMember } from "../document/value-at.ts";
import type { Fault, IntegerAt, MessageStyle, ModelName } from "../items/models.ts";
import type { Dialect } from "../rules/dialect.ts";
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
  | "ResponseToolSearchOutputItem"
  | "Program"
  | "ProgramOutput";

/** Why a value breaks its model: the most telling place in it, in our words. */
export interface ValueFault {
  readonly at: Path;
  readonly expected: string;
}

/** The place where the walk is. */
const here: Path = [];

/** Whether the reader's models take the value at `path` (below where the walk is). */
export function isAccepted(pass: Pass, value: Value, data: Json, path: Path = here): boolean {
  if (value !== "message") return pass.models.accepts(modelOf(pass.dialect, value), data, integerAt(pass, path));
  return isObject(data) && pass.models.message(data, messageStyle(pass.dialect), integerAt(pass, path)) !== "invalid";
}

export function valueFault(pass: Pass, value: Value, data: Json, path: Path = here): ValueFault {
  const model = value === "message" ? "ResponseOutputMessage" : modelOf(pass.dialect, value);
  return faultOf(pass.models.fault(model, data, integerAt(pass, path)));
}

function faultOf(fault: Fault | undefined): ValueFault {
  return { at: fault?.path ?? [], expected: fault?.expected ?? "another shape" };
}

/** The item of a model response where the walk is: reported when the installed `openai` package would refuse it. */
export function reportOutputItem(pass: Pass, item: JsonObject): void {
  if (item.type === "message") {
    if (!isAccepted(pass, "message", item)) reportInvalid(pass, item, valueFault(pass, "message", item));
    return;
  }
  const verdict = pass.models.outputItem(item, integerAt(pass, here));
  // The reader takes a call by field name first; only what fails there meets the union.
  if (verdict === "ok" || (item.type === "function_call" && isAccepted(pass, "function-call", item))) return;
  if (verdict === "unknown-type") {
    report(pass, "response-item-type-unknown", pathToMember(item, here, "type"));
    return;
  }
  reportInvalid(pass, item, faultOf(pass.models.outputFault(item, integerAt(pass, here))));
}

function reportInvalid(pass: Pass, item: JsonObject, fault: ValueFault): void {
  const type = typeof item.type === "string" ? item.type : "";
  report(pass, "response-item-invalid", fault.at, { type, expected: fault.expected });
}

/** Every item asks at the same few places below where the walk is: one function serves them all. */
function integerAt(pass: Pass, path: Path): IntegerAt {
  const known = pass.integersAt.get(path);
  if (known !== undefined) return known;
  const asked = newIntegerAt(pass, path);
  pass.integersAt.set(path, asked);
  return asked;
}

function newIntegerAt(pass: Pass, path: Path): IntegerAt {
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
