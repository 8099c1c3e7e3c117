import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { isHashable } from "../../python/truth.ts";
import { resolveAgent } from "../agents.ts";
import type { ItemType } from "../item-type.ts";
import type { Pass } from "../pass.ts";
import { isAccepted, type Value, valueFault } from "../values.ts";

/** Whether the reader keeps a run item, and why not. `at` is below the entry's `raw_item` (below the entry for agents). */
export type ItemVerdict =
  | typeof kept
  | { readonly why: "invalid"; readonly at: Path; readonly expected: string }
  | { readonly why: "identity-empty"; readonly at: Path }
  | { readonly why: "unknown-type" }
  | { readonly why: "agents-missing" }
  | { readonly why: "output-type-unknown" };

export const kept = "kept";
const unknownType: ItemVerdict = { why: "unknown-type" };

type Judge = (pass: Pass, raw: Json, entry: JsonObject) => ItemVerdict;

/** What each item type asks of its `raw_item` (the branches of `_deserialize_items`, 0.24.0). */
const judges: ReadonlyMap<string, Judge> = new Map<string, Judge>(
  Object.entries({
    message_output_item: byValue("message"),
    tool_call_item: (_, raw) => typeUsable(raw),
    tool_approval_item: (_, raw) => typeUsable(raw),
    tool_call_output_item: judgeOutput,
    reasoning_item: byValue("ResponseReasoningItem"),
    handoff_call_item: byValue("function-call"),
    handoff_output_item: judgeHandoffOutput,
    compaction_item: () => kept,
    input_item: (pass) => (pass.dialect.does.readsInputItems ? kept : unknownType),
    mcp_list_tools_item: byValue("McpListTools"),
    mcp_approval_request_item: byValue("McpApprovalRequest"),
    mcp_approval_response_item: byValue("McpApprovalResponse"),
    tool_search_call_item: toolSearch("tool_search_call"),
    tool_search_output_item: toolSearch("tool_search_output"),
  } satisfies Record<ItemType, Judge>),
);

/** The verdict on the entry where the walk is. */
export function judgeItem(pass: Pass, type: Json, entry: JsonObject): ItemVerdict {
  const judge = judges.get(type as string);
  return judge === undefined ? unknownType : judge(pass, entry.raw_item as Json, entry);
}

function byValue(value: Value): Judge {
  return (pass, raw) => judgeValue(pass, value, raw);
}

const rawItem: Path = ["raw_item"];

function judgeValue(pass: Pass, value: Value, raw: Json): ItemVerdict {
  return isAccepted(pass, value, raw, rawItem) ? kept : { why: "invalid", ...valueFault(pass, value, raw, rawItem) };
}

function typeUsable(raw: Json): ItemVerdict {
  return isObject(raw) && !isHashable(raw.type)
    ? { why: "invalid", at: ["type"], expected: "the text of a type" }
    : kept;
}

/** `coerce_tool_search_call_raw_item` and its twin: a partial object is kept as it is. */
function toolSearch(type: string): Judge {
  return (pass, raw) => {
    if (!pass.dialect.does.readsToolSearchItems) return unknownType;
    if (!isObject(raw)) return { why: "invalid", at: [], expected: "an object" };
    return raw.type === type ? kept : { why: "invalid", at: ["type"], expected: type };
  };
}

function judgeHandoffOutput(pass: Pass, _raw: Json, entry: JsonObject): ItemVerdict {
  for (const field of ["source_agent", "target_agent"]) {
    const reference = resolveAgent(pass, entry[field]);
    if (reference === "identity-empty") return { why: "identity-empty", at: [field, "identity"] };
    if (reference !== "found") return { why: "agents-missing" };
  }
  return kept;
}

const outputValues: Readonly<Record<string, Value>> = {
  function_call_output: "function-output",
  computer_call_output: "computer-output",
  local_shell_call_output: "local-shell-output",
};

/** `_deserialize_tool_call_output_raw_item`: three types are checked, some stay as they are, the rest is dropped without a log line. */
function judgeOutput(pass: Pass, raw: Json): ItemVerdict {
  if (raw === null) return { why: "output-type-unknown" };
  if (!isObject(raw)) return kept;
  const { type } = raw;
  if (!isHashable(type)) return { why: "invalid", at: ["type"], expected: "the text of a type" };
  const value = typeof type === "string" && Object.hasOwn(outputValues, type) ? outputValues[type] : undefined;
  if (value !== undefined) return judgeValue(pass, value, raw);
  return staysRaw(pass, type) ? kept : { why: "output-type-unknown" };
}

function staysRaw(pass: Pass, type: Json | undefined): boolean {
  if (type === "shell_call_output" || type === "apply_patch_call_output") return true;
  if (type === "custom_tool_call_output") return pass.dialect.does.readsCustomToolOutputs;
  return type === "program_output" && pass.dialect.does.readsProgramOutputs;
}
