import { isObject, type Json, member } from "../document/json.ts";
import { kindOf } from "../findings/kind-of.ts";
import { isFalsy, isHashable } from "../python/truth.ts";
import { isEncodable } from "../python/unicode.ts";
import { isIdPolicy } from "./id-policy.ts";
import { iterate } from "./iterate.ts";
import { type Pass, report } from "./pass.ts";

/** The terminal marker: null, or exactly true from 1.17 on. Returns whether the run is marked as ended. */
export function readTerminalMarker(pass: Pass): boolean {
  const marker = pass.state.terminal_unrecoverable ?? null;
  if (marker === null || !pass.dialect.does.readsTerminalMarker) return false;
  if (marker !== true) report(pass, "terminal-marker-invalid", ["terminal_unrecoverable"], { found: kindOf(marker) });
  else if (!report(pass, "terminal-marker-below-1-17", ["terminal_unrecoverable"], { label: pass.label })) return true;
  return false;
}

/** The fields between the pending write and the last check. */
export function readSmallFields(pass: Pass): void {
  const policy = pass.state.reasoning_item_id_policy ?? null;
  if (!isHashable(policy))
    report(pass, "reasoning-policy-unusable", ["reasoning_item_id_policy"], { found: kindOf(policy) });
  else if (!isIdPolicy(policy)) {
    report(pass, "reasoning-policy-unknown", ["reasoning_item_id_policy"], { found: kindOf(policy) });
  }
  const cacheKey = pass.state.generated_prompt_cache_key ?? null;
  if (cacheKey !== null && typeof cacheKey !== "string") {
    report(pass, "prompt-cache-key-dropped", ["generated_prompt_cache_key"], { found: kindOf(cacheKey) });
  }
  readToolTracker(pass, pass.state.tool_use_tracker);
  readTrace(pass, pass.state.trace);
}

/** `set_tool_use_tracker_snapshot`. */
function readToolTracker(pass: Pass, tracker: Json | undefined): void {
  if (isFalsy(tracker)) return;
  if (!isObject(tracker)) {
    report(pass, "tool-tracker-unusable", ["tool_use_tracker"], { found: kindOf(tracker) });
    return;
  }
  for (const agent of Object.keys(tracker)) {
    const tools = member(tracker, agent) as Json;
    const path = ["tool_use_tracker", agent];
    if (iterate(tools) === null) report(pass, "tool-tracker-unusable", path, { found: kindOf(tools) });
    else if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === "string")) {
      report(pass, "tool-tracker-entry-odd", path, { found: kindOf(tools) });
    }
  }
}

/** What the reader takes as a text or not at all (`TraceState.from_json`). */
const traceTexts: ReadonlySet<string> = new Set(["object", "id", "workflow_name", "group_id", "tracing_api_key"]);

function readTrace(pass: Pass, trace: Json | undefined): void {
  if (trace === undefined || trace === null) return;
  if (!isObject(trace)) {
    report(pass, "trace-dropped", ["trace"], { found: kindOf(trace) });
    return;
  }
  for (const field of Object.keys(trace)) {
    const value = member(trace, field);
    const isText = traceTexts.has(field) || (field === "tracing_api_key_hash" && pass.dialect.does.hashesTraceKeys);
    const fits = field === "metadata" ? isObject(value) : !isText || typeof value === "string";
    if (!fits && value !== null) report(pass, "trace-dropped", ["trace", field], { field, found: kindOf(value) });
  }
  const key = trace.tracing_api_key;
  if (typeof key === "string" && !isEncodable(key))
    report(pass, "trace-key-not-encodable", ["trace", "tracing_api_key"]);
}
