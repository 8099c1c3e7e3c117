import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { standingsOf } from "../../src/outlook/decisions/standing.ts";
import { callIdentity } from "../../src/python/invocation.ts";
import { agentKey } from "../../src/reading/agents.ts";
import { corpusState, stepData } from "../parsed.ts";
import { soon } from "../soon.ts";
import { judged, pendingWith, resumeFindings, ruleNames, waiting } from "./checkpoint.ts";

const { id, tool, agent } = waiting;
const byName = (record: JsonObject) =>
  pendingWith((_, context) => {
    context.approvals = { [tool]: record };
  });
const owned = (owner: string, decision: JsonObject) =>
  pendingWith((_, context) => {
    context.function_tool_approvals = [{ agent: { name: owner }, tool_key: tool, decision }];
  });

/** What the newest reader makes of the record about the one call that waits. */
function standing(state: JsonObject) {
  const { reading } = judged(state);
  const [found] = reading === null ? [] : standingsOf(reading.document, reading.run);
  if (found === undefined) throw new Error("no call waits");
  return found;
}

describe("a decision on record", () => {
  it("counts when its call stands in the ledger as it waits", () => {
    const judgement = judged(byName({ approved: [id], rejected: [] }));
    expect(judgement.resume).toBe("ok");
    expect(resumeFindings(judgement)).toEqual([]);
  });

  it("does not count when the ledger holds another call under the id", () => {
    const state = byName({ approved: [], rejected: [id] });
    const ledger = (state.context as { tool_invocations: Record<string, JsonObject> }).tool_invocations;
    ledger[id] = { ...ledger[id], fingerprint: "0".repeat(64) } as JsonObject;
    // The call itself does not fit the ledger either, so the resume raises.
    expect(new Set(resumeFindings(judged(state)))).toEqual(
      new Set([
        "queued-call-differs /last_processed_response/functions/0/tool_call",
        `decision-unbound /context/approvals/${tool}/rejected/0`,
      ]),
    );
  });

  it("does not count without an entry in the ledger", () => {
    const state = byName({ approved: [id] });
    delete (state.context as { tool_invocations: JsonObject }).tool_invocations[id];
    expect(judged(state).resume).toBe("asks-again");
    expect(ruleNames(judged(state))).toContain("decision-unbound");
  });

  it("does not count under another tool's name, and both are named", () => {
    const state = pendingWith((_, context) => {
      context.approvals = { other_tool: { approved: [id], rejected: [] } };
    });
    const judgement = judged(state);
    expect(resumeFindings(judgement)).toEqual(["decision-under-another-name /context/approvals/other_tool/approved/0"]);
    expect(judgement.findings.find(({ rule }) => rule === "decision-under-another-name")?.args).toMatchObject({
      key: "other_tool",
      keys: tool,
    });
  });

  it("counts for its owner only", () => {
    expect(resumeFindings(judged(owned(agent, { approved: [id], rejected: [] })))).toEqual([]);
    expect(resumeFindings(judged(owned("somebody else", { approved: [id], rejected: [] })))).toEqual([
      "decision-of-another-owner /context/function_tool_approvals/0/decision/approved/0",
    ]);
  });

  it("counts for its owner before one by name that an older release left", () => {
    const both = (decision: JsonObject, named: JsonObject) => {
      const state = owned(agent, decision);
      (state.context as JsonObject).approvals = { [tool]: named };
      return standing(state).counts;
    };
    const approved = { approved: [id], rejected: [] };
    const rejected = { approved: [], rejected: [id] };
    expect(both(rejected, approved)).toMatchObject({ store: "owned", verdict: "rejected" });
    expect(both(approved, rejected)).toMatchObject({ store: "owned", verdict: "approved" });
    const { scope } = callIdentity({ type: "function_call", name: tool, call_id: id, arguments: "{}" }) as never;
    const always = { approved: true, rejected: [], sticky_scope: scope };
    expect(both(always, rejected)).toMatchObject({ store: "owned", verdict: "approved", callId: null });
  });

  it("is found among those of thousands of owners, and as many calls that wait", () => {
    const places = Array.from({ length: 10_000 }, (_, index) => index);
    const others = places.map((index) => ({
      agent: { name: `o${index}` },
      tool_key: tool,
      decision: { approved: true },
    }));
    const ours = { agent: { name: agent }, tool_key: tool, decision: { rejected: true } };
    const { reading } = judged(
      pendingWith((state, context) => {
        context.function_tool_approvals = [...others, ours];
        const data = stepData(state);
        const [call] = data.interruptions as [JsonObject];
        data.interruptions = places.map((index) => ({
          ...call,
          raw_item: { ...(call.raw_item as JsonObject), call_id: index === 0 ? id : `c${index}` },
        }));
      }),
    );
    if (reading === null) throw new Error("the reader refuses it");
    const [first, ...more] = soon(() => standingsOf(reading.document, reading.run));
    expect(more).toHaveLength(9999);
    expect(first?.objections.map(({ decision }) => decision.owner)).toEqual(
      places.slice(0, 50).map((index) => agentKey({ name: `o${index}` })),
    );
  });

  it("counts for each of thousands of waiting calls with its id, as often as the list names it", () => {
    const places = Array.from({ length: 5000 }, () => id);
    const state = pendingWith((root, context) => {
      context.approvals = { [tool]: { approved: places, rejected: [] } };
      const data = stepData(root);
      data.interruptions = places.flatMap(() => data.interruptions.slice(0, 1));
    });
    const { reading } = judged(state);
    if (reading === null) throw new Error("the reader refuses it");
    const found = soon(() => standingsOf(reading.document, reading.run));
    expect(new Set(found.map(({ counts }) => counts?.path.at(-1)))).toEqual(new Set([0]));
  });

  it("is nothing when it is no list and no boolean; the warning of the load is not repeated", () => {
    const judgement = judged(byName({ approved: [], rejected: id, rejection_messages: { [id]: "no" } }));
    expect(resumeFindings(judgement)).toEqual([`decision-unusable /context/approvals/${tool}/rejected`]);
    expect(ruleNames(judgement)).not.toContain("approval-decision-unusable");
    expect(judgement.findings.find(({ rule }) => rule === "decision-unusable")?.args.meant).toBe(true);
  });

  it("is the last of two for one agent and tool", () => {
    const state = owned(agent, { approved: [id], rejected: [] });
    const entries = (state.context as JsonObject).function_tool_approvals as JsonObject[];
    entries.push({ ...entries[0], decision: { approved: [], rejected: [] } });
    expect(standing(state).counts).toBeNull();
    entries.push({ ...entries[0], decision: { approved: [], rejected: [id] } });
    expect(standing(state).counts?.verdict).toBe("rejected");
  });

  it("is lost to a release that does not read owners", () => {
    const state = owned(agent, { approved: [id], rejected: [] });
    expect(resumeFindings(judged(state, "0.22.3", { relabel: "1.17" }))).toEqual([
      "decision-not-read /context/function_tool_approvals",
    ]);
  });
});

