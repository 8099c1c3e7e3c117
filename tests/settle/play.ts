import { type ResumeOptions, settleOptionsOf } from "../../src/commands/options/settle.ts";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { judge } from "../../src/judge.ts";
import { findReader, newestReader } from "../../src/readers/releases.ts";
import { itemOf, itemsAt } from "../../src/session/raw-item.ts";
import { settleRunOf } from "../../src/settle/run/from-run.ts";
import { type SessionInput, type SettleResult, settle } from "../../src/settle/simulate.ts";
import { documentOf } from "../parsed.ts";

/** Options as on the command line: `--decide approve …`, values behind their names. */
function argsOf(words: readonly string[]): ResumeOptions {
  const args: Record<string, unknown> = {};
  const outputs: string[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const name = (words[at] ?? "").slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const value = words[at + 1] ?? "";
    if (name === "toolOutput") outputs.push(value);
    else args[name] = name === "sessionLimit" ? Number(value) : value;
  }
  return { ...args, toolOutput: outputs };
}

/** Plays a checkpoint (as text, so that numbers keep their spelling) over a session. */
export function play(
  checkpoint: string,
  session: SessionInput | null,
  words: readonly string[],
  release = newestReader.release,
): SettleResult {
  const reader = findReader(release) ?? newestReader;
  const run = settleRunOf(judge(documentOf(checkpoint), { reader }), reader);
  return settle(run, settleOptionsOf(argsOf(words), run), session);
}

export function sessionOf(items: readonly JsonObject[], id: string | null = null): SessionInput {
  return { id, items: items.map(itemOf) };
}

/** A session from the text of a list, which keeps the spelling of its numbers. */
export function sessionFromText(text: string, id: string | null = null): SessionInput {
  return { id, items: itemsAt(text, 0, documentOf(text).value as Json[]) };
}

export const user: JsonObject = { role: "user", content: "do the thing" };
export const call: JsonObject = { type: "function_call", call_id: "call_A", name: "write_thing", arguments: "{}" };
export const output: JsonObject = { type: "function_call_output", call_id: "call_A", output: "done" };

/** A checkpoint at a step that asks the model next, with a pending write. */
export function checkpointWith(record: JsonObject | null, label = "1.21"): string {
  return JSON.stringify({
    $schemaVersion: label,
    current_turn: 0,
    current_agent: { name: "writer" },
    original_input: "do the thing",
    model_responses: [],
    context: { usage: { requests: 0, input_tokens: 0, output_tokens: 0, total_tokens: 0 }, approvals: {}, context: {} },
    tool_use_tracker: {},
    max_turns: 10,
    no_active_agent_run: true,
    input_guardrail_results: [],
    output_guardrail_results: [],
    generated_items: [],
    session_items: [],
    current_step: { type: "next_step_run_again" },
    last_processed_response: null,
    current_turn_persisted_item_count: 0,
    pending_session_write: record,
    trace: null,
  });
}

export function ordinary(items: readonly JsonObject[], before: readonly string[] | null = null): JsonObject {
  return {
    session_id: "sess_1",
    items: [...items],
    before: before === null ? null : [...before],
    persisted_count: items.length,
  };
}

export function held(items: readonly JsonObject[]): JsonObject {
  return { ...ordinary(items), held: true, current_response: { turn: 0, start: 0 } };
}
