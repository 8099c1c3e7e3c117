import { isObject, type Json, type JsonObject } from "../document/json.ts";
import { type Hunt, maxSecrets, type ReportSecret } from "./hunt.ts";
import { searchValue, type Zone } from "./walk.ts";

export interface SearchOptions {
  /** Look for personal data too. Off by default: every other checkpoint holds an e-mail address, and nobody acts on it. */
  readonly withPersonal?: boolean;
  /** Whether the session item at that place of the run repeats a generated item. */
  readonly isRepeat?: (index: number) => boolean;
}

/** Reports where secrets stand in a run and in the runs nested in it, never their values: the caller need not go into
 * `agent_run_state` itself. At most 200 places per call, and 20 texts with an e-mail address, each at its first place. Members
 * that hold no words of a user, a model or the application are not looked at. Recursive: for values no deeper than a document can be. */
export function findSecrets(run: JsonObject, report: ReportSecret, options: SearchOptions = {}): void {
  const personal = options.withPersonal === true ? new Map() : undefined;
  const hunt: Hunt = { report, trail: [], runs: [], personal, texts: new Map(), left: maxSecrets };
  searchRun(hunt, run, personal === undefined ? options.isRepeat : undefined);
  for (let next = hunt.runs.pop(); next !== undefined && hunt.left > 0; next = hunt.runs.pop()) {
    hunt.trail.length = 0;
    hunt.trail.push(...next.path);
    searchRun(hunt, next.value, undefined);
  }
  for (const { path, places } of hunt.personal?.values() ?? []) {
    report("secret-personal", path, { what: "an e-mail address", places });
  }
}

function searchRun(hunt: Hunt, run: JsonObject, isRepeat: SearchOptions["isRepeat"]): void {
  let areItemsClean = false;
  for (const key in run) {
    const value = run[key];
    if (typeof value !== "object" && typeof value !== "string") continue;
    const zone = zones.get(key) ?? "plain";
    if (zone === "none") continue;
    if (zone === "context" && isObject(value)) searchContext(hunt, value);
    else if (key === "session_items" && areItemsClean && isRepeat !== undefined && Array.isArray(value)) {
      if (value !== run.generated_items) searchUnrepeated(hunt, value, isRepeat);
    } else {
      const before = hunt.left;
      searchValue(hunt, key, value, zone === "context" ? "plain" : zone);
      if (key === "generated_items") areItemsClean = hunt.left === before;
    }
  }
}

function searchUnrepeated(hunt: Hunt, items: readonly Json[], isRepeat: (index: number) => boolean): void {
  hunt.trail.push("session_items");
  for (let index = 0; index < items.length; index++) {
    if (!isRepeat(index)) searchValue(hunt, index, items[index], "item");
  }
  hunt.trail.pop();
}

function searchContext(hunt: Hunt, value: JsonObject): void {
  hunt.trail.push("context");
  const { context, tool_input, approvals, function_tool_approvals } = value;
  searchValue(hunt, "context", context, "plain");
  searchValue(hunt, "tool_input", tool_input, "plain");
  // Reasons of a rejection are words of a person.
  searchValue(hunt, "approvals", approvals, "item");
  searchValue(hunt, "function_tool_approvals", function_tool_approvals, "item");
  hunt.trail.pop();
}

/** What hangs at the top of a run. A key that is not here is nobody's, so that anything can stand there. */
const zones: ReadonlyMap<string, Zone | "context" | "none"> = new Map<string, Zone | "context" | "none">([
  ["context", "context"],
  ["sandbox", "sandbox"],
  ...[
    "original_input",
    "pending_input",
    "trace",
    "model_responses",
    "last_model_response",
    "generated_items",
    "session_items",
    "current_step",
    "last_processed_response",
    "input_guardrail_results",
    "output_guardrail_results",
    "tool_input_guardrail_results",
    "tool_output_guardrail_results",
    "pending_session_write",
  ].map((key): [string, Zone] => [key, "item"]),
  ...[
    "$schemaVersion",
    "current_agent",
    "tool_use_tracker",
    "conversation_id",
    "previous_response_id",
    "generated_prompt_cache_key",
    "reasoning_item_id_policy",
    "nested_history_owned_session_item_refs",
    "generated_session_item_indexes",
    "current_response_generated_item_ownership",
  ].map((key): [string, "none"] => [key, "none"]),
]);
