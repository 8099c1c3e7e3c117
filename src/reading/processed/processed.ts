import { isObject, type Json, type JsonObject, member, objectOf, type Path } from "../../document/json.ts";
import { kindOf, kindOfCount } from "../../findings/kind-of.ts";
import { isFalsy } from "../../python/truth.ts";
import { readItems } from "../history/items.ts";
import { canBeNamed, type NativeAction, nameInProgram, nativeActions } from "../native-actions.ts";
import { at, type Pass, report } from "../pass.ts";
import type { ActionReading, ApprovalReading, FunctionReading, ProcessedReading } from "../reading.ts";
import { isAccepted, type Value, valueFault } from "../values.ts";
import { readApprovalItems } from "./approval-item.ts";
import { base, entriesOf, entryPath, isUnusableName, unlessFalsy } from "./entries.ts";
import { readMcpRequests } from "./hosted-requests.ts";
import { type Callers, readCaller } from "./programmatic.ts";

/** Reads a nested run (`agent_run_state`); handed in, so that a level does not import the level above it. */
export type ReadNested = (call: JsonObject, state: JsonObject, path: Path) => FunctionReading["nested"];

/** `/last_processed_response` (`_deserialize_processed_response`); null when the reader takes it for absent. */
export function readProcessed(pass: Pass, readNested: ReadNested): ProcessedReading | null {
  const data = pass.state.last_processed_response;
  if (isFalsy(data)) return null;
  if (!isObject(data)) {
    report(pass, "processed-response-not-an-object", [base], { found: kindOf(data) });
    return null;
  }
  const start = data.tool_output_guardrail_result_start ?? null;
  if (start !== null) report(pass, "guardrail-start-below-1-20", [base, "tool_output_guardrail_result_start"]);
  const newItems = readItems(pass, data.new_items, [base, "new_items"]);
  // Up to 0.18.0 functions had their turn in the common loop, behind the handoffs.
  const handoffsFirst = pass.dialect.does.falsyFunctionsAreEmpty;
  const actions: ActionReading[] = [];
  if (handoffsFirst) readHandoffs(pass, data.handoffs, actions);
  const functions = readFunctions(pass, data.functions);
  if (!handoffsFirst) readHandoffs(pass, data.handoffs, actions);
  readActions(pass, data, actions);
  for (const entry of functions) entry.nested = readNestedOf(pass, entry, readNested);
  readMcpRequests(pass, data.mcp_approval_requests, actions);
  const approvals = readInterruptions(pass, data.interruptions);
  readBindings(pass, data.mcp_tool_bindings);
  readGuardrailStart(pass, start);
  return { data, newItems, functions, actions, approvals };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readFunctions(pass: Pass, value: Json | undefined): Writable<FunctionReading>[] {
  const { does } = pass.dialect;
  const functions: Writable<FunctionReading>[] = [];
  const entries = entriesOf(pass, does.falsyFunctionsAreEmpty ? unlessFalsy(value) : value, "functions");
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const path = entryPath(value, "functions", index);
    if (!isObject(entry)) {
      const rule = does.functionEntriesMustBeObjects ? "action-not-an-object" : "action-skipped";
      report(pass, rule, path, { key: "functions", found: kindOf(entry) });
      continue;
    }
    if (does.findsFunctionsByToolName && isObject(entry.tool) && isUnusableName(entry.tool.name)) {
      report(pass, "action-tool-name-unusable", [...path, "tool", "name"], { found: kindOf(entry.tool.name) });
      continue;
    }
    const call = objectOf(entry.tool_call);
    if (acceptsCall(pass, "function-call", call, path, "model-and-programs"))
      functions.push({ path, data: entry, call, nested: null });
  }
  return functions;
}

/** A call that breaks its schema takes the action with it. */
function acceptsCall(pass: Pass, value: Value, call: Json, entry: Path, callers: Callers): boolean {
  const path = [...entry, "tool_call"];
  if (isAccepted(pass, value, call, path)) {
    if (isObject(call)) readCaller(pass, call, path, callers);
    return true;
  }
  const fault = valueFault(pass, value, call, path);
  report(pass, "action-call-invalid", [...path, ...fault.at], { expected: fault.expected });
  return false;
}

/** Calls of the other kinds stay as they are when they break their schema. */
const callSchemas: Partial<Record<NativeAction["key"], Value>> = {
  computer_actions: "ResponseComputerToolCall",
  custom_tool_actions: "ResponseCustomToolCall",
};

/** The native tools (`_deserialize_actions`); what is kept goes to `kept`. */
function readActions(pass: Pass, data: JsonObject, kept: ActionReading[]): void {
  for (const group of nativeActions) {
    const value = member(data, group.key);
    if (group.key === "custom_tool_actions" && !pass.dialect.does.readsCustomActions) {
      if (!isFalsy(value)) report(pass, "custom-actions-ignored", [base, group.key]);
      continue;
    }
    const entries = entriesOf(pass, unlessFalsy(value), group.key);
    for (let index = 0; index < entries.length; index++) {
      const action = readAction(pass, group, entries[index] as Json, entryPath(value, group.key, index));
      if (action !== null) kept.push(action);
    }
  }
}

