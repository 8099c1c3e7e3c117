import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

const again = "answered-call-runs-again /generated_items/2";

/** 0.24.0 wrote it: a hook raised after the tool had run. */
function written(change: (context: JsonObject, state: JsonObject) => void): JsonObject {
  const state: JsonObject = corpusState("quirks/answered-call-runs-again");
  change(state.context as JsonObject, state);
  return state;
}

// Played with 0.24.0, 0.23.1, 0.22.3, 0.21.0, 0.19.4, 0.18.3, 0.17.4, 0.13.6, 0.12.0 and 0.8.4.
describe("a waiting call that has its output", () => {
  it("runs again in 0.23.1 and 0.24.0 when all calls of its tool are approved", () => {
    const judgement = judged(written(() => {}));
    expect(resumeFindings(judgement)).toEqual([again]);
    expect(judgement.resume).toBe("unsafe");
  });

  it("does not when the resume raises before it", () => {
    const state = written((context, { last_processed_response: processed }) => {
      const { functions } = processed as { functions: JsonObject[] };
      functions.push({ ...functions[0], tool_call: { ...(functions[0]?.tool_call as JsonObject), call_id: "c2" } });
      const ledger = context.tool_invocations as Record<string, JsonObject>;
      ledger.c2 = { ...ledger.c1, executed: true, completed: false };
    });
    const rules = judged(state).findings.map(({ rule }) => rule);
    expect([rules.includes("output-not-committed"), rules.includes("answered-call-runs-again")]).toEqual([true, false]);
  });

  it("does not when a decision names the call, be it under another tool, or when it waits no more", () => {
    const named = written((context) => {
      context.approvals = { other: { approved: ["c1"], rejected: [] } };
    });
    expect(judged(named).findings.map(({ rule }) => rule)).not.toContain("answered-call-runs-again");
    const gone = written((_, state) => {
      stepData(state).interruptions = [];
    });
    expect(judged(gone).findings.map(({ rule }) => rule)).not.toContain("answered-call-runs-again");
  });

  it("runs again up to 0.19.2 unless it is rejected, and never in between", () => {
    const older = (decision: JsonObject, release: string) => {
      const state = written((context, { model_responses: _ }) => {
        delete context.function_tool_approvals;
        delete context.tool_invocations;
        context.approvals = { send: decision };
      });
      state.$schemaVersion = release === "0.21.0" ? "1.14" : "1.4";
      return resumeFindings(judged(state, release)).includes(again);
    };
    const approved = { approved: ["c1"], rejected: [] };
    expect([older(approved, "0.12.0"), older({ approved: [], rejected: [] }, "0.18.3")]).toEqual([true, true]);
    expect(older({ approved: [], rejected: ["c1"] }, "0.18.3")).toBe(false);
    expect([older(approved, "0.19.4"), older(approved, "0.21.0")]).toEqual([false, false]);
  });
});
