import type { SdkError } from "./sdk-error.ts";

/** Lines that `agents.run_state` and `agents.run_internal` write to the log while they go on. */
export const logLines: readonly SdkError[] = [
  {
    begins: ["Failed to deserialize nested agent run state"],
    tells: "a log line: the nested run and its approvals were dropped, and the outer run goes on",
    causes: ["nested-run-dropped", "refused-by-reader"],
  },
  {
    begins: ["Failed to capture nested agent run state", "Failed to serialize nested agent run state"],
    tells: "a log line of the writer: the checkpoint was stored without the run that waits inside of the call",
    causes: ["nested-run-missing"],
  },
  {
    begins: [
      "Item missing type field",
      "Item missing agent field",
      "Failed to deserialize item of type",
      "Agent * not found, skipping item",
      "Skipping handoff_output_item",
      "Skipping unresolved handoff target while building agent map",
      "Ignoring invalid generated_session_item_indexes",
      "Ignoring mismatched generated/session occurrence",
      "Ignoring nested history ownership for skipped",
    ],
    tells: "a log line of the load: what it names was left out, and the rest was taken",
    causes: ["data-dropped", "agent-missing"],
  },
  {
    begins: ["Failed to save completed tools after a tool error"],
    tells: "a log line of 0.24.0: a tool raised, and what others had finished beside it did not reach the session",
    causes: ["output-missing", "items-missing", "output-not-committed"],
  },
  {
    begins: [
      "Unable to fully rewind session",
      "Failed to rewind session item",
      "Failed to restore session items after a rewind",
      "Failed to strip stray session item",
      "Session cleanup verification exhausted attempts",
    ],
    tells: "log lines: a model call was tried again, and what the first attempt had stored was not all taken back",
    causes: ["duplicate-items", "call-unanswered"],
  },
];