function readAction(pass: Pass, group: NativeAction, entry: Json, path: Path): ActionReading | null {
  const { key, tool, names } = group;
  const container = isObject(entry) ? member(entry, tool) : undefined;
  if (!isObject(entry)) report(pass, "action-skipped", path, { key, found: kindOf(entry) });
  else if (isObject(container) && isUnusableName(container.name)) {
    report(pass, "action-tool-name-unusable", [...path, tool, "name"], { found: kindOf(container.name) });
  } else if (!isObject(container) || isFalsy(container.name)) {
    report(pass, "action-skipped", path, { key, found: kindOf(container) });
  } else if (!findsTool(pass, group, container.name)) {
    report(pass, "action-skipped", [...path, tool, "name"], { key, found: kindOf(container.name) });
  } else {
    const schema = callSchemas[key];
    const call = objectOf(entry.tool_call);
    const callers = names === null ? "model-and-programs" : "model";
    if (schema !== undefined && !acceptsCall(pass, schema, call, path, callers)) return null;
    const callPath = [...path, "tool_call"];
    if (schema === undefined && isObject(entry.tool_call)) readCaller(pass, call, callPath, callers);
    const options = { toolName: nameInProgram(group, container.name) };
    return { list: key, path, data: entry, call, callPath, options };
  }
  return null;
}

function findsTool({ dialect }: Pass, group: NativeAction, name: Json | undefined): boolean {
  if (group.key === "computer_actions" && name === "computer") return dialect.does.findsComputerByShortName;
  return canBeNamed(group, name);
}

function readHandoffs(pass: Pass, value: Json | undefined, kept: ActionReading[]): void {
  const strictly = pass.dialect.does.findsFunctionsByToolName;
  const entries = entriesOf(pass, unlessFalsy(value), "handoffs");
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const path = entryPath(value, "handoffs", index);
    if (!isObject(entry)) {
      report(pass, "action-not-an-object", path, { key: "handoffs", found: kindOf(entry) });
      continue;
    }
    const { handoff } = entry;
    if (strictly && handoff !== undefined && !isObject(handoff)) {
      report(pass, "action-not-an-object", [...path, "handoff"], { key: "handoffs", found: kindOf(handoff) });
    } else if (strictly && isObject(handoff) && isUnusableName(handoff.tool_name)) {
      report(pass, "action-tool-name-unusable", [...path, "handoff", "tool_name"], {
        found: kindOf(handoff.tool_name),
      });
    } else if (!isObject(handoff) || typeof handoff.tool_name !== "string" || handoff.tool_name === "") {
      report(pass, "action-skipped", path, { key: "handoffs", found: kindOf(handoff) });
    } else {
      const call = objectOf(entry.tool_call);
      if (!acceptsCall(pass, "function-call", call, path, "model")) continue;
      const callPath = [...path, "tool_call"];
      kept.push({ list: "handoffs", path, data: entry, call, callPath, options: { role: "handoff" } });
    }
  }
}

function readNestedOf(pass: Pass, entry: FunctionReading, readNested: ReadNested): FunctionReading["nested"] {
  const state = entry.data.agent_run_state;
  if (state === undefined || state === null) return null;
  const path = [...entry.path, "agent_run_state"];
  if (report(pass, "nested-run-ignored", path)) return null;
  if (isObject(state)) return readNested(entry.call, state, path);
  report(pass, "nested-run-not-an-object", path, { found: kindOf(state) });
  return null;
}

function readInterruptions(pass: Pass, value: Json | undefined): ApprovalReading[] {
  const entries = entriesOf(pass, value, "interruptions");
  return readApprovalItems(pass, value, entries, [base, "interruptions"], "interruption-agent-replaced");
}

function readBindings(pass: Pass, value: Json | undefined): void {
  if (value === undefined) return;
  if (!isObject(value)) {
    report(pass, "bindings-not-an-object", [base, "mcp_tool_bindings"], { found: kindOf(value) });
    return;
  }
  for (const callId of Object.keys(value)) {
    const binding = member(value, callId);
    if (!Array.isArray(binding))
      report(pass, "binding-dropped", [base, "mcp_tool_bindings", callId], { found: kindOf(binding) });
  }
}

function readGuardrailStart(pass: Pass, start: Json): void {
  if (start === null) return;
  const path = [base, "tool_output_guardrail_result_start"];
  if (typeof start === "number" && start >= 0 && pass.document.isInteger(at(pass, path))) return;
  report(pass, "guardrail-start-invalid", path, { found: kindOfCount(start) });
}