describe("a decision about a request to a server", () => {
  const request = { type: "mcp_approval_request", id: "mcpr_1", server_label: "srv", name: "del", arguments: "{}" };
  const asking = (raw: JsonObject, identity: JsonObject, decision: JsonObject, approvals: JsonObject = {}) =>
    pendingWith((state, context) => {
      const data = stepData(state);
      data.interruptions = [{ type: "tool_approval_item", raw_item: raw, agent: { name: agent }, tool_name: "del" }];
      const { scope, fingerprint } = (callIdentity(raw, {}) ?? {}) as Readonly<Record<string, string>>;
      const entry = { type: request.type, approval_scope: scope, fingerprint, completed: false, executed: false };
      Object.assign(context, { approvals, tool_invocations: scope === undefined ? {} : { mcpr_1: entry } });
      context.hosted_mcp_approvals = [{ identity, decision }];
    });
  const byServer = { type: "server_tool", server_label: "srv", tool_name: "del" };
  const byRequest = { type: "request", request_id: "mcpr_1" };
  const { server_label: _, ...unlabelled } = request;

  // Each answer is that of 0.24.0 `get_approval_status`.
  it.each([
    ["the server's tool", request, byServer, { approved: ["mcpr_1"], rejected: [] }, "approved"],
    ["a request whose tool is known", request, byRequest, { approved: ["mcpr_1"], rejected: [] }, undefined],
    [
      "a request without a server, which nothing can bind",
      unlabelled,
      byRequest,
      { approved: ["mcpr_1"], rejected: [] },
      undefined,
    ],
    [
      "a query",
      request,
      { type: "query", tool_name: "del", request_id: "mcpr_1" },
      { approved: ["mcpr_1"] },
      undefined,
    ],
    ["a tool whose name ends alike", request, { ...byServer, tool_name: "undel" }, { approved: ["mcpr_1"] }, undefined],
  ] as const)("%s", (_name, raw, identity, decision, verdict) => {
    expect(
      standing(asking(raw as JsonObject, identity as JsonObject, decision as unknown as JsonObject)).counts?.verdict,
    ).toBe(verdict);
  });

  it("comes before one by name", () => {
    const state = asking(request, byServer, { approved: ["mcpr_1"] }, { del: { approved: [], rejected: ["mcpr_1"] } });
    expect(standing(state).counts?.verdict).toBe("approved");
  });
});

