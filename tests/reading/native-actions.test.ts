import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judged, pendingWith } from "../outlook/checkpoint.ts";

// Asked of 0.8.4, 0.10.5, 0.12.0 and 0.24.0; 0.11.0 has the line of 0.12.0.
test("a computer under its short name is skipped up to 0.10.5", () => {
  const state = pendingWith((root) => {
    const call = { type: "computer_call", id: "c", call_id: "c1", status: "completed", pending_safety_checks: [] };
    Object.assign(root.last_processed_response ?? {}, {
      computer_actions: ["computer", "computer_use_preview"].map((name) => ({
        tool_call: { ...call, action: { type: "screenshot" } },
        computer: { name },
      })),
    });
  });
  const skipped = (release: string) =>
    judged(state, release, { relabel: "1.0" })
      .findings.filter(({ rule }) => rule === "action-skipped")
      .map(({ path }) => path.join("/"));
  expect(skipped("0.10.5")).toEqual(["last_processed_response/computer_actions/0/computer/name"]);
  expect(skipped("0.12.0")).toEqual([]);
});

// Asked 0.21.0 to 0.24.0: what names the tool of a finished call is the action that was kept.
test("lends no name from an action that is dropped", () => {
  const state = JSON.parse(readFileSync("corpus/resume/1.15-finished-action-unnamed.json", "utf8"));
  expect(judged(state).verdict).toBe("accepted");
  state.last_processed_response.computer_actions[0].tool_call = { call_id: "u1" };
  expect(judged(state).verdict).toBe("rejected");
});
