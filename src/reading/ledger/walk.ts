import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { kindOf } from "../../findings/kind-of.ts";
import { isCallType, outputIdentity } from "../../python/calls.ts";
import type { CallOptions } from "../../python/invocation.ts";
import { lookupKeyOfApproval } from "../../python/tool-identity.ts";
import { isHashable, isTruthy } from "../../python/truth.ts";
import type { History } from "../history/links.ts";
import { report } from "../pass.ts";
import type { ItemReading, ItemsReading, ProcessedReading, StepReading } from "../reading.ts";
import { type Audit, type Spot, spotPath } from "./audit.ts";
import { visitCall } from "./call.ts";
import { mayBeTooDeep } from "./fragile-call.ts";

/** Before anything is hashed the reader asks every item, then every native action, for its type: one that cannot be looked up raises
 * (`collect_resolved_tool_name`). */
export function visitTypes(audit: Audit, { generated, session, processed }: History): void {
  visitItemTypes(audit, generated, ["generated_items"]);
  if (session?.kept !== generated.kept) visitItemTypes(audit, session, ["session_items"]);
  if (processed === null) return;
  visitItemTypes(audit, processed.newItems, ["last_processed_response", "new_items"]);
  for (const { call, callPath } of processed.actions) {
    if (audit.crashed || isHashable(call.type)) continue;
    const args = { found: kindOf(call.type) };
    audit.crashed = report(audit.pass, "action-call-type-unusable", [...callPath, "type"], args);
  }
}

function visitItemTypes(audit: Audit, items: ItemsReading | null, list: Path): void {
  const kept = items?.kept ?? [];
  for (let place = 0; place < kept.length; place++) {
    const { raw, index } = kept[place] as ItemReading;
    if (!isObject(raw) || typeof raw.type === "string" || audit.crashed || isHashable(raw.type)) continue;
    audit.crashed = report(audit.pass, "item-type-unhashable", [...list, index, "raw_item", "type"]);
  }
}

/** `passed`: items that another list speaks for. Equal to Python is not equal in spelling where a native call holds a number: of a
 * generated one and the session item it is linked to the reader keeps the latter; any other item is looked at where it stands first. */
export function visitItems(
  audit: Audit,
  items: ItemsReading,
  list: Path,
  passed: (raw: JsonObject, index: number) => boolean = () => false,
): void {
  const { kept } = items;
  for (let place = 0; place < kept.length; place++) {
    const { raw, data, type, index } = kept[place] as ItemReading;
    if (!isObject(raw) || passed(raw, index)) continue;
    if (audit.patches && !isNarrowed(type, raw)) visitName(audit, { raw, list, index, entry: data });
    if (passesBy(audit, raw)) continue;
    const spot = { raw, list, index, entry: data };
    const isApproval = type === "tool_approval_item";
    const ownName = isApproval || type === "tool_call_item" ? (data.tool_name ?? raw.name) : undefined;
    visitCall(audit, spot, {
      lookupKey: isApproval ? lookupKeyOfApproval(data, raw) : undefined,
      toolName: typeof ownName === "string" ? ownName : undefined,
      role: type === "handoff_call_item" ? "handoff" : undefined,
    });
  }
}

/** A call whose values, numbers too, are all in its fingerprint. */
export function isNativeCall(raw: JsonObject): boolean {
  return raw.type !== "function_call" && isCallType(raw.type);
}

/** The outputs of the model. A response that was accepted but not processed yet is left out. */
export function visitResponses(audit: Audit, processed: ProcessedReading | null, step: StepReading | null): void {
  const responses = audit.pass.state.model_responses;
  if (!Array.isArray(responses)) return;
  const open = processed === null && step?.type === "next_step_interruption" && step.responseAccepted;
  const count = open ? responses.length - 1 : responses.length;
  for (let index = 0; index < count; index++) {
    const response = responses[index];
    if (!isObject(response) || !Array.isArray(response.output)) continue;
    visitRawItems(audit, response.output, ["model_responses", index, "output"], typed);
  }
}

/** The input of the run. */
export function visitInput(audit: Audit): void {
  const input = audit.pass.state.original_input;
  if (Array.isArray(input)) visitRawItems(audit, input, ["original_input"], plain);
}

const typed: CallOptions = { typed: true };
const plain: CallOptions = {};

function visitRawItems(audit: Audit, items: readonly Json[], list: Path, options: CallOptions): void {
  for (let index = 0; index < items.length; index++) {
    const raw = items[index];
    if (!isObject(raw)) continue;
    if (audit.patches) visitName(audit, { raw, list, index, entry: null });
    if (!passesBy(audit, raw)) visitCall(audit, { raw, list, index, entry: null }, options);
  }
}

/** Where there is an apply_patch tool a call may bear its name: a name that is no text crashes the reader (`is_apply_patch_name`). */
function visitName(audit: Audit, spot: Spot): void {
  const { raw } = spot;
  if (audit.crashed || typeof raw.name === "string" || !isTruthy(raw.name) || !isHashable(raw.type)) return;
  audit.crashed = report(audit.pass, "item-name-unusable", [...spotPath(spot), "name"], { found: kindOf(raw.name) });
}

/** Items whose models keep known members only: a name is none. */
function isNarrowed(type: string, raw: JsonObject): boolean {
  return type === "compaction_item" || raw.type === "computer_call_output" || raw.type === "mcp_approval_response";
}

/** Notes an output; true for what is no call, or one that nothing is to be known of. */
function passesBy(audit: Audit, raw: JsonObject): boolean {
  if (audit.crashed || raw.type === "message" || raw.type === "reasoning") return true;
  if (raw.type === "function_call") {
    return !audit.fragile && !audit.completed.has(raw.call_id as string) && !mayBeTooDeep(raw);
  }
  const output = outputIdentity(raw);
  if (output === null) return false;
  const entry = audit.completed.get(output.callId);
  if (entry !== undefined && entry.type === output.type) entry.output = true;
  return true;
}
