import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, pendingWith, resumeFindings, ruleNames, waiting } from "./checkpoint.ts";

const first = (state: JsonObject) =>
  stepData(state).interruptions[0] as { raw_item: JsonObject; agent?: JsonObject; tool_origin?: JsonObject };

describe("a run that loads", () => {
  it("cannot be decided when its call has no usable id", () => {
    const state = pendingWith((root) => {
      first(root).raw_item.call_id = "";
    });
    // Resumed in 0.8.4 to 0.24.0: it asks again, and nothing else waits.
    expect(judged(state).resume).toBe("asks-again");
    expect(resumeFindings(judged(state))).toEqual([
      "boundary-not-proven /last_processed_response/new_items",
      "pending-call-without-id /current_step/data/interruptions/0/raw_item",
    ]);
  });

  it("loses an approval whose agent is missing", () => {
    const state = pendingWith((root) => {
      delete first(root).agent;
    });
    expect(resumeFindings(judged(state))).toContain("approval-lost /current_step/data/interruptions/0");
    expect(ruleNames(judged(state))).not.toContain("interruption-without-agent");
  });

  it("loses all of them with a step of an unknown type", () => {
    const state = pendingWith((root) => {
      (root.current_step as JsonObject).type = "next_step_pause";
    });
    const judgement = judged(state);
    expect(judgement.resume).toBe("unsafe");
    expect(resumeFindings(judgement)).toEqual(["approval-lost /current_step/type"]);
  });

  it("needs a binding for a call of a local MCP server, but not to reject it", () => {
    const mcp = (root: JsonObject) => {
      first(root).tool_origin = { type: "mcp", mcp_server_name: "yard" };
    };
    const place = "/current_step/data/interruptions/0/tool_origin/mcp_server_name";
    expect(resumeFindings(judged(pendingWith(mcp)))).toContain(`mcp-call-without-binding ${place}`);
    const rejected = pendingWith((root, context) => {
      mcp(root);
      context.approvals = { [waiting.tool]: { approved: [], rejected: [waiting.id] } };
    });
    expect(ruleNames(judged(rejected))).not.toContain("mcp-call-without-binding");
    const bound = pendingWith((root) => {
      mcp(root);
      (root.last_processed_response as JsonObject).mcp_tool_bindings = { [waiting.id]: ["yard", waiting.tool, 0] };
    });
    expect(ruleNames(judged(bound))).not.toContain("mcp-call-without-binding");
  });

  it("depends on the agent's guardrails when the boundary of the response is not proven", () => {
    const state = pendingWith((root) => {
      delete root.current_response_generated_item_ownership;
    });
    expect(resumeFindings(judged(state))).toEqual(["boundary-not-proven /last_processed_response/new_items"]);
    expect(judged(state, "0.21.0", { relabel: "1.15" }).resume).toBe("ok");
    const inTurnOne = pendingWith((root) => {
      delete root.current_response_generated_item_ownership;
      root.current_turn = 1;
      root.generated_items = (root.generated_items as JsonObject[]).slice(-2);
      root.session_items = (root.session_items as JsonObject[]).slice(-2);
      root.generated_session_item_indexes = [0, 1];
      root.context = { ...(root.context as JsonObject), tool_invocations: {} };
    });
    expect(resumeFindings(judged(inTurnOne))).toEqual([]);
  });

  it("is at its end with the terminal marker; releases before it run on", () => {
    const ended = pendingWith((root) => {
      root.terminal_unrecoverable = true;
    });
    expect(judged(ended).resume).toBe("fails");
    expect(judged(ended, "0.22.0", { relabel: "1.16" }).resume).toBe("unsafe");
  });

  it("loses staged input and unlimited turns to releases that know neither", () => {
    const state = pendingWith((root) => {
      root.pending_input = [{ role: "user", content: "and then?" }];
      root.max_turns = null;
    });
    expect(judged(state).resume).toBe("ok");
    expect(resumeFindings(judged(state, "0.15.3", { relabel: "1.9" }))).toEqual(
      expect.arrayContaining(["staged-input-lost /pending_input", "unlimited-turns-not-read /max_turns"]),
    );
  });

  it("says which fields are newer than the label", () => {
    const judgement = judged(
      pendingWith((root) => Object.assign(root, { max_turns: null })),
      undefined,
      { relabel: "1.9" },
    );
    expect(ruleNames(judgement)).toContain("newer-than-label");
    expect(
      ruleNames(
        judged(
          pendingWith(() => undefined),
          undefined,
          { relabel: "1.14" },
        ),
      ),
    ).toContain("label-never-released");
  });

  it("reports what no writer writes", () => {
    const judgement = judged(
      pendingWith((root) => Object.assign(root, { currentTurn: 1, conversation_id: 7, original_input: {} })),
    );
    expect(ruleNames(judgement)).toEqual(expect.arrayContaining(["unknown-key", "field-kind-odd", "input-kind-odd"]));
  });
});

