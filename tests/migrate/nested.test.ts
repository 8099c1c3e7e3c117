import { describe, expect, it } from "vitest";
import type { Document } from "../../src/document/document.ts";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { keepDropped } from "../../src/migrate/keep-dropped.ts";
import { type Migration, migrate } from "../../src/migrate/migrate.ts";
import { applyHunks } from "../../src/migrate/text-diff.ts";
import { approvalScope, callIdentity } from "../../src/python/invocation.ts";
import { isError } from "../../src/rules/index.ts";
import { corpusState, stepData } from "../parsed.ts";
import { soon } from "../soon.ts";
import { documentOf, inputOf } from "./cases.ts";

const contextOf = (state: JsonObject) => state.context as JsonObject;
const entriesOf = (state: JsonObject) => (state.last_processed_response as JsonObject).functions as JsonObject[];
const innerOf = (state: JsonObject, at = 0) => entriesOf(state)[at]?.agent_run_state as JsonObject;
const waitsOf = (state: JsonObject) => stepData(state).interruptions;

function run(state: JsonObject, to: string) {
  const { status, result, findings } = migrate(documentOf(state), { to });
  const named = findings
    .filter(({ rule }) => rule.startsWith("nested-"))
    .map(({ rule, path }) => [rule, path.join("/")]);
  const rules = findings.map(({ rule }) => rule);
  return { status, state: result?.value as JsonObject, named, rules };
}

/** A nested run that waits for n1 of the tool danger, approved there; the outer run waits for nothing of its own. */
const approvedInside = () => inputOf("down_1.13_s4b_nested_decided");

/** Lets the ledger of a run know a call that waits: from 1.15 on no decision on it counts otherwise. */
function bind(state: JsonObject, { raw_item, tool_name }: JsonObject): void {
  const identity = callIdentity(raw_item, { toolName: tool_name });
  if (identity === null || typeof identity !== "object") throw new Error("a call without an identity");
  const { callId, type, scope, fingerprint } = identity;
  const known = { type, approval_scope: scope, fingerprint, executed: false, completed: false };
  (contextOf(state).tool_invocations as JsonObject)[callId] = known;
}

/** A second nested run that waits for a call of the same tool with the same id. */
function withTwin(state: JsonObject): JsonObject {
  entriesOf(state).push(structuredClone(entriesOf(state)[0]) as JsonObject);
  waitsOf(state).push(structuredClone(waitsOf(state)[0]) as JsonObject);
  return state;
}

// Played with 18 files of 0.24.0: approved there, carried down to 1.13 and 1.9, rejected in 0.19.4 and 0.15.3, saved, and carried up again.
describe("decisions of an older release on the way up", () => {
  const decidedBelow = (record: JsonObject, inside: JsonObject = { approved: ["n1"], rejected: [] }) => {
    const { state } = run(approvedInside(), "1.13");
    contextOf(state).approvals = { danger: record };
    contextOf(innerOf(state)).approvals = { danger: inside };
    const up = run(state, "1.21");
    return [(contextOf(innerOf(up.state)).approvals as JsonObject).danger, up.rules];
  };

  it("win over those that a nested run brought down with it", () => {
    const [record, rules] = decidedBelow({ approved: [], rejected: ["n1"], rejection_messages: { n1: "no" } });
    expect(record).toEqual({ approved: [], rejected: ["n1"], rejection_messages: { n1: "no" } });
    expect(rules).not.toContain("nested-sticky-ignored");
    const rejected = { approved: [], rejected: ["n1"], rejection_messages: { n1: "no" } };
    expect(decidedBelow({ approved: ["n1"], rejected: [] }, rejected)[0]).toMatchObject({
      approved: ["n1"],
      rejected: [],
    });
  });

  it("about all calls of a tool make a call ask that the nested run had decided otherwise", () => {
    const [record, rules] = decidedBelow({ approved: false, rejected: true });
    expect(record).toEqual({ approved: [], rejected: [] });
    expect(rules).toContain("nested-sticky-ignored");
    expect(decidedBelow({ approved: true, rejected: [] })[0]).toEqual({ approved: ["n1"], rejected: [] });
  });
});

