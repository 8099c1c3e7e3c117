import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import type { AgentFact } from "../../src/outlook/program/agents.ts";
import { corpusState } from "../parsed.ts";
import { judged, pendingWith, resumeFindings, waiting } from "./checkpoint.ts";

/** The findings for a program with agents of these names, when the run stands at `current`. */
function withAgents(names: readonly string[], current: Json, release?: string, relabel = "1.21") {
  const state = pendingWith((root) => {
    root.current_agent = current;
  });
  const judgement = judged(state, release, {
    relabel: relabel as never,
    agents: { agents: [waiting.agent, ...names].map((name) => ({ name })) },
  });
  return resumeFindings(judgement).filter((finding) => finding.startsWith("agent-not-defined"));
}

const missing = ["agent-not-defined /current_agent"];

// Asked of 0.24.0, 0.19.4, 0.15.3 and 0.13.6 with programs of just these agents.
describe("a reference to an agent", () => {
  it("is looked up by its identity alone, since 0.14.0", () => {
    expect(withAgents(["a", "a#2"], { name: "a", identity: "a#2" })).toEqual([]);
    expect(withAgents(["a", "a", "a#2"], { name: "a", identity: "a#3" })).toEqual([]);
    expect(withAgents(["a", "a"], { name: "a", identity: "a#3" })).toEqual(missing);
    expect(withAgents(["a"], { name: "gone", identity: "a" })).toEqual([]);
    expect(withAgents(["a"], { name: "a", identity: "zzz" })).toEqual(missing);
    expect(withAgents(["a", "b", "b"], { name: "a", identity: "b#2" })).toEqual([]);
    expect(withAgents(["a"], { name: "gone", identity: "a" }, "0.13.6", "1.6")).toEqual(missing);
    expect(withAgents(["a"], { name: "a", identity: "zzz" }, "0.13.6", "1.6")).toEqual([]);
  });

  it("without one by its name, which may be the identity of another of that name", () => {
    expect(withAgents(["a", "a"], { name: "a#2" })).toEqual([]);
    expect(withAgents(["a", "a"], "a#2")).toEqual([]);
    expect(withAgents(["a"], { name: "a#2" })).toEqual(missing);
    expect(withAgents(["a", "a"], { name: "a#2" }, "0.13.6", "1.6")).toEqual(missing);
  });

  it("may stand at a decision, a guardrail result or an item of the session alone", () => {
    const places: Record<string, (agent: Json) => Json> = {
      output_guardrail_results: (agent) => [{ guardrail: { type: "output", name: "g" }, agent, output: {} }],
      session_items: (agent) => [{ type: "compaction_item", agent, raw_item: { type: "compaction" } }],
    };
    const found = (key: string, agent: Json) => {
      const state = pendingWith((root, context) => {
        root[key] = places[key]?.(agent) ?? [];
        if (key === "owner") {
          delete root.owner;
          context.function_tool_approvals = [{ agent, tool_key: "t", decision: { approved: true, rejected: [] } }];
        }
        delete root.generated_session_item_indexes;
      });
      const judgement = judged(state, undefined, { agents: { agents: [{ name: waiting.agent }] } });
      return resumeFindings(judgement).filter((finding) => finding.startsWith("agent-not-defined"));
    };
    expect(found("output_guardrail_results", { name: "gone" })).toEqual([]);
    expect(found("output_guardrail_results", { name: "gone", identity: "gone" })).toEqual([
      "agent-not-defined /output_guardrail_results/0/agent",
    ]);
    expect(found("session_items", { name: "gone" })).toEqual(["agent-not-defined /session_items/0/agent"]);
    expect(found("owner", { name: "gone" })).toEqual(["agent-not-defined /context/function_tool_approvals/0/agent"]);
    expect(found("owner", { name: "gone", identity: waiting.agent })).toEqual([]);
  });

  // Asked of 0.24.0, 0.19.4 and 0.8.4: the reader is given one agent, and finds those that it leads to.
  it("is looked up from the agent that the reader is given", () => {
    const found = (...others: readonly AgentFact[]) => {
      const state = pendingWith((root) => {
        root.session_items = [{ type: "compaction_item", agent: { name: "other" }, raw_item: { type: "compaction" } }];
        delete root.generated_session_item_indexes;
      });
      const [agent] = others;
      const agents = [{ name: waiting.agent, tools: [], handoffs: [] as string[], ...agent }, ...others.slice(1)];
      const judgement = judged(state, undefined, { agents: { agents } });
      return resumeFindings(judgement).filter((finding) => finding.startsWith("agent-not-defined"));
    };
    const name = waiting.agent;
    const apart = ["agent-not-defined /session_items/0/agent"];
    const closed = { name: "other", tools: [], handoffs: [] };
    expect(found({ name }, closed)).toEqual(apart);
    expect(found({ name }, { ...closed, handoffs: [name] })).toEqual([]);
    expect(found({ name, handoffs: ["transfer_to_other"] }, closed)).toEqual([]);
    expect(found({ name, handoffs: ["third"] }, closed, { ...closed, name: "third", handoffs: ["other"] })).toEqual([]);
    expect(found({ name, handoffs: ["third"] }, closed, { ...closed, name: "third" })).toEqual(apart);
    // A tool may be an agent, and a handoff under a name of its own may lead anywhere.
    expect(found({ name, tools: ["ask"] }, closed)).toEqual([]);
    expect(found({ name, handoffs: ["pass_on"] }, closed)).toEqual([]);
    expect(found({ name }, { name: "other", handoffs: [] })).toEqual([]);
  });

  it("to one of several agents of a name needs what any of them has", () => {
    const rules = (tools: readonly (readonly string[] | undefined)[]) => {
      const agents = tools.map((list) => ({ name: waiting.agent, ...(list === undefined ? {} : { tools: list }) }));
      return resumeFindings(
        judged(
          pendingWith(() => undefined),
          undefined,
          { agents: { agents } },
        ),
      );
    };
    expect(rules([["other"], [waiting.tool, "look_up"]])).toEqual([]);
    expect(rules([["other"], undefined])).toEqual([]);
    expect(rules([["other"], []])).toEqual(["tool-not-defined /current_step/data/interruptions/0/raw_item"]);
  });
});

