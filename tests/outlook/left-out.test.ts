import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

function corpus(file: string, change: (processed: JsonObject) => void = () => {}): JsonObject {
  const state: JsonObject = corpusState(file);
  change(state.last_processed_response as JsonObject);
  return state;
}

function leftOut(state: JsonObject, release?: string): string[] {
  return resumeFindings(judged(state, release)).filter((one) => one.startsWith("waiting-call-left-out"));
}

// Played with 0.24.0, 0.22.3, 0.21.0, 0.18.3 and 0.12.0: files that the release saved again with an agent without the tool.
it("tells waiting native calls that the response has no action for", () => {
  const state = corpus("quirks/waiting-call-left-out");
  expect(leftOut(state)).toEqual(
    [0, 1, 2].map((index) => `waiting-call-left-out /current_step/data/interruptions/${index}`),
  );
  expect(judged(state).resume).toBe("unsafe");
});

it("says it of each kind that is looked for nowhere else", () => {
  const without = (key: string) => (processed: JsonObject) => {
    processed[key] = [];
  };
  const patch = "features/1.0-apply-patch-pending";
  expect(leftOut(corpus(patch))).toEqual([]);
  for (const release of ["0.24.0", "0.19.4", "0.8.4"])
    expect(leftOut(corpus(patch, without("apply_patch_actions")), release).length).toBe(2);
  // A function call is found in the response of the model too.
  expect(leftOut(corpus("resume/1.21-approval-pending", without("functions")))).toEqual([]);
});

// Played with 0.24.0 and 0.23.1: the run asks for the request under its new id, and the approved one is never answered.
it("says it of a hosted request whose id was changed in the response", () => {
  const renamed = corpus("features/1.21-hosted-mcp-pending", (processed) => {
    const [action] = processed.mcp_approval_requests as unknown as { request_item: { raw_item: JsonObject } }[];
    if (action !== undefined) action.request_item.raw_item.id = "mcpr_other";
  });
  expect(leftOut(renamed)).toHaveLength(1);
  expect(leftOut(corpus("features/1.21-hosted-mcp-pending"))).toEqual([]);
});

it("does not say it of a custom call where the release looks for it again", () => {
  const skipped = corpus("quirks/action-skipped");
  expect(leftOut(skipped, "0.19.4").length).toBe(1);
  expect(leftOut(skipped, "0.24.0")).toEqual([]);
});