// What 0.19.4 and 0.24.0 do with such files was seen by resuming them.
describe("decisions of nested runs on the way down", () => {
  it("go to the outermost run", () => {
    const { state, named } = run(approvedInside(), "1.13");
    expect([contextOf(state).approvals, named]).toEqual([{ danger: { approved: ["n1"], rejected: [] } }, []]);
  });

  it("are compared with what is said about their own call, not with every run of a long list", () => {
    const state = approvedInside();
    const [entry] = entriesOf(state) as [JsonObject];
    const [waiting] = waitsOf(state) as [JsonObject];
    const ids = Array.from({ length: 2500 }, (_, index) => `n-${index}`);
    const withId = (value: JsonObject, id: string): JsonObject =>
      JSON.parse(JSON.stringify(value).replaceAll('"n1"', `"${id}"`));
    (state.last_processed_response as JsonObject).functions = ids.map((id) => withId(entry, id));
    stepData(state).interruptions = ids.map((id) => withId(waiting, id));
    const down = soon(() => run(state, "1.13"));
    expect([contextOf(down.state).approvals, down.named]).toEqual([{ danger: { approved: ids, rejected: [] } }, []]);
  });

  it.each([undefined, 2])("are found as soon below many runs, each within the last (indented: %s)", (indent) => {
    const levels = 120;
    let state = approvedInside();
    for (let level = 1; level < levels; level++) {
      const around = approvedInside();
      (entriesOf(around)[0] as JsonObject).agent_run_state = state;
      state = around;
    }
    const document = documentOf(JSON.stringify(state, null, indent));
    const { result, edits } = soon(() => migrate(document, { to: "1.13" }));
    expect(contextOf(result?.value as JsonObject).approvals).toEqual({ danger: { approved: ["n1"], rejected: [] } });
    const origin = { file: "deep.json", line: null, from: "1.15", to: "1.13" };
    const kept = soon(() => keepDropped(origin, document, result as Document, edits));
    expect(
      applyHunks(
        result?.text ?? "",
        kept.hunks.map(([at, length, text]) => ({ at, length, text })),
      ),
    ).toBe(document.text);
  });

  it("count alone where the outer run says something else about a call that only the inner run waits for", () => {
    const state = approvedInside();
    const decision = { approved: [], rejected: ["n1", "n2"], rejection_messages: { n1: "no", n2: "never" } };
    contextOf(state).function_tool_approvals = [{ agent: { name: "Outer" }, tool_key: "danger", decision }];
    const down = run(state, "1.13");
    expect([contextOf(down.state).approvals, down.named]).toEqual([
      { danger: { approved: ["n1"], rejected: ["n2"], rejection_messages: { n2: "never" } } },
      [],
    ]);
  });

  it("are rejected without their text, which is said", () => {
    const state = approvedInside();
    const decision = { approved: [], rejected: ["n1"], rejection_messages: { n1: "no" } };
    contextOf(innerOf(state)).function_tool_approvals = [{ agent: { name: "Inner" }, tool_key: "danger", decision }];
    const at = "last_processed_response/functions/0/agent_run_state/current_step/data/interruptions/0";
    expect(run(state, "1.13").named).toEqual([["nested-rejection-text-unsent", at]]);
    expect(run(state, "1.15").named).toEqual([]);
  });

  it("are not replaced by one of the outer run, which counts for nothing above", () => {
    const state = approvedInside();
    const decision = { approved: ["n1"], rejected: [] };
    contextOf(state).function_tool_approvals = [{ agent: { name: "Outer" }, tool_key: "danger", decision }];
    contextOf(innerOf(state)).function_tool_approvals = [];
    expect(contextOf(run(state, "1.13").state).approvals).toEqual({});
    expect(run(state, "1.15").named).toEqual([]);
  });

  it("are dropped where the outer run waits for a call with the same id, and has not decided", () => {
    const state = approvedInside();
    waitsOf(state).push(structuredClone(waitsOf(state)[0]) as JsonObject);
    const down = run(state, "1.13");
    expect(contextOf(down.state).approvals).toEqual({});
    const inside = "last_processed_response/functions/0/agent_run_state/";
    expect(down.named).toEqual([
      ["nested-decision-shared", "current_step/data/interruptions/0"],
      ["nested-decision-shared", `${inside}current_step/data/interruptions/0`],
    ]);
  });

  it("are asked for by name where nobody has decided yet: one answer counts for both calls", () => {
    const state = withTwin(approvedInside());
    for (const at of [0, 1]) contextOf(innerOf(state, at)).function_tool_approvals = [];
    expect(run(state, "1.13").named.map(([rule]) => rule)).toEqual([
      "nested-decision-shared",
      "nested-decision-shared",
    ]);
  });

  it("are dropped where only one of two nested runs has decided", () => {
    const state = withTwin(approvedInside());
    contextOf(innerOf(state, 1)).function_tool_approvals = [];
    const down = run(state, "1.13");
    expect(contextOf(down.state).approvals).toEqual({});
    expect(down.named.map(([rule]) => rule)).toEqual(["nested-decision-shared", "nested-decision-shared"]);
  });

  it("stay where both have decided alike", () => {
    const down = run(withTwin(approvedInside()), "1.13");
    expect([contextOf(down.state).approvals, down.named]).toEqual([{ danger: { approved: ["n1"], rejected: [] } }, []]);
  });

  it("do not matter where the call is taken for one of the outer run too: below, one approval would run it twice", () => {
    const state: JsonObject = corpusState("resume/1.15-agent-is-its-own-tool");
    const refused = migrate(documentOf(state), { to: "1.14" });
    expect([refused.status, refused.findings.map(({ rule }) => rule)]).toEqual([
      "refused",
      expect.arrayContaining(["own-agent-below-1-15"]),
    ]);
    state.current_agent = { name: "Another" };
    const rules = migrate(documentOf(state), { to: "1.14" }).findings.map(({ rule }) => rule);
    expect(rules).not.toContain("own-agent-below-1-15");
  });

  it("are waited for in vain in 0.19.4 where the outer run calls the same tool: 0.18.3 ran one of them twice", () => {
    const state: JsonObject = corpusState("resume/1.13-own-agent-blocks");
    const errors = ({ findings }: Migration) =>
      findings.filter(isError).map(({ rule, path }) => [rule, path.join("/")]);
    const refused = migrate(documentOf(state), { to: "1.12" });
    expect([refused.status, errors(refused)]).toEqual([
      "refused",
      [["own-agent-below-1-15", "current_step/data/interruptions/0"]],
    ]);
    const alone = JSON.parse(JSON.stringify(state).replaceAll('"name":"w"', '"name":"v"'));
    alone.current_step.data.interruptions[0].raw_item.name = "w";
    expect(errors(migrate(documentOf(alone), { to: "1.12" }))).toEqual([]);
  });

  it("count call by call where they are sticky rejections, in the outermost run too: it would reject the calls inside", () => {
    const scope = approvalScope({ type: "shell_call" }, { toolName: "shell" });
    const shellCall = (call_id: string) => ({
      type: "tool_approval_item",
      raw_item: { type: "shell_call", call_id, action: { commands: ["ls"] } },
      agent: { name: "Main" },
      tool_name: "shell",
    });
    const state = approvedInside();
    for (const id of ["i1", "i2"]) bind(innerOf(state), shellCall(id));
    for (const id of ["w1", "w2"]) bind(state, shellCall(id));
    waitsOf(innerOf(state)).push(shellCall("i1"), shellCall("i2"));
    waitsOf(state).push(shellCall("i1"), shellCall("i2"), shellCall("w1"), shellCall("w2"));
    contextOf(innerOf(state)).approvals = { shell: { approved: ["i1"], rejected: [] } };
    const never = { approved: false, rejected: true, sticky_rejection_message: "never", sticky_scope: scope };
    contextOf(state).approvals = { shell: { ...never, rejection_messages: { w1: "no" } } };
    const outside = run(state, "1.13");
    expect(contextOf(outside.state).approvals).toMatchObject({
      shell: { approved: ["i1"], rejected: ["w1", "w2"], rejection_messages: { w1: "no", w2: "never" } },
    });
    expect(outside.rules).toContain("sticky-rejection-spelled-out");
    contextOf(innerOf(state)).approvals = { shell: never };
    contextOf(state).approvals = { shell: { approved: ["w1"], rejected: [] } };
    const inside = run(state, "1.13");
    expect(contextOf(inside.state).approvals).toMatchObject({
      shell: { approved: ["w1"], rejected: ["i1", "i2"], rejection_messages: { i1: "never", i2: "never" } },
    });
    expect(contextOf(innerOf(inside.state)).approvals).toMatchObject({
      shell: { approved: [], rejected: ["i1", "i2"] },
    });
    expect(inside.named.map(([rule]) => rule)).toEqual([
      "nested-sticky-rejection-dropped",
      "nested-rejection-text-unsent",
      "nested-rejection-text-unsent",
    ]);
    expect(run(state, "1.15").named).toEqual([]);
  });

  it("go there too when they are about hosted calls", () => {
    const state = approvedInside();
    contextOf(innerOf(state)).hosted_mcp_approvals = [
      {
        identity: { type: "query", tool_name: "read_page", request_id: "r1" },
        decision: { approved: ["r1"], rejected: [] },
      },
    ] as Json;
    expect(contextOf(run(state, "1.13").state).approvals).toMatchObject({ read_page: { approved: ["r1"] } });
  });
});

