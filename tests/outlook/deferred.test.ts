import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { stepData } from "../parsed.ts";
import { judged, pendingWith, resumeFindings } from "./checkpoint.ts";

/** The waiting call as that of a deferred tool, with decisions by name. */
function deferredWith(approvals: JsonObject): string[] {
  const state = pendingWith((root, context) => {
    const data = stepData(root);
    Object.assign(data.interruptions[0] as JsonObject, {
      tool_lookup_key: { kind: "deferred_top_level", name: "send_mail" },
      tool_namespace: "send_mail",
      allow_bare_name_alias: true,
    });
    context.approvals = approvals;
    root.$schemaVersion = "1.13";
  });
  return resumeFindings(judged(state, "0.19.4")).filter((line) => line.startsWith("decision-under"));
}

const approved = { approved: ["call_2"], rejected: [] };

// Resumed with 0.24.0, 0.23.1, 0.22.3, 0.21.0, 0.19.4 and 0.15.3.
describe("a decision on a deferred tool", () => {
  it("under its bare name is not looked for", () => {
    expect(deferredWith({ send_mail: approved })).toEqual([
      "decision-under-another-name /context/approvals/send_mail/approved/0",
    ]);
    expect(deferredWith({ "deferred_top_level:send_mail": approved })).toEqual([]);
    expect(deferredWith({ "send_mail.send_mail": approved })).toEqual([]);
  });

  it("stands under both as the SDK writes it", () => {
    expect(deferredWith({ "deferred_top_level:send_mail": approved, send_mail: approved })).toEqual([]);
    const never = { approved: [], rejected: true };
    expect(deferredWith({ "deferred_top_level:send_mail": never, send_mail: approved })).toEqual([]);
  });
});
