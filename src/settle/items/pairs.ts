import { isObject, member } from "../../document/json.ts";
import { fieldOf, type RawItem, textOf } from "../../session/raw-item.ts";

/** Which output answers which call (`_TOOL_CALL_TO_OUTPUT_TYPE`). */
export const outputOfCall: ReadonlyMap<string, string> = new Map([
  ["function_call", "function_call_output"],
  ["custom_tool_call", "custom_tool_call_output"],
  ["shell_call", "shell_call_output"],
  ["apply_patch_call", "apply_patch_call_output"],
  ["computer_call", "computer_call_output"],
  ["local_shell_call", "local_shell_call_output"],
  ["tool_search_call", "tool_search_output"],
  ["program", "program_output"],
]);

export const callOfOutput: ReadonlyMap<string, string> = new Map(
  [...outputOfCall].map(([call, output]) => [output, call]),
);

export function typeOf(item: RawItem): string | undefined {
  return textOf(item, "type");
}

export function isCall(item: RawItem): boolean {
  return outputOfCall.has(typeOf(item) ?? "");
}

export function isOutput(item: RawItem): boolean {
  return callOfOutput.has(typeOf(item) ?? "");
}

/** One key for a call and its output: the type of the call and the `call_id`. Undefined for every other item, and without an id. */
export function pairKeyOf(item: RawItem): string | undefined {
  const type = typeOf(item) ?? "";
  const call = outputOfCall.has(type) ? type : callOfOutput.get(type);
  const id = textOf(item, "call_id");
  return call === undefined || id === undefined ? undefined : `${call} ${id}`;
}

/** Made by the program, not the model: compaction waits while one of these belongs to a response (`_LOCAL_CONTINUATION_OUTPUT_TYPES`). */
export function isLocalOutput(item: RawItem): boolean {
  return isOutput(item) || typeOf(item) === "mcp_approval_response";
}

/** The id by which a request is answered: `call_id`, or `id` of an MCP approval request. Undefined for anything else, and for an empty
 * id (`_held_pair_identity`). */
export function requestIdOf(item: RawItem): string | undefined {
  const type = typeOf(item) ?? "";
  const id =
    type === "mcp_approval_request" ? textOf(item, "id") : outputOfCall.has(type) ? textOf(item, "call_id") : undefined;
  return id === "" ? undefined : id;
}

/** The same as one text, type included: for sets. */
export function requestKeyOf(item: RawItem): string | undefined {
  const id = requestIdOf(item);
  return id === undefined ? undefined : `${typeOf(item)} ${id}`;
}

/** The `call_id` of the program that issued this item. */
export function programCallerOf(item: RawItem): string | undefined {
  const caller = fieldOf(item, "caller");
  if (!isObject(caller) || member(caller, "type") !== "program") return undefined;
  const id = member(caller, "caller_id");
  return typeof id === "string" ? id : undefined;
}

/** A call and its output, by their places in a list. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

/** Which output of a list answers which call: the first of its type and id that is not answered yet. Places, in order. */
export function matchPairs(items: readonly RawItem[]): {
  readonly pairs: readonly Pair[];
  readonly openCalls: readonly number[];
  readonly loneOutputs: readonly number[];
} {
  const pairs: Pair[] = [];
  const loneOutputs: number[] = [];
  const calls = new Map<string, { readonly places: number[]; answered: number }>();
  items.forEach((item, at) => {
    const key = pairKeyOf(item);
    if (key === undefined) return;
    const asked = calls.get(key) ?? { places: [], answered: 0 };
    if (isCall(item)) {
      asked.places.push(at);
      calls.set(key, asked);
      return;
    }
    const from = asked.places[asked.answered];
    if (from === undefined) loneOutputs.push(at);
    else {
      asked.answered++;
      pairs.push({ from, to: at });
    }
  });
  const openCalls = [...calls.values()].flatMap(({ places, answered }) => places.slice(answered));
  return { pairs, openCalls, loneOutputs };
}