describe("a pending Session write", () => {
  const write = (record: JsonObject, extra: JsonObject = {}) =>
    pendingWith((root) => {
      root.pending_session_write = {
        session_id: "s",
        items: [{ type: "message" }],
        before: null,
        persisted_count: 0,
        ...record,
      };
      Object.assign(root, extra);
    });
  const call = { type: "function_call", call_id: waiting.id, name: waiting.tool, arguments: "{}" };

  it("needs its session", () => {
    expect(resumeFindings(judged(write({})))).toContain(
      "pending-write-needs-session /pending_session_write/session_id",
    );
  });

  it("can never match a digest that is none, nor more digests than the window holds", () => {
    expect(judged(write({ before: ["abc"] })).resume).toBe("fails");
    const digests = Array.from({ length: 3 }, () => "a".repeat(64));
    expect(resumeFindings(judged(write({ before: digests })))).toContain(
      "before-longer-than-window /pending_session_write/before",
    );
  });

  it("cannot go with a conversation that the server keeps", () => {
    expect(resumeFindings(judged(write({}, { conversation_id: "conv_1" })))).toContain(
      "pending-write-beside-server-conversation /pending_session_write",
    );
  });

  it("when held, holds the calls that wait and nothing of the user's", () => {
    const held = (items: JsonObject[]) => write({ held: true, items, current_response: { turn: 1, start: 0 } });
    expect(resumeFindings(judged(held([call])))).toEqual([
      "held-write-needs-session /pending_session_write/session_id",
    ]);
    expect(resumeFindings(judged(held([{ role: "user", content: "x" }, call])))).toContain(
      "held-batch-holds-input /pending_session_write/items/0",
    );
    expect(resumeFindings(judged(held([{ ...call, call_id: "call_9" }])))).toContain(
      "held-call-not-pending /pending_session_write/items/0",
    );
    const orphan = { type: "function_call_output", call_id: "call_9", output: "x" };
    expect(judged(held([call, orphan])).resume).toBe("unsafe");
  });

  it.each(["n09-nested-run-pauses-again", "m01-callback-gated"])(
    "finds nothing odd in what the SDK held: %s",
    (name) => {
      const cases = readFileSync(new URL("../vectors/settle/cases.ndjson", import.meta.url), "utf8").split("\n");
      const { checkpoint } = JSON.parse(cases.find((line) => line.startsWith(`{"name":"${name}"`)) ?? "{}");
      expect(checkpoint.pending_session_write.held).toBe(true);
      expect(ruleNames(judged(checkpoint))).not.toContain("held-call-not-pending");
    },
  );
});

