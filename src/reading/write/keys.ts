import type { Behaviour } from "../../readers/behaviours.ts";
import type { RuleName } from "../../rules/index.ts";

/** The keys of `pending_session_write`, by the label that brought them; an unknown one is refused
 * (0.24.0, `_build_run_state_from_json`). */

/** 1.17: all demanded. */
export const writeKeys: readonly string[] = ["session_id", "items", "before", "persisted_count"];

/** 1.18: what a compaction after the write has to know. */
export const compactionKeys: readonly string[] = [
  "response_id",
  "store",
  "has_local_tool_outputs",
  "append_acknowledged",
  "compaction_model_exchange",
];

/** 1.19: a write that waits for the approvals. */
export const heldKeys: readonly string[] = ["held", "reasoning_item_id_policy", "current_response"];

/** Keys that came later than the record. */
interface LaterKeys {
  readonly keys: readonly string[];
  /** What the reader does under the labels that have them. */
  readonly read: Behaviour;
  /** Broken under all others. */
  readonly tooNew: RuleName;
}

export const laterKeys: readonly LaterKeys[] = [
  { keys: compactionKeys, read: "readsWriteCompaction", tooNew: "compaction-needs-1-18" },
  { keys: heldKeys, read: "readsHeldWrite", tooNew: "held-needs-1-19" },
];
