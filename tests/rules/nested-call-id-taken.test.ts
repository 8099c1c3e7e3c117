import { describe, expect, it } from "vitest";
import { migrate } from "../../src/migrate/migrate.ts";
import { judged, resumeFindings } from "../outlook/checkpoint.ts";
import { corpusState, documentOf } from "../parsed.ts";

const place = "/last_processed_response/functions/1/agent_run_state/current_step/data/interruptions/0/raw_item";
const open = corpusState("resume/1.13-nested-call-id-taken");
const approved = corpusState("quirks/nested-call-id-taken");

const isTold = (state: typeof open, release: string) =>
  resumeFindings(judged(state, release)).includes(`nested-call-id-taken ${place}`);

// Resumed with each of these releases and with 0.20.0 and 0.22.0.
describe("a call of a nested run under the id of a call outside", () => {
  it("stops every resume once it is decided, since 0.20.0", () => {
    expect(["0.19.4", "0.20.0", "0.22.3", "0.24.0"].map((release) => isTold(approved, release))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it("stops it undecided where the call outside has run, since 0.23.1", () => {
    expect(["0.22.3", "0.23.1", "0.24.0"].map((release) => isTold(open, release))).toEqual([false, true, true]);
    const state = structuredClone(open);
    state.generated_items = state.generated_items.filter(
      ({ type }: { type: string }) => type !== "tool_call_output_item",
    );
    expect(isTold(state, "0.24.0")).toBe(false);
  });

  it("resumes after a migration", () => {
    for (const state of [open, approved]) {
      const { result } = migrate(documentOf(JSON.stringify(state)), { to: "1.15" });
      expect(judged(JSON.parse(result?.text ?? "")).resume).toBe("ok");
    }
  });
});