describe("a waiting call of a custom tool", () => {
  it("goes back among the actions of the run that waits for it, and of no run around it", () => {
    const state = approvedInside();
    const call = { call_id: "k1", input: "1.0", name: "ct", type: "custom_tool_call" };
    for (const level of [state, innerOf(state)]) {
      for (const item of waitsOf(level)) Object.assign(item, { raw_item: call, tool_name: "ct" });
      (level.last_processed_response as JsonObject).custom_tool_actions = [];
    }
    const down = run(state, "1.15").state;
    const actionsOf = (level: JsonObject) => (level.last_processed_response as JsonObject).custom_tool_actions;
    expect([actionsOf(down), actionsOf(innerOf(down))]).toEqual([
      [],
      [{ tool_call: call, custom_tool: { name: "ct" } }],
    ]);
  });
});

describe("decisions on calls of nested runs on the way up", () => {
  it("are not carried when two runs wait for a call with this id", () => {
    const state = inputOf("up_1.13_s4_nested");
    contextOf(state).approvals = { danger: { approved: ["n1"], rejected: [] } };
    expect(contextOf(innerOf(run(state, "1.21").state)).approvals).toMatchObject({ danger: { approved: ["n1"] } });
    const up = run(withTwin(state), "1.21");
    expect([0, 1].map((at) => contextOf(innerOf(up.state, at)).approvals)).toEqual([{}, {}]);
    expect(up.named.map(([rule]) => rule)).toEqual(["nested-decision-ambiguous", "nested-decision-ambiguous"]);
  });
});

