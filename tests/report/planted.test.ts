import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { editValue } from "../../src/report/migrate/edit-value.ts";
import { judged, pendingWith } from "../outlook/checkpoint.ts";

const planted = "PLANTED";

test("what stands where the kind of a tool should is no name, and is not told", () => {
  for (const type of [planted, "constructor", "__proto__"]) {
    const state = pendingWith((root) => {
      const step = root.current_step as unknown as {
        data: { interruptions: { raw_item: JsonObject; tool_name?: Json }[] };
      };
      for (const waiting of step.data.interruptions) {
        delete waiting.tool_name;
        waiting.raw_item = { type, call_id: "call_2" };
      }
      const processed = JSON.stringify(root.last_processed_response);
      root.last_processed_response = JSON.parse(processed.replaceAll('"kind":"bare"', `"kind":"${type}"`));
    });
    const { requirements, findings } = judged(state);
    expect(JSON.stringify({ requirements, findings })).not.toContain(type);
    expect(requirements.tools.every(({ lookup }) => lookup === null || lookup === "bare")).toBe(true);
  }
});

test("a migration hides why a call was rejected, whatever kind of value says it", () => {
  const value = { approved: [], rejected: ["c"], rejection_messages: { c: [planted], d: { x: planted }, e: null } };
  const edit = { op: "add", path: ["context", "approvals", "t"], value, reason: "", loss: "none" } as const;
  expect(editValue({ ...edit, rule: "owned-decision-unowned" } as never, false)).toBe(
    '{"approved":[],"rejected":["c"],"rejection_messages":{"c":"\\u2026","d":"\\u2026","e":null}}',
  );
});
