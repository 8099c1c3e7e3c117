import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

const stopped = (change: (state: JsonObject) => void = () => {}) => {
  const state: JsonObject = corpusState("resume/1.13-stopped-between-turns");
  change(state);
  return state;
};
const counts = (state: JsonObject, release: string) =>
  resumeFindings(judged(state, release)).filter((one) => one.startsWith("stored-count"));
const told = ["stored-count-carried /current_turn_persisted_item_count"];

// Three programs, cancelled behind a turn and resumed over their sessions in seven releases: up to 0.21.0 the call that waits next is not stored.
describe("a run that stopped between two turns", () => {
  it.each(["0.19.4", "0.21.0", "0.21.1"])("takes its count along in %s", (release) => {
    expect(counts(stopped(), release)).toEqual(told);
  });

  it("begins the count anew since 0.22.0", () => {
    for (const release of ["0.22.0", "0.24.0"]) expect(counts(stopped(), release)).toEqual([]);
  });

  it("is told by its step where the label has one", () => {
    const asks = (state: JsonObject) => {
      state.$schemaVersion = "1.15";
      state.current_step = { type: "next_step_run_again" };
    };
    expect(counts(stopped(asks), "0.21.0")).toEqual(told);
  });

  it("has nothing to take along without a count, and a run that ended goes nowhere", () => {
    const without = (state: JsonObject) => {
      state.current_turn_persisted_item_count = 0;
    };
    const ended = (state: JsonObject) => {
      const content = [{ type: "output_text", text: "done", annotations: [] }];
      const raw_item = { id: "m1", type: "message", role: "assistant", status: "completed", content };
      (state.generated_items as JsonObject[]).push({ type: "message_output_item", agent: { name: "a" }, raw_item });
    };
    expect(counts(stopped(without), "0.21.0")).toEqual([]);
    expect(counts(stopped(ended), "0.21.0")).toEqual([]);
  });
});
