import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { judge } from "../../src/judge.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { rereadErrors } from "../../src/reading/read.ts";
import type { Reading } from "../../src/reading/reading.ts";
import { rules } from "../../src/rules/index.ts";
import { documentOf, inputOf } from "./cases.ts";
import { paused, run } from "./migrated.ts";

describe("invalid", () => {
  it("leaves a document alone that its reader refuses", () => {
    const { context: _, ...state } = paused();
    expect(run(state, "1.13")).toMatchObject({ status: "invalid", result: null, edits: [] });
  });
  it("leaves foreign JSON alone", () => {
    expect(run({ hello: 1 }, "1.21").status).toBe("invalid");
    expect(run([], "1.21").status).toBe("invalid");
  });
});

describe("a result read again by the reader of its source", () => {
  it.each([
    ["generated_items", [1]],
    ["session_items", [1]],
    ["model_responses", [{ output: 1 }]],
    ["pending_session_write", { session_id: 1 }],
    ["terminal_unrecoverable", false],
    ["current_step", { type: "next_step_interruption", data: 1 }],
    ["max_turns", undefined],
    ["current_agent", null],
    ["context", { usage: {}, function_tool_approvals: {} }],
    ["last_processed_response", { new_items: 1 }],
  ])("has the same errors with another %s", (key, value) => {
    const source = documentOf(inputOf("up_1.17_s2_decided"));
    const reader = newestReader;
    const { reading } = judge(source, { reader, loadOnly: true });
    const state = { ...(source.value as JsonObject), $schemaVersion: "1.21", [key]: value as Json };
    if (value === undefined) delete (state as Partial<JsonObject>)[key];
    const changed = documentOf(state);
    const whole = judge(changed, { reader, loadOnly: true }).findings.filter(
      ({ rule }) => rules[rule].severity === "error",
    );
    const again = rereadErrors(changed, state, reader, "1.21", (reading as Reading).run);
    expect(again.map(({ rule }) => rule)).toEqual(whole.map(({ rule }) => rule));
    expect(whole).not.toEqual([]);
  });
});
