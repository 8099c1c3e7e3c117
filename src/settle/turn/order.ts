import { objectOf } from "../../document/json.ts";
import type { SettleBehaviour } from "../behaviour.ts";
import { typeOf } from "../items/pairs.ts";
import type { SettleRun, TurnItem } from "../run/run.ts";
import { askedIdOf } from "./answers.ts";

/** An output of the resumed turn. */
export interface Answer extends TurnItem {
  readonly rejected: boolean;
}

const ran = ["function_call_output", "custom_tool_call_output", "shell_call_output", "apply_patch_call_output"];
const behind = [
  ...["function_call_output", "shell_call_output", "custom_tool_call_output"],
  ...["apply_patch_call_output", "mcp_approval_response"],
];

/** Function calls come first, in newer releases rejected ones among them; other rejections behind all that ran. */
export function rankOf({ item, rejected }: Answer, does: SettleBehaviour): number {
  const type = typeOf(item) ?? "";
  const isAmongThem = !rejected || (type === "function_call_output" && does.mixesRejections);
  const place = isAmongThem ? ran.indexOf(type) : -1;
  return place === -1 ? ran.length + behind.indexOf(type) : place;
}

type Place = (entry: TurnItem) => number;

/** Where the call of an output stands among these. */
export function placesOf(calls: readonly (string | undefined)[]): Place {
  const places = new Map<string, number>();
  for (const [place, id] of calls.entries()) if (id !== undefined && !places.has(id)) places.set(id, place);
  return ({ item }) => places.get(askedIdOf(objectOf(item.value))) ?? calls.length;
}

/** `order_current_turn_tool_outputs`: outputs change places among themselves, other items keep theirs. */
export function inCallOrder({ modelCalls }: SettleRun, items: readonly TurnItem[]): TurnItem[] {
  const isOrdered = (entry: TurnItem) => entry.kind === "tool_call_output_item";
  const placeOf = placesOf(modelCalls);
  const outputs = items.filter(isOrdered).toSorted((a, b) => placeOf(a) - placeOf(b));
  const next = outputs.values();
  return items.map((entry) => (isOrdered(entry) ? (next.next().value ?? entry) : entry));
}
