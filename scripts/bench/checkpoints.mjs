// The checkpoints that speed and memory are measured with.
import { readdirSync, readFileSync } from "node:fs";

const resume = new URL("../../corpus/resume/", import.meta.url);

/** Texts that real runs wrote under the labels that are common today. */
export function realCheckpoints() {
  const names = readdirSync(resume).filter((name) => /^1\.(17|18|21)-.*\.json$/.test(name));
  return names.map((name) => readFileSync(new URL(name, resume), "utf8"));
}

/** A checkpoint of about `size` bytes: a real one with its turns repeated under call ids of their own. */
export function growCheckpoint(text, size) {
  const state = JSON.parse(text);
  const { generated_items: items, model_responses: responses } = state;
  const calls = new Set(items.map((item) => item.raw_item?.call_id).filter((id) => typeof id === "string"));
  const pending = new Set((state.current_step?.data?.interruptions ?? []).map((entry) => entry.raw_item?.call_id));
  const finished = items.filter((item) => item.type !== "tool_approval_item" && !pending.has(item.raw_item?.call_id));
  const renamed = (value, turn) => {
    let copy = JSON.stringify(value);
    for (const call of calls) copy = copy.replaceAll(`"${call}"`, `"${call}_t${turn}"`);
    return JSON.parse(copy);
  };
  const moreItems = [];
  const moreResponses = [];
  const perTurn = 2 * JSON.stringify(finished, null, 2).length + JSON.stringify(responses, null, 2).length;
  for (let turn = 0; turn * perTurn < size * 0.7; turn++) {
    moreItems.push(...renamed(finished, turn));
    moreResponses.push(...renamed(responses, turn));
  }
  const shift = moreItems.length;
  state.generated_items = [...moreItems, ...items];
  state.model_responses = [...moreResponses, ...responses];
  state.session_items = [...moreItems, ...(state.session_items ?? [])];
  if (Array.isArray(state.generated_session_item_indexes)) {
    const moved = state.generated_session_item_indexes.map((index) => (index === null ? null : index + shift));
    state.generated_session_item_indexes = [...moreItems.map((_, index) => index), ...moved];
  }
  delete state.current_response_generated_item_ownership;
  return JSON.stringify(state, null, 2);
}
