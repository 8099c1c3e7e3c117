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