describe("the program's agents", () => {
  it("turn what is missing into findings", () => {
    const state = pendingWith(() => undefined);
    expect(
      judged(state, undefined, { agents: { agents: [{ name: waiting.agent, tools: [waiting.tool, "look_up"] }] } })
        .resume,
    ).toBe("ok");
    expect(resumeFindings(judged(state, undefined, { agents: { agents: [{ name: "other" }] } }))).toEqual([
      "agent-not-defined /current_agent",
    ]);
    expect(
      resumeFindings(judged(state, undefined, { agents: { agents: [{ name: waiting.agent, tools: [] }] } })),
    ).toEqual(["tool-not-defined /current_step/data/interruptions/0/raw_item"]);
  });

  const bare = { agents: [{ name: waiting.agent, tools: [], handoffs: [] }] };

  it("without a tool raise since 0.19.3, but not for a rejected call; shell calls are dropped", () => {
    const state = pendingWith(() => undefined);
    const missing = (release: string, relabel: string) => judged(state, release, { relabel, agents: bare });
    expect(missing("0.19.4", "1.13").resume).toBe("fails");
    expect(ruleNames(missing("0.18.3", "1.12"))).toContain("tool-call-dropped");
    const rejected = pendingWith((_root, context) => {
      context.approvals = { [waiting.tool]: { approved: [], rejected: [waiting.id] } };
    });
    expect(ruleNames(judged(rejected, "0.22.3", { relabel: "1.17", agents: bare }))).not.toContain("tool-not-defined");
    const shell = pendingWith((root) => {
      Object.assign(first(root), { tool_name: "shell" });
      Object.assign(first(root).raw_item, { type: "shell_call", call_id: "call_7" });
    });
    expect(ruleNames(judged(shell, undefined, { agents: bare }))).toContain("tool-call-dropped");
  });

  it("without the tool of a nested run ask for ever, and raise without the agent used as a tool", () => {
    const state = corpusState("resume/1.15-nested-approved");
    const crew = (outer: string[], inner: string[]) => ({
      agents: [
        { name: "outer", tools: outer, handoffs: [] },
        { name: "inner", tools: inner, handoffs: [] },
      ],
    });
    const rulesWith = (agents: ReturnType<typeof crew>, release = "0.24.0") =>
      resumeFindings(judged(state, release, { agents })).filter((finding) => finding.includes("not-defined"));
    expect(rulesWith(crew(["ask_inner", "l"], ["w"]))).toEqual([]);
    expect(rulesWith(crew(["ask_inner"], []), "0.21.0")).toEqual([
      "inner-tool-not-defined /last_processed_response/functions/0/agent_run_state/current_step/data/interruptions/0/raw_item",
    ]);
    expect(rulesWith(crew([], ["w"]))).toEqual(["tool-not-defined /last_processed_response/functions/0/tool_call"]);
    const saved = structuredClone(state);
    saved.last_processed_response.functions = [];
    expect(resumeFindings(judged(saved, undefined, { agents: crew([], ["w"]) }))).toContain(
      "tool-not-defined /last_processed_response/new_items/0/raw_item",
    );
  });

  it("without a pending handoff raise", () => {
    const state = pendingWith((root) => {
      const call = { type: "function_call", name: "transfer_to_b", call_id: "h1", arguments: "{}" };
      (root.last_processed_response as JsonObject).handoffs = [
        { tool_call: call, handoff: { tool_name: "transfer_to_b" } },
      ];
    });
    const agent = { name: waiting.agent, tools: [waiting.tool] };
    const found = (handoffs: string[]) =>
      ruleNames(judged(state, undefined, { agents: { agents: [{ ...agent, handoffs }] } }));
    expect(found([])).toContain("handoff-not-defined");
    expect(found(["B"])).not.toContain("handoff-not-defined");
  });

  it("with output guardrails are refused beside a conversation of the server, since 0.22.0", () => {
    const state = pendingWith((root) => {
      root.conversation_id = "conv_1";
    });
    const agents = { agents: [{ name: waiting.agent, output_guardrails: true }] };
    const place = "guardrails-beside-server-conversation /conversation_id";
    expect(resumeFindings(judged(state, undefined, { agents }))).toContain(place);
    expect(resumeFindings(judged(state, "0.22.0", { agents, relabel: "1.16" }))).toContain(place);
    expect(resumeFindings(judged(state, "0.21.1", { agents, relabel: "1.16" }))).not.toContain(place);
    const free = { agents: [{ name: waiting.agent, output_guardrails: false }] };
    expect(resumeFindings(judged(state, undefined, { agents: free }))).not.toContain(place);
  });
});