describe("a call that shares its id with one of a nested run", () => {
  it("waits beside it", () => {
    const state = pendingWith(() => {});
    const data = stepData(state);
    const outerArguments = (data.interruptions[0]?.raw_item as JsonObject | undefined)?.arguments;
    const inner = JSON.parse(JSON.stringify({ ...state, current_agent: { name: agent } })) as JsonObject;
    const [innerApproval] = stepData(inner).interruptions;
    const innerCall = innerApproval?.raw_item as JsonObject;
    innerCall.arguments = '{"to":"somebody else"}';
    data.interruptions.push(JSON.parse(JSON.stringify(innerApproval)) as JsonObject);
    const processed = state.last_processed_response as { functions: JsonObject[] };
    const call = { type: "function_call", call_id: "call_9", name: "ask", arguments: "{}" };
    processed.functions.push({ tool_call: call, tool: { name: "ask" }, agent_run_state: inner });
    const { reading } = judged(state);
    if (reading === null) throw new Error("not read");
    const own = standingsOf(reading.document, reading.run).map(
      (one) => (one.call.approval.raw as JsonObject).arguments,
    );
    expect(own).toEqual([outerArguments]);
  });
});

describe("a decision for all calls of a tool", () => {
  it("of a function says nothing about a server's tool of that name", () => {
    const state = pendingWith((now, context) => {
      const data = stepData(now);
      const raw = { type: "mcp_approval_request", id: "m1", server_label: "srv", name: tool, arguments: "{}" };
      data.interruptions = [{ type: "tool_approval_item", raw_item: raw, agent: { name: agent }, tool_name: tool }];
      context.function_tool_approvals = [
        {
          agent: { name: agent },
          tool_key: tool,
          decision: { approved: true, rejected: [], sticky_scope: "0".repeat(64) },
        },
      ];
    });
    expect(standing(state)).toMatchObject({ counts: null, objections: [] });
  });

  const scopeOf = (state: JsonObject) =>
    (state.context as { tool_invocations: Record<string, { approval_scope: string }> }).tool_invocations[id]
      ?.approval_scope as string;

  it("needs an owner from 0.23.1 on", () => {
    const state = byName({ approved: true, rejected: [] });
    expect(resumeFindings(judged(state))).toEqual([`sticky-without-owner /context/approvals/${tool}/approved`]);
  });

  it("is said once, whatever the number of calls that wait", () => {
    const state = byName({ approved: true, rejected: [] });
    const data = stepData(state);
    const twin = structuredClone(data.interruptions[0]) as { raw_item: JsonObject };
    twin.raw_item.call_id = "call_3";
    data.interruptions.push(twin as unknown as JsonObject);
    expect(resumeFindings(judged(state)).filter((text) => text.startsWith("sticky-without-owner"))).toHaveLength(1);
  });

  it("counted in 0.22.3 with the scope of the call, and with no other", () => {
    const state = byName({ approved: true, rejected: [] });
    const record = (state.context as { approvals: Record<string, JsonObject> }).approvals[tool] as JsonObject;
    record.sticky_scope = scopeOf(state);
    expect(resumeFindings(judged(state, "0.22.3", { relabel: "1.17" }))).toEqual([]);
    record.sticky_scope = "f".repeat(64);
    expect(resumeFindings(judged(state, "0.22.3", { relabel: "1.17" }))).toEqual([
      `sticky-scope-differs /context/approvals/${tool}/approved`,
    ]);
  });

  it("beats the rejection of one call up to 0.21.0: that call runs", () => {
    const state = byName({ approved: true, rejected: [id] });
    const record = (state.context as { approvals: Record<string, JsonObject> }).approvals[tool] as JsonObject;
    record.sticky_scope = scopeOf(state);
    const old = judged(state, "0.21.0", { relabel: "1.15" });
    expect(old.resume).toBe("unsafe");
    expect(resumeFindings(old)).toContain(`rejected-call-runs /context/approvals/${tool}/rejected/0`);
    // Played with 0.21.0: beside a decision about the call it counts with another scope too, and with none.
    for (const scope of ["f".repeat(64), null]) {
      record.sticky_scope = scope;
      expect(judged(state, "0.21.0", { relabel: "1.15" }).resume).toBe("unsafe");
    }
    record.sticky_scope = scopeOf(state);
    const newer = judged(state, "0.22.3", { relabel: "1.17" });
    expect(newer.resume).toBe("ok");
    expect(ruleNames(newer)).toContain("sticky-beside-opposite");
  });

  it("is bound anew under labels below 1.15", () => {
    expect(resumeFindings(judged(byName({ approved: true, rejected: [] }), "0.21.0", { relabel: "1.13" }))).toEqual([]);
  });
});

