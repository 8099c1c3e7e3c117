import { member } from "../../document/json.ts";
import { isFalsy, isTruthy } from "../../python/truth.ts";
import { originOf } from "../../reading/tool-origin.ts";
import type { MigrateRule } from "../../rules/migrate.ts";
import { edit, listAt, note, objectAt, objectsIn, removeAt, removeMembers, together } from "./change.ts";
import type { Change, Run } from "./step.ts";

/** 1.15 → 1.14: staged user input never reaches the model in 0.19.4. */
export function dropStagedInput(run: Run): Change[] {
  const empty = isFalsy(member(run.value, "pending_input"));
  return removeAt(run, empty ? "staged-input-empty-dropped" : "staged-input-below-1-15", ["pending_input"]);
}

/** 1.15 → 1.14, the current step: a run that asks the model next has no step in files of 0.19.4 and resumes the
 * same; a response that was accepted but not processed would be asked for, and paid, again. */
export function downgradeStep(run: Run): Change[] {
  const step = objectAt(run.value, "current_step");
  if (step === undefined) return [];
  const path = [...run.base, "current_step"];
  if (member(step, "type") === "next_step_run_again")
    return [edit("run-again-step-dropped", { op: "replace", path, value: null })];
  const data = objectAt(step, "data");
  if (data === undefined) return [];
  const unprocessed = isFalsy(member(run.value, "last_processed_response"));
  const accepted = isTruthy(member(data, "response_accepted")) && unprocessed;
  const hooksOpen = Object.hasOwn(data, "llm_end_hooks_started") && isFalsy(member(data, "llm_end_hooks_started"));
  const drop = (rule: MigrateRule, flag: string) => removeAt(run, rule, ["current_step", "data", flag]);
  return [
    ...drop(accepted ? "response-accepted-below-1-15" : "step-flags-dropped", "response_accepted"),
    ...drop(hooksOpen ? "llm-end-hooks-dropped" : "step-flags-dropped", "llm_end_hooks_started"),
  ];
}

/** 1.20 → 1.19: readers below 0.24.0 keep all guardrail results of tool outputs as results of the current response;
 * 0.24.0 refuses the key under the older label. */
export function dropOutputBoundary(run: Run): Change[] {
  const path = ["last_processed_response", "tool_output_guardrail_result_start"];
  return removeAt(run, "tool-output-boundary-dropped", path);
}

/** 1.18 → 1.17: 0.22.3 runs a pending call of a local MCP server without looking whether the server is the same,
 * also one whose binding is missing, which newer releases refuse. */
export function dropMcpBindings(run: Run): Change[] {
  const processed = objectAt(run.value, "last_processed_response");
  const isBound = processed !== undefined && isTruthy(member(processed, "mcp_tool_bindings"));
  const waiting = run.facts.approvals.find(({ data }) => originOf(data) === "mcp");
  const rule = isBound ? "mcp-bindings-dropped" : "mcp-bindings-empty-dropped";
  const dropped = removeAt(run, rule, ["last_processed_response", "mcp_tool_bindings"]);
  return waiting === undefined ? dropped : [...dropped, note("mcp-bindings-dropped", waiting.path)];
}

/** Large enough for any run, small enough for every counter that reads it. */
const practicallyUnlimited = 1_000_000_000;

/** 1.10 → 1.9: 0.15.3 runs the approved tools and then dies comparing the turn with null. */
export function limitTurns(run: Run): Change[] {
  if (member(run.value, "max_turns") !== null) return [];
  const path = [...run.base, "max_turns"];
  const { maxTurns } = run.assume;
  const turns = maxTurns ?? practicallyUnlimited;
  const rule = maxTurns === undefined ? "unlimited-turns-below-1-10" : "unlimited-turns-assumed";
  return [edit(rule, { op: "replace", path, value: turns }, { turns })];
}

/** 1.8 → 1.7: the key that lets the provider find its prompt cache. */
export function dropCacheKey(run: Run): Change[] {
  const empty = isFalsy(member(run.value, "generated_prompt_cache_key"));
  return removeAt(run, empty ? "cache-key-empty-dropped" : "cache-key-dropped", ["generated_prompt_cache_key"]);
}

/** 1.2 → 1.1: 0.9.1 sends the ids of reasoning items again. */
export function dropReasoningPolicy(run: Run): Change[] {
  const omits = member(run.value, "reasoning_item_id_policy") === "omit";
  const rule = omits ? "reasoning-policy-dropped" : "reasoning-policy-empty-dropped";
  return removeAt(run, rule, ["reasoning_item_id_policy"]);
}

/** 1.16 → 1.15: resumed between two turns, 0.21.0 and older leave as many items of the next turn out of the Session as the last one put in: the
 * call that waits then is not stored, its output is. Since 0.22.0 the count begins anew. */
export function resetStoredCount(run: Run): Change[] {
  const key = "current_turn_persisted_item_count";
  const step = objectAt(run.value, "current_step");
  if (step === undefined || member(step, "type") !== "next_step_run_again" || isFalsy(member(run.value, key)))
    return [];
  return [edit("stored-count-reset", { op: "replace", path: [...run.base, key], value: 0 })];
}

/** 1.1 → 1.0: 0.8.4 does not know nested runs, starts the inner agent again and forgets the decision on its call. */
export function dropNestedRuns(run: Run): Change[] {
  const functions = listAt(objectAt(run.value, "last_processed_response"), "functions");
  const at = [...run.base, "last_processed_response", "functions"];
  return together(
    "nested-run-below-1-1",
    [...objectsIn(functions)].flatMap(([entry, index]) => removeMembers(entry, [...at, index], ["agent_run_state"])),
  );
}