describe("decisions of the outer run on the way up", () => {
  // Played: a call that 0.19.4 runs, or rejects, by such a decision waits in 0.24.0, from the old file and from the migrated one.
  it("are named where they are sticky and a nested run waits: newer releases ask", () => {
    const state: JsonObject = corpusState("resume/1.9-agent-tool-nested-pending");
    expect(run(state, "1.21").named).toEqual([]);
    contextOf(state).approvals = { send_mail: { approved: true, rejected: [] } };
    const at = "last_processed_response/functions/0/agent_run_state/current_step/data/interruptions/0";
    expect(run(state, "1.15").named).toEqual([["nested-sticky-ignored", at]]);
    expect(run(state, "1.13").named).toEqual([]);
  });

  // Played with files of 0.16.1 and 0.10.5: the tool runs in 0.24.0 from the old file; without the decision the nested run is left out.
  it("count for a call of a native tool that it does not list, which nobody is asked about", () => {
    const state = inputOf("up_1.13_s4_nested");
    const shell = { type: "shell_call", call_id: "n2", action: { commands: ["ls"] }, status: "completed" };
    const [{ type, agent }] = waitsOf(innerOf(state)) as [JsonObject];
    const waiting = { type, agent, raw_item: shell, tool_name: "shell" } as JsonObject;
    waitsOf(innerOf(state)).push(waiting);
    contextOf(state).approvals = { shell: { approved: true, rejected: false } };
    const inside = (from: JsonObject) => contextOf(innerOf(run(from, "1.21").state)).approvals;
    expect(inside(state)).toEqual({ shell: { approved: ["n2"], rejected: [] } });
    contextOf(state).approvals = { shell: { approved: false, rejected: true, sticky_rejection_message: "no" } };
    const rejection = { approved: [], rejected: ["n2"], rejection_messages: { n2: "no" } };
    expect(inside(state)).toEqual({ shell: rejection });
    waitsOf(state).push(waiting);
    expect(inside(state)).toEqual({});
  });
});
