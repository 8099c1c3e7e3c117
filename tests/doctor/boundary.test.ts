import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { findIncident } from "./incidents.ts";
import { type Asked, examine, findRepair } from "./reports.ts";

it("proves the boundary of a file that does not say which items its two histories share", () => {
  const { checkpoint } = findIncident("paused-late-1.12");
  const { edits } = findRepair(examine(checkpoint, null), "add-ownership");
  expect(edits.slice(-2).map(({ edit }) => edit)).toMatchObject([
    { op: "add", path: ["generated_session_item_indexes"], value: [0, 1, 2, 3] },
    { op: "add", path: ["current_response_generated_item_ownership"], value: { start: 2, end: 4, interruptions: [3] } },
  ]);
  const [, ...shorter] = checkpoint.session_items as JsonObject[];
  const ids = examine({ ...checkpoint, session_items: shorter }, null).flatMap(({ repairs }) =>
    repairs.map(({ id }) => id),
  );
  expect(ids).not.toContain("add-ownership");
});

it("offers no ownership record where the resume stays refused", () => {
  const repairsOf = (name: string, asked: Asked = {}) => {
    const { checkpoint, session } = findIncident(name);
    return examine(checkpoint, session, asked).flatMap(({ repairs }) => repairs.map(({ id }) => id));
  };
  const desk = (tool_use_behavior: string): Asked => ({
    agents: { agents: [{ name: "desk", tools: ["look", "refund"], output_guardrails: true, tool_use_behavior }] },
  });
  expect(repairsOf("stored-without-boundary")).toContain("add-ownership");
  expect(repairsOf("stored-without-boundary", desk("run_llm_again"))).toContain("add-ownership");
  expect(repairsOf("stored-without-boundary", desk("stop_on_first_tool"))).not.toContain("add-ownership");
  expect(repairsOf("two-ids-reused")).not.toContain("add-ownership");
});
