import { expect, test } from "vitest";
import { settle } from "../../src/library/settle.ts";
import { corpusState } from "../parsed.ts";
import { soon } from "../soon.ts";

test("six thousand waiting calls with one id are told soon", () => {
  const state = corpusState("resume/1.21-approval-pending");
  const { data } = state.current_step;
  data.interruptions = Array.from({ length: 6000 }, () => data.interruptions[0]);
  const text = JSON.stringify(state);
  expect(soon(() => settle(text, { session: "[]" }).paths.length)).toBeGreaterThan(0);
});
