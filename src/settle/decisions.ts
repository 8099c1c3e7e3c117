import { isObject, type JsonObject, member } from "../document/json.ts";
import { itemOf } from "../session/raw-item.ts";
import type { SettleBehaviour } from "./behaviour.ts";
import type { SettleOptions } from "./options.ts";
import type { Approval, Decision, SettleRun, TurnItem } from "./run.ts";

/** What the model is told about a rejected call, unless the decision brings its own words (`DEFAULT_APPROVAL_REJECTION_MESSAGE`). */
const REJECTION = "Tool execution was not approved.";
const SECOND_HANDOFF = "Multiple handoffs detected, ignoring this one.";

/** The resumed turn: what running and rejecting brought, and what is still open. */
export interface ResolvedTurn {
  readonly items: readonly TurnItem[];
  readonly open: readonly Approval[];
  /** The run hands over: nothing is open, and the response asks for a handoff. */
  readonly handsOff: boolean;
}

export function decisionOf(approval: Approval, decide: SettleOptions["decide"]): Decision | null {
  if (decide === "approve" || decide === "reject") return decide;
  return (decide === "none" ? undefined : decide.get(approval.id)) ?? approval.decided;
}

/** `resolve_interrupted_turn`: function calls first, then the other kinds, then MCP responses, then handoffs. */
export function resolveTurn(run: SettleRun, options: SettleOptions, does: SettleBehaviour): ResolvedTurn {
  const open = run.approvals.filter((approval) => decisionOf(approval, options.decide) === null);
  const answers = [...ownAnswers(run, options), ...nestedAnswers(run, options, open)];
  const ranked = answers.toSorted((a, b) => rankOf(a) - rankOf(b) || placeOf(run, a) - placeOf(run, b));
  const done = new Set(run.outputs.map(({ item }) => callIdOf(item.value as JsonObject)));
  const handoffs = open.length > 0 ? [] : run.handoffs.filter((call) => !done.has(callIdOf(call)));
  const [first, ...rest] = handoffs;
  const ignored = rest.map((call) => outputItem(call, SECOND_HANDOFF));
  const items = [...ranked, ...ignored];
  const ordered = does.ordersOutputs ? inCallOrder(run, items) : items;
  const handoff =
    first === undefined ? [] : [{ ...outputItem(first, transferText(first, options)), kind: "handoff_output_item" }];
  return { items: [...ordered, ...handoff], open, handsOff: first !== undefined };
}

function ownAnswers(run: SettleRun, options: SettleOptions): TurnItem[] {
  const answers: TurnItem[] = [];
  for (const approval of run.approvals) {
    const decision = decisionOf(approval, options.decide);
    if (approval.nestedIn.length > 0 || decision === null) continue;
    answers.push(decision === "approve" ? approvedItem(approval, options) : rejectedItem(approval));
  }
  return answers;
}

/** A nested run answers the call it belongs to once nothing in it is open. */
function nestedAnswers(run: SettleRun, options: SettleOptions, open: readonly Approval[]): TurnItem[] {
  const waiting = new Set(open.flatMap(({ nestedIn }) => nestedIn.map(callIdOf)));
  const calls = new Map(
    run.approvals.flatMap(({ nestedIn }) => nestedIn.map((call) => [callIdOf(call), call] as const)),
  );
  return [...calls].filter(([id]) => !waiting.has(id)).map(([, call]) => outputItem(call, outputText(call, options)));
}

const ranks = [
  "function_call_output",
  "custom_tool_call_output",
  "shell_call_output",
  "apply_patch_call_output",
  "mcp_approval_response",
];

function rankOf({ item }: TurnItem): number {
  return ranks.indexOf(String(member(item.value as JsonObject, "type")));
}

function placeOf(run: SettleRun, { item }: TurnItem): number {
  const id = callIdOf(item.value as JsonObject);
  const place = run.response.findIndex((entry) => isObject(entry.item.value) && callIdOf(entry.item.value) === id);
  return place === -1 ? run.response.length : place;
}

/** `order_current_turn_tool_outputs`: outputs change places among themselves, other items keep theirs. */
function inCallOrder(run: SettleRun, items: readonly TurnItem[]): TurnItem[] {
  const isOrdered = (entry: TurnItem) => entry.kind === "tool_call_output_item";
  const outputs = items.filter(isOrdered).toSorted((a, b) => placeOf(run, a) - placeOf(run, b));
  return items.map((entry) => (isOrdered(entry) ? (outputs.shift() as TurnItem) : entry));
}

export function callIdOf(call: JsonObject): string {
  const id = member(call, "call_id") ?? member(call, "id");
  return typeof id === "string" ? id : "";
}

function outputText(call: JsonObject, options: SettleOptions): string {
  const id = callIdOf(call);
  return options.outputs.get(id) ?? `<output of ${id}>`;
}

/** `Handoff.get_transfer_message`; the target's name is taken from the tool's, which the SDK makes of it. */
function transferText(call: JsonObject, options: SettleOptions): string {
  const name = member(call, "name");
  const target =
    typeof name === "string" && name.startsWith("transfer_to_") ? name.slice("transfer_to_".length) : undefined;
  return (
    options.outputs.get(callIdOf(call)) ??
    (target === undefined ? outputText(call, options) : `{"assistant": ${JSON.stringify(target)}}`)
  );
}

/** The call's `caller` goes along (`copy_tool_call_caller`). */
function callerOf(call: JsonObject): JsonObject {
  const caller = member(call, "caller");
  return isObject(caller) ? { caller } : {};
}

function outputItem(call: JsonObject, output: string): TurnItem {
  const value = { call_id: callIdOf(call), output, type: "function_call_output", ...callerOf(call) };
  return { kind: "tool_call_output_item", item: itemOf(value) };
}

function approvedItem({ id, call }: Approval, options: SettleOptions): TurnItem {
  const text = outputText(call, options);
  switch (member(call, "type")) {
    case "custom_tool_call":
      return localOutput(call, { type: "custom_tool_call_output", output: text });
    case "shell_call":
      return localOutput(call, { type: "shell_call_output", output: [shellChunk(text, "", 0)] });
    case "apply_patch_call":
      return localOutput(call, { type: "apply_patch_call_output", status: "completed", output: text });
    case "mcp_approval_request":
    case "hosted_tool_call":
      return mcpResponse(id, true, undefined, call);
    default:
      return outputItem(call, text);
  }
}

function rejectedItem({ id, call, rejection = REJECTION }: Approval): TurnItem {
  switch (member(call, "type")) {
    case "custom_tool_call":
      return localOutput(call, { type: "custom_tool_call_output", output: rejection });
    case "shell_call":
      return localOutput(call, { type: "shell_call_output", output: [shellChunk("", rejection, 1)] });
    case "apply_patch_call":
      return localOutput(call, { type: "apply_patch_call_output", output: rejection, status: "failed" });
    case "mcp_approval_request":
    case "hosted_tool_call":
      return mcpResponse(id, false, rejection === REJECTION ? undefined : rejection, call);
    default:
      return outputItem(call, rejection);
  }
}

function localOutput(call: JsonObject, fields: JsonObject): TurnItem {
  return { kind: "tool_call_output_item", item: itemOf({ call_id: callIdOf(call), ...fields, ...callerOf(call) }) };
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
