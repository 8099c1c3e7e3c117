import { expect, test } from "vitest";
import { judged, ruleNames } from "../outlook/checkpoint.ts";
import { corpusState } from "../parsed.ts";

test("waiting-id-shared is found where it is broken", () => {
  const state = corpusState("features/1.21-waiting-id-shared");
  // Calls that say the same stop every resume: a rule of its own.
  expect(ruleNames(judged(state))).toContain("waiting-calls-alike");
  state.current_step.data.interruptions[0].raw_item.arguments = "{}";
  expect(ruleNames(judged(state))).toContain("waiting-id-shared");
});

test("waiting-id-shared is not found elsewhere", () => {
  const state = corpusState("resume/1.21-agent-tool-nested-pending");
  expect(ruleNames(judged(state))).not.toContain("waiting-id-shared");
});

// Approved, rejected and left open in each pairing, saved and resumed with 0.21.0, 0.22.3, 0.23.1 and 0.24.0: each decision counts for its call.
test("nested runs beside each other may wait for calls of one id", () => {
  const state = corpusState("resume/1.15-nested-calls-share-id");
  for (const release of ["0.21.0", "0.24.0"]) expect(judged(state, release).resume).toBe("ok");
  const [first, second] = state.last_processed_response.functions;
  second.agent_run_state = first.agent_run_state;
  state.current_step.data.interruptions[1] = state.current_step.data.interruptions[0];
  expect(ruleNames(judged(state))).toContain("waiting-calls-alike");
});
