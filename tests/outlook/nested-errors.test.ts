import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { describeFinding } from "../../src/findings/describe.ts";
import { resumeOf } from "../../src/findings/finding.ts";
import type { Judgement } from "../../src/judge.ts";
import { corpusState } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

interface Level extends JsonObject {
  context: JsonObject;
}

const inner = "/last_processed_response/functions/0/agent_run_state";

/** A run whose agent tool waits for one call, which is approved inside; the inner run changed. */
function withInner(change: (inner: Level) => void, label?: string): Level {
  const outer: Level = corpusState("quirks/nested-decision-ignored");
  const nested = ((outer.last_processed_response as JsonObject).functions as JsonObject[])[0]?.agent_run_state as Level;
  outer.context.approvals = {};
  nested.context.approvals = { w: { approved: ["i1"], rejected: [] } };
  for (const level of [outer, nested]) {
    if (label === undefined) continue;
    level.$schemaVersion = label;
    delete level.context.tool_invocations;
  }
  change(nested);
  return outer;
}

function effects(judgement: Judgement): string[] {
  return judgement.findings.flatMap((one) =>
    one.path.length > 3 && resumeOf(one) !== null ? [`${one.rule} ${resumeOf(one)}`] : [],
  );
}

function callOf(run: Level): JsonObject {
  return ((run.last_processed_response as JsonObject).functions as JsonObject[])[0]?.tool_call as JsonObject;
}

function waitingIn(run: Level): JsonObject {
  return ((run.current_step as JsonObject).data as JsonObject).interruptions as never as JsonObject;
}

const emptied = (run: Level) => {
  run.model_responses = [];
};

// Played with 0.24.0, 0.22.3, 0.21.0, 0.19.4, 0.18.3, 0.17.4, 0.15.3, 0.12.0 and 0.10.1, approved and rejected, one and two levels deep.
describe("a nested run that raises", () => {
  it("is asked for again and again since 0.20.0", () => {
    for (const release of ["0.21.0", "0.22.3", "0.24.0"]) {
      const judgement = judged(withInner(emptied), release);
      expect(resumeFindings(judgement)).toEqual([`interruption-without-response ${inner}/model_responses`]);
      expect(judgement.resume).toBe("asks-again");
    }
    const [finding] = judged(withInner(emptied)).findings.filter((one) => resumeOf(one) !== null);
    if (finding === undefined) throw new Error("nothing found");
    expect(describeFinding(finding, null).why).toContain("This run is nested");
    expect(describeFinding(finding, null).resume).toBe("asks-again");
  });

  it("is gone up to 0.19.4, with all that was approved in it", () => {
    for (const release of ["0.12.0", "0.17.4", "0.19.4"]) {
      const judgement = judged(withInner(emptied, "1.4"), release);
      expect(effects(judgement)).toContain("interruption-without-response unsafe");
      expect(judgement.resume).toBe("unsafe");
    }
  });

  it("raises for whatever makes a run raise", () => {
    const processed = (run: Level) => {
      run.last_processed_response = null;
    };
    expect(effects(judged(withInner(processed)))).toEqual(["interruption-without-response asks-again"]);
    const input = (run: Level) => {
      run.original_input = null;
    };
    expect(effects(judged(withInner(input)))).toEqual(["field-unusable asks-again"]);
    expect(effects(judged(withInner(input, "1.4"), "0.19.4"))).toContain("field-unusable unsafe");
    const edited = (run: Level) => {
      callOf(run).arguments = '{"query":"y"}';
    };
    expect(effects(judged(withInner(edited)))).toEqual(["queued-call-differs asks-again"]);
    const twice = (run: Level) => {
      const { functions } = run.last_processed_response as { functions: JsonObject[] };
      functions.push({ ...functions[0], tool_call: { ...callOf(run), arguments: '{"query":"y"}' } });
    };
    expect(effects(judged(withInner(twice)))).toContain("call-id-of-two-calls asks-again");
  });

  // Played in 0.9.1, 0.15.3, 0.18.3, 0.19.4, 0.21.0, 0.22.3 and 0.24.0: its calls run, and the outer run is told of an error.
  it("in its next turn answers its call with the error in every release", () => {
    const changes: Partial<Level>[] = [{ max_turns: "ten" }, { current_turn: null }, { pending_input: [5] }];
    for (const change of changes)
      expect(effects(judged(withInner((run) => Object.assign(run, change))))).toContain("inner-field-unusable unsafe");
    const turns = (run: Level) => {
      run.max_turns = "ten";
    };
    expect(effects(judged(withInner(turns, "1.4"), "0.18.3"))).toContain("inner-field-unusable unsafe");
  });

  it("has its waiting calls looked at by the run around it, which raises too", () => {
    const edited = (run: Level) => {
      const [approval] = Object.values(waitingIn(run)) as JsonObject[];
      (approval?.raw_item as JsonObject).arguments = '{"query":"y"}';
    };
    expect(effects(judged(withInner(edited)))).toContain("waiting-call-differs fails");
    expect(judged(withInner(edited)).resume).toBe("fails");
    expect(effects(judged(withInner(edited, "1.13")))).toContain("waiting-call-edited fails");
  });
});
