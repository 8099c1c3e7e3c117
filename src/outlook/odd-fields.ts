import { isObject, type Json, type JsonObject } from "../document/json.ts";
import { isTruthy, kindOf } from "../python/truth.ts";
import type { Outlooker } from "./outlooker.ts";

/** Every key at the top of a run that some release writes or reads. */
const knownKeys = new Set([
  ...[
    "$schemaVersion",
    "current_turn",
    "current_agent",
    "original_input",
    "pending_input",
    "model_responses",
    "context",
  ],
  ...["tool_use_tracker", "max_turns", "no_active_agent_run", "input_guardrail_results", "output_guardrail_results"],
  ...["tool_input_guardrail_results", "tool_output_guardrail_results", "conversation_id", "previous_response_id"],
  ...["auto_previous_response_id", "generated_prompt_cache_key", "reasoning_item_id_policy"],
  ...["nested_history_owned_session_item_refs", "generated_session_item_indexes"],
  ...["current_response_generated_item_ownership", "generated_items", "session_items", "current_step"],
  ...["last_model_response", "last_processed_response", "current_turn_persisted_item_count", "pending_session_write"],
  ...["terminal_unrecoverable", "trace", "sandbox"],
]);

const isText = (value: Json) => value === null || typeof value === "string";
const isWhole = (value: Json) => typeof value === "number" && value >= 0;

/** Fields that the reader takes as they come: what no writer writes there fails later, if at all. */
const kinds: readonly (readonly [key: string, fits: (value: Json) => boolean])[] = [
  ["conversation_id", isText],
  ["previous_response_id", isText],
  ["auto_previous_response_id", (value) => value === null || typeof value === "boolean"],
  ["max_turns", (value) => value === null || isWhole(value)],
  ["current_turn", isWhole],
  ["current_turn_persisted_item_count", isWhole],
  ["no_active_agent_run", (value) => typeof value === "boolean"],
];

/** Values that load and make no sense (reader rules ENV-7, INP-1, ITM-14, ITM-15, MSC-5). */
export function checkOddFields({ run, report }: Outlooker): void {
  const { state, base } = run;
  for (const key in state) if (!knownKeys.has(key)) report("unknown-key", [...base, key]);
  for (const [key, fits] of kinds) {
    const value = state[key];
    if (value !== undefined && !fits(value)) report("field-kind-odd", [...base, key], { key, found: kindOf(value) });
  }
  checkInput({ run, report }, state.original_input as Json);
  for (const { data, index } of run.generated.kept) {
    const odd = oddDetail(data, run.dialect.does.readsCustomData);
    if (odd !== null) report("item-detail-dropped", [...base, "generated_items", index, odd]);
  }
}

function checkInput({ run, report }: Pick<Outlooker, "run" | "report">, input: Json): void {
  const path = [...run.base, "original_input"];
  if (typeof input === "string") return;
  if (!Array.isArray(input)) report("input-kind-odd", path, { found: kindOf(input) });
  else {
    const odd = input.findIndex((item) => !isObject(item));
    if (odd >= 0) report("input-kind-odd", [...path, odd], { found: kindOf(input[odd]) });
  }
}

/** The member of a run item that the reader leaves out in silence, or null. */
function oddDetail(data: JsonObject, readsCustomData: boolean): string | null {
  const { custom_data: custom, tool_origin: origin, tool_name: name, type } = data;
  if (isTruthy(custom) && (!isObject(custom) || !readsCustomData)) return "custom_data";
  if (origin !== undefined && origin !== null && !isObject(origin)) return "tool_origin";
  return type === "tool_call_item" && name !== undefined && name !== null && typeof name !== "string"
    ? "tool_name"
    : null;
}
