import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { soon } from "../soon.ts";
import { documentOf } from "./cases.ts";
import { contextOf, paused, resultOf, run } from "./migrated.ts";

describe("many decisions", () => {
  const owned = (tool: string, approved: Json, rejected: Json, more: JsonObject = {}, name = "mailer"): JsonObject => ({
    agent: { name },
    tool_key: tool,
    decision: { approved, rejected, ...more },
  });
  const withDecisions = (context: JsonObject): JsonObject => {
    const state = paused();
    return { ...state, context: { ...contextOf(state), ...context } };
  };

  it("of one tool become one record, in their order, and the first on a call counts, of one agent the last", () => {
    const entries = [
      owned("t", ["lost"], ["k"]),
      owned("t", ["a", "b"], ["a", "r"], { rejection_messages: { r: "no", a: "both", b: "not this" } }),
      owned("t", ["r", "c"], ["b", "s"], { rejection_messages: { s: "never", b: "late" } }, "writer"),
      owned("u", [], ["x"]),
      owned("t", ["c", "d"], [], { rejection_messages: { d: "no" } }, "reader"),
    ];
    const approvals: JsonObject = { t: { approved: true, rejected: ["k"], note: 1 } };
    const { approvals: merged } = contextOf(
      resultOf(run(withDecisions({ approvals, function_tool_approvals: entries }), "1.17")),
    );
    expect(merged).toEqual({
      t: {
        approved: ["a", "b", "c", "d"],
        rejected: ["k", "r", "s"],
        note: 1,
        rejection_messages: { r: "no", s: "never" },
      },
      u: { approved: [], rejected: ["x"] },
    });
  });

  it("do not cost the square of their number", () => {
    const calls = Array.from({ length: 20_000 }, (_, index) => `c${index}`);
    const state = withDecisions({
      approvals: {},
      function_tool_approvals: calls.map((id) => owned("t", [id], [], {}, id)),
    });
    const migration = soon(() => run(state, "1.17"));
    expect(contextOf(resultOf(migration)).approvals).toEqual({ t: { approved: calls, rejected: [] } });
  });

  it("about calls that wait are looked up, also those about tools of a server", () => {
    const state: JsonObject = corpusState("features/1.14-hosted-mcp-approvals");
    const data = stepData(state);
    const [waiting] = data.interruptions as [JsonObject & { raw_item: JsonObject }];
    const tools = Array.from({ length: 10_000 }, (_, index) => `t${index}`);
    data.interruptions = tools.map((name) => ({
      ...{ ...waiting, tool_name: name },
      raw_item: { ...waiting.raw_item, id: `r-${name}`, name },
    }));
    contextOf(state).hosted_mcp_approvals = tools.map((tool) => ({
      identity: { type: "server_tool", server_label: waiting.raw_item.server_label as Json, tool_name: tool },
      decision: { approved: [`r-${tool}`], rejected: [] },
    }));
    const { tool_invocations: ledger } = contextOf(resultOf(soon(() => run(state, "1.15"))));
    expect(Object.keys(ledger as JsonObject)).toEqual(tools.map((tool) => `r-${tool}`));
  });

  it("go into a value that the chain brings itself, all at once", () => {
    const tools = Array.from({ length: 2000 }, (_, index) => `t${index}`);
    const hosted = tools.map((tool) => ({
      identity: { type: "server_tool", server_label: "s", tool_name: tool },
      decision: { approved: [], rejected: [`c-${tool}`], rejection_messages: { [`c-${tool}`]: "no" } },
    }));
    const state = withDecisions({ hosted_mcp_approvals: hosted });
    delete (state.context as JsonObject).approvals;
    const migration = soon(() => run({ ...state, current_step: null }, "1.5"));
    const { approvals } = contextOf(resultOf(migration));
    expect(Object.keys(approvals as JsonObject)).toEqual(tools);
    expect((approvals as JsonObject).t7).toEqual({ approved: [], rejected: ["c-t7"] });
    expect(documentOf(migration.result?.text ?? "").value).toEqual(migration.result?.value);
  });
});
