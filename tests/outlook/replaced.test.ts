import { describe, expect, it } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { judged, pendingWith, resumeFindings, waiting } from "./checkpoint.ts";

/** Rules for the waiting call, with these entries of one agent and tool. */
function rulesWith(...decisions: Json[]): string[] {
  const state = pendingWith((_, context) => {
    context.function_tool_approvals = decisions.map((decision) => ({
      agent: { name: waiting.agent },
      tool_key: waiting.tool,
      decision,
    }));
  });
  return resumeFindings(judged(state))
    .map((line) => line.split(" ")[0] as string)
    .filter((rule) => rule.endsWith("-replaced"));
}

const approved = { approved: [waiting.id], rejected: [] };
const rejected = { approved: [], rejected: [waiting.id] };
const none = { approved: ["another"], rejected: [] };

// Resumed with 0.24.0 and 0.23.1: the last entry counts alone.
describe("two entries for one agent and tool", () => {
  it("the earlier decision is gone", () => {
    expect(rulesWith(approved, none)).toEqual(["decision-replaced"]);
    expect(rulesWith(rejected, none)).toEqual(["decision-replaced"]);
    expect(rulesWith(approved, rejected)).toEqual(["decision-replaced"]);
    expect(rulesWith(rejected, approved)).toEqual(["rejection-replaced"]);
  });

  it("nothing is lost", () => {
    expect(rulesWith(approved)).toEqual([]);
    expect(rulesWith(none, approved)).toEqual([]);
    expect(rulesWith(approved, approved)).toEqual([]);
    // The call's own decision beats one for all calls, in one entry too.
    expect(rulesWith({ approved: [], rejected: true }, approved)).toEqual([]);
  });
});