// Loaded with 0.21.0, 0.22.3, 0.23.1 and 0.24.0, with and without an apply_patch tool at the agent.
it("of a program without its apply_patch tool loads no file with a finished patch under another type of call", () => {
  const patch = JSON.stringify({ type: "update_file", path: "a", diff: "x" });
  const fallbacks: readonly JsonObject[] = [
    { type: "custom_tool_call", id: "x", call_id: "c1", name: "apply_patch", input: patch },
    { type: "function_call", id: "x", call_id: "c1", name: "apply_patch", arguments: patch },
  ];
  for (const raw of fallbacks) {
    const state = pendingWith((root, context) => {
      const output = { type: "apply_patch_call_output", call_id: "c1", status: "completed", output: "ok" };
      const items = [
        { type: "tool_call_item", agent: { name: waiting.agent }, raw_item: raw },
        { type: "tool_call_output_item", agent: { name: waiting.agent }, raw_item: output, output: "ok" },
      ];
      Object.assign(root, { generated_items: items, session_items: items, current_step: null });
      Object.assign(root, { last_processed_response: null, generated_session_item_indexes: null });
      context.tool_invocations = {
        c1: {
          type: "apply_patch_call",
          approval_scope: "f65c6abf0a696bbacadf390466e4310fe7eb4f47b7cb80f2c5b664be7316040c",
          fingerprint: "5c3f4b26429390ba1a341be052740a2a78c16893a21b1c44058050657e60dd07",
          executed: true,
          completed: true,
        },
      };
    });
    const rules = (agent: object) =>
      resumeFindings(judged(state, undefined, { agents: { agents: [{ name: waiting.agent, ...agent }] } }));
    expect(rules({ tools: ["other"] })).toEqual(["patch-tool-not-defined /context/tool_invocations/c1"]);
    expect(rules({ tools: ["apply_patch"] })).toEqual([]);
    expect(rules({})).toEqual([]);
  }
});

// Written and loaded with 0.21.0, 0.22.3 and 0.24.0: the SDK notes such a call as a patch and keeps what the model made in its response.
it("of a program without its apply_patch tool loads no patch that the model made as a custom call, and drops a nested run with one", () => {
  const rules = (name: string, tools: readonly string[]) => {
    const state = corpusState(`resume/1.21-${name}`);
    const agents = ["editor", "outer", "inner"].map((agent) => ({
      name: agent,
      tools: ["send_mail", "ask_inner", ...tools],
    }));
    return resumeFindings(judged(state, undefined, { agents: { agents } }));
  };
  const finding = (run: string, id: string) => [`patch-tool-not-defined ${run}/context/tool_invocations/${id}`];
  expect(rules("custom-patch-finished", [])).toEqual(finding("", "call_1"));
  const inner = "/last_processed_response/functions/0/agent_run_state";
  expect(rules("inner-custom-patch-finished", [])).toEqual(finding(inner, "call_p"));
  for (const name of ["custom-patch-finished", "inner-custom-patch-finished"]) {
    expect(rules(name, ["apply_patch"])).toEqual([]);
    const { tools } = judged(corpusState(`resume/1.21-${name}`)).requirements;
    expect(tools).toContainEqual({ name: "apply_patch", kind: "apply_patch_call", lookup: null });
  }
});