it("finds the calls of runs that are nested deeply, asking each run once", () => {
  const cases = readFileSync(new URL("../vectors/migrate/cases.ndjson", import.meta.url), "utf8").split("\n");
  const nested = cases.find((line) => line.includes('"down_1.13_s4b_nested_decided"')) ?? "";
  const once = () => (JSON.parse(nested) as { input: JsonObject }).input;
  let state = once();
  for (let level = 1; level < 190; level++) {
    const around = once();
    const [entry] = (around.last_processed_response as { functions: JsonObject[] }).functions;
    if (entry !== undefined) entry.agent_run_state = state;
    state = around;
  }
  const { reading } = soon(() => {
    for (const relabel of ["1.0", "1.9", "1.14"]) judged(state, "0.24.0", { relabel });
    return judged(state);
  });
  expect(reading?.run.rejected).toBe(false);
});

it("tells thousands of calls with one id, in a nested run and around it, from each other", () => {
  const state: JsonObject = corpusState("resume/1.21-agent-tool-nested-pending");
  const [entry] = (state.last_processed_response as { functions: JsonObject[] }).functions;
  const waitsOf = (run: unknown) => (run as { current_step: { data: JsonObject } }).current_step.data;
  const [approval] = waitsOf(state).interruptions as [JsonObject];
  const many = (word: string) =>
    Array.from({ length: 8000 }, (_, index) => ({
      ...approval,
      raw_item: { ...(approval?.raw_item as JsonObject), arguments: `${word} ${index}` },
    }));
  waitsOf(entry?.agent_run_state).interruptions = many("inside");
  waitsOf(state).interruptions = many("outside");
  expect(soon(() => judged(state)).verdict).toBe("accepted");
});
