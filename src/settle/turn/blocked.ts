import { isObject, type JsonObject, member } from "../../document/json.ts";
import { fieldOf, itemOf, textOf } from "../../session/raw-item.ts";
import type { TurnItem } from "../run/run.ts";

/** What a guardrail that tripped leaves of a tool's output. */
const withheldOutput = "Output withheld by an output guardrail.";
const statuses = new Set(["in_progress", "completed", "incomplete"]);

/** `_prepare_blocked_output_snapshot`: function calls with their outputs, rebuilt from known fields and the output withheld. Whatever else
 * belongs to the response is left out; what cannot be rebuilt safely drops all of it. */
export function blockedItems(items: readonly TurnItem[]): TurnItem[] {
  if (items.some(({ kind }) => kind === "reasoning_item")) return [];
  const calls = new Set<string>();
  const outputs = new Set<string>();
  const rebuilt: TurnItem[] = [];
  for (const entry of items) {
    if (entry.kind !== "tool_call_item" && entry.kind !== "tool_call_output_item") continue;
    const value = entry.kind === "tool_call_item" ? blockedCall(entry) : blockedOutput(entry);
    const seen = entry.kind === "tool_call_item" ? calls : outputs;
    const id = value?.call_id;
    if (value === undefined || typeof id !== "string" || seen.has(id)) return [];
    seen.add(id);
    rebuilt.push({ kind: entry.kind, item: itemOf(value) });
  }
  if (outputs.size === 0 || [...outputs].some((id) => !calls.has(id))) return [];
  return rebuilt.filter(({ item }) => outputs.has(textOf(item, "call_id") ?? ""));
}

/** Undefined: not rebuildable (`blocked_function_call_payload`). */
function blockedCall(entry: TurnItem): JsonObject | undefined {
  const { item } = entry;
  const name = textOf(item, "name");
  const callId = textOf(item, "call_id");
  const args = textOf(item, "arguments");
  if (textOf(item, "type") !== "function_call" || !name || !callId || args === undefined) return undefined;
  const optional = optionalFields(entry, ["id", "namespace"]);
  return optional && { type: "function_call", name, arguments: args, call_id: callId, ...optional };
}

function blockedOutput(entry: TurnItem): JsonObject | undefined {
  const callId = textOf(entry.item, "call_id");
  if (textOf(entry.item, "type") !== "function_call_output" || !callId) return undefined;
  const optional = optionalFields(entry, ["id"]);
  return optional && { type: "function_call_output", call_id: callId, output: withheldOutput, ...optional };
}

function optionalFields({ item }: TurnItem, names: readonly string[]): JsonObject | undefined {
  const fields: JsonObject = {};
  for (const name of names) {
    const value = fieldOf(item, name) ?? null;
    if (value === null) continue;
    if (typeof value !== "string" || value === "") return undefined;
    fields[name] = value;
  }
  const status = fieldOf(item, "status") ?? null;
  if (status !== null) {
    if (typeof status !== "string" || !statuses.has(status)) return undefined;
    fields.status = status;
  }
  const caller = fieldOf(item, "caller") ?? null;
  if (caller !== null) {
    if (!isObject(caller) || member(caller, "type") !== "direct") return undefined;
    fields.caller = { type: "direct" };
  }
  return fields;
}
