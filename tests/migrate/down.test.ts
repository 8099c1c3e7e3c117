import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import type { Migration } from "../../src/migrate/migrate.ts";
import { corpusState, stepData } from "../parsed.ts";
import { changesOf, contextOf, held, paused, resultOf, rulesOf, run } from "./migrated.ts";

describe("down", () => {
  it("refuses a held write, and forced makes it an ordinary one that the target can resume", () => {
    const refused = run(held("interruption", true), "1.18");
    expect([refused.status, rulesOf(refused)[0]]).toEqual(["refused", "held-write"]);
    const forced = run(held("interruption", true), "1.18", { allowLoss: new Set(["held-write"]) });
    expect(forced.status).toBe("migrated");
    expect(resultOf(forced).pending_session_write).toMatchObject({ session_id: "s", before: null, persisted_count: 0 });
    expect(Object.keys(resultOf(forced).pending_session_write as JsonObject)).toEqual([
      "session_id",
      "items",
      "before",
      "persisted_count",
    ]);
    const later = run(held("run_again", true), "1.18", { allowLoss: new Set(["held-write"]) });
    expect(resultOf(later).pending_session_write).toMatchObject({ persisted_count: 2 });
  });

  it("never lets an older reader run a rejected call", () => {
    const state = paused();
    contextOf(state).approvals = { shell: { approved: true, rejected: ["c9"], sticky_scope: "a".repeat(64) } };
    const migration = run(state, "1.15");
    expect(rulesOf(migration)).toContain("sticky-against-list-dropped");
    expect(contextOf(resultOf(migration)).approvals).toMatchObject({ shell: { approved: [], rejected: ["c9"] } });
  });

  // Resumed in 0.24.0, 0.22.0, 0.21.0, 0.19.4 and 0.18.0: shell, custom, patch and hosted calls, another of them decided otherwise.
  it("says that a sticky decision cannot be undone for one call below 1.16", () => {
    const found = (to: string, decision: JsonObject, key: "approvals" | "hosted" = "approvals") => {
      const state = paused();
      const record = { ...decision, sticky_scope: "a".repeat(64) };
      const identity = { type: "server_tool", server_label: "s", tool_name: "t" };
      if (key === "hosted") contextOf(state).hosted_mcp_approvals = [{ identity, decision }];
      else contextOf(state).approvals = { shell: record };
      return rulesOf(run(state, to)).filter((rule) => rule.startsWith("sticky-"));
    };
    const approved = { approved: true, rejected: [] };
    const rejected = { approved: [], rejected: true };
    expect([found("1.16", approved), found("1.16", rejected)]).toEqual([[], []]);
    expect([found("1.15", approved), found("1.15", rejected), found("1.15", approved, "hosted")]).toEqual(
      Array(3).fill(["sticky-decision-final"]),
    );
    expect([found("1.13", approved), found("1.13", rejected)]).toEqual([
      ["sticky-approval-dropped"],
      ["sticky-decision-final"],
    ]);
  });

  it("puts a waiting call of a custom tool back among the actions: 0.21.0 runs it from nowhere else", () => {
    const state = paused();
    const call = { call_id: "k1", input: "1.0", name: "ct", type: "custom_tool_call" };
    const approval = { type: "tool_approval_item", raw_item: call, agent: { name: "Main" }, tool_name: "ct" };
    stepData(state).interruptions = [approval];
    const processed = state.last_processed_response as JsonObject;
    const other = { tool_call: { ...call, call_id: "k0" }, custom_tool: { name: "ct", description: "d" } };
    processed.custom_tool_actions = [other];
    const actions = (migration: Migration) =>
      (resultOf(migration).last_processed_response as JsonObject).custom_tool_actions;
    expect(actions(run(state, "1.16"))).toEqual([other]);
    const down = run(state, "1.15");
    expect(changesOf(down)).toContain("custom-action-restored");
    expect(actions(down)).toEqual([other, { tool_call: call, custom_tool: { name: "ct" } }]);
    processed.custom_tool_actions = actions(down) as Json;
    expect(changesOf(run(state, "1.15"))).not.toContain("custom-action-restored");
  });

  describe("a decision about a nested run's call", () => {
    const file = () => corpusState("resume/1.15-nested-approved") as JsonObject;
    const innerOf = (state: JsonObject) =>
      ((state.last_processed_response as JsonObject).functions as JsonObject[])[0]?.agent_run_state as JsonObject;
    const [key, id] = Object.entries(contextOf(innerOf(file())).approvals as JsonObject).map(([name, record]) => [
      name,
      String(((record as JsonObject).approved as Json[])[0]),
    ])[0] as [string, string];

    it("that stands outside does not come to life: 0.19.4 would run what was rejected inside", () => {
      const state = file();
      contextOf(state).approvals = { [key]: { approved: [id, "another"], rejected: [] } };
      contextOf(innerOf(state)).approvals = { [key]: { approved: [], rejected: [id] } };
      const migration = run(state, "1.13");
      expect(changesOf(migration)).toContain("outer-decision-dropped");
      expect(contextOf(resultOf(migration)).approvals).toEqual({ [key]: { approved: ["another"], rejected: [id] } });
      contextOf(innerOf(state)).approvals = {};
      expect(contextOf(resultOf(run(state, "1.13"))).approvals).toEqual({
        [key]: { approved: ["another"], rejected: [] },
      });
      contextOf(innerOf(state)).approvals = { [key]: { approved: [id], rejected: [] } };
      expect(changesOf(run(state, "1.13"))).not.toContain("outer-decision-dropped");
      expect(run(state, "1.15").status).toBe("unchanged");
    });
  });

  it("lets the count of stored items begin anew between two turns, below 1.16", () => {
    const key = "current_turn_persisted_item_count";
    const state: JsonObject = { ...paused(), current_step: { type: "next_step_run_again" }, [key]: 2 };
    expect(resultOf(run(state, "1.16"))[key]).toBe(2);
    expect(resultOf(run(state, "1.15"))[key]).toBe(0);
    expect(resultOf(run({ ...paused(), [key]: 2 }, "1.15"))[key]).toBe(2);
  });

  it("refuses where a call of the turn has run and its output is lost", () => {
    for (const file of ["1.15-output-not-committed", "1.15-finished-action-unnamed"]) {
      const state: JsonObject = corpusState(`resume/${file}`);
      const kept = (state.generated_items as JsonObject[]).filter(({ type }) => type !== "tool_call_output_item");
      state.generated_items = kept;
      for (const entry of Object.values(contextOf(state).tool_invocations as JsonObject))
        Object.assign(entry as JsonObject, { completed: false });
      expect(rulesOf(run(state, "1.13"))).toContain("executed-call-below-1-15");
    }
  });

  it("refuses to lose the note that a waiting call has run already", () => {
    const state = paused();
    const ledger = contextOf(state).tool_invocations as Record<string, JsonObject>;
    ledger.c2 = { ...ledger.c2, executed: true };
    expect(run(state, "1.15").status).toBe("migrated");
    const refused = run(state, "1.13");
    expect([refused.status, rulesOf(refused)]).toEqual([
      "refused",
      expect.arrayContaining(["executed-call-below-1-15"]),
    ]);
    expect(run(state, "1.13", { allowLoss: new Set(["executed-call-below-1-15"]) }).status).toBe("migrated");
    ledger.c2 = { ...ledger.c2, executed: false };
    expect(run(state, "1.13").status).toBe("migrated");
  });

  it("does not take the note of an outer call for one about an inner call under its id", () => {
    const state: JsonObject = corpusState("resume/1.21-nested-call-under-outer-id");
    const [id] = Object.keys(contextOf(state).tool_invocations as JsonObject);
    expect(stepData(state).interruptions).toMatchObject([{ raw_item: { call_id: id } }]);
    // Played: 0.15.3 and 0.18.3 run the inner call once when it is approved, and not when it is rejected.
    for (const label of ["1.12", "1.9"]) expect(run(state, label).status).toBe("migrated");
  });

  it("refuses to lose input that a turn has taken up", () => {
    const state = paused();
    const items = state.generated_items as JsonObject[];
    const heard = { type: "input_item", agent: items[0]?.agent as Json, raw_item: { role: "user", content: "x" } };
    state.generated_items = [...items, heard];
    state.generated_session_item_indexes = [...(state.generated_session_item_indexes as Json[]), null];
    expect(run(state, "1.15").status).toBe("migrated");
    const refused = run(state, "1.13");
    expect([refused.status, rulesOf(refused)]).toEqual([
      "refused",
      expect.arrayContaining(["delivered-input-below-1-15"]),
    ]);
    expect(refused.findings.find(({ rule }) => rule === "delivered-input-below-1-15")?.path).toEqual([
      "generated_items",
      items.length,
    ]);
    expect(run(state, "1.13", { allowLoss: new Set(["delivered-input-below-1-15"]) }).status).toBe("migrated");
  });

  it("never widens an approval", () => {
    const owned = paused();
    contextOf(owned).function_tool_approvals = [
      {
        agent: { name: "Main" },
        tool_key: "danger",
        decision: { approved: true, rejected: ["c3"], sticky_scope: "a".repeat(64) },
      },
    ];
    const migration = run(owned, "1.17");
    expect(rulesOf(migration)).toContain("owned-sticky-approval-dropped");
    expect(contextOf(resultOf(migration)).approvals).toMatchObject({ danger: { approved: [], rejected: ["c3"] } });

    const scoped = paused();
    contextOf(scoped).approvals = { shell: { approved: true, rejected: [], sticky_scope: "a".repeat(64) } };
    expect(contextOf(resultOf(run(scoped, "1.13"))).approvals).toEqual({ shell: { approved: [], rejected: [] } });

    const hosted = paused();
    contextOf(hosted).hosted_mcp_approvals = [
      {
        identity: { type: "server_tool", server_label: "s", tool_name: "t" },
        decision: { approved: true, rejected: ["m1"] },
      },
    ];
    const unhosted = run(hosted, "1.13");
    expect(rulesOf(unhosted)).toContain("sticky-against-list-dropped");
    expect(contextOf(resultOf(unhosted)).approvals).toMatchObject({ t: { approved: [], rejected: ["m1"] } });
  });

  it("lets what the owner says of a call win over an older decision by name", () => {
    const state = paused();
    const before = { approved: ["c2", "c3"], rejected: [], rejection_messages: {} };
    const decided = (decision: JsonObject) => {
      contextOf(state).approvals = { danger: structuredClone(before) };
      contextOf(state).function_tool_approvals = [{ agent: { name: "Main" }, tool_key: "danger", decision }];
      return contextOf(resultOf(run(state, "1.17"))).approvals;
    };
    const rejected = { approved: [], rejected: ["c2"], rejection_messages: { c2: "no" } };
    expect(decided(rejected)).toEqual({ danger: { ...rejected, approved: ["c3"] } });
    expect(decided({ approved: false, rejected: true })).toEqual({ danger: { ...before, approved: [] } });
    const ofAnother = [{ agent: { name: "Other" }, tool_key: "danger", decision: rejected }];
    contextOf(state).approvals = {};
    contextOf(state).function_tool_approvals = ofAnother;
    expect(contextOf(resultOf(run(state, "1.17"))).approvals).toEqual({});
  });

  it("lets what is said of a server's tool win over an older decision by name", () => {
    const read = () => corpusState("features/1.14-hosted-mcp-approvals") as JsonObject;
    const id = "mcpr_1";
    const decided = (decision: JsonObject, identity: JsonObject) => {
      const state = read();
      contextOf(state).approvals = { read_page: { approved: [id], rejected: [] } };
      contextOf(state).hosted_mcp_approvals = [{ identity, decision }];
      return contextOf(resultOf(run(state, "1.13"))).approvals;
    };
    const ofTool = { type: "server_tool", server_label: "docs", tool_name: "read_page" };
    expect(decided({ approved: [], rejected: [id] }, ofTool)).toEqual({ read_page: { approved: [], rejected: [id] } });
    expect(decided({ approved: false, rejected: true }, ofTool)).toEqual({ read_page: { approved: [], rejected: [] } });
    const byName = { type: "query", tool_name: "read_page", request_id: id };
    expect(decided({ approved: [], rejected: [id] }, byName)).toEqual({ read_page: { approved: [id], rejected: [] } });
  });

  it("drops a decision whose call was edited since, which an older reader would run", () => {
    const read = () => corpusState("resume/1.15-approved") as JsonObject;
    const approvalsOf = (state: JsonObject) => {
      const migration = run(state, "1.13");
      return [contextOf(resultOf(migration)).approvals, rulesOf(migration).includes("unbound-decision-dropped")];
    };
    expect(approvalsOf(read())).toEqual([{ b: { approved: ["c1"], rejected: [] } }, false]);
    const edited = read();
    for (const { raw_item: raw } of stepData(edited).interruptions)
      Object.assign(raw as JsonObject, { arguments: '{"amount":1000000}' });
    expect(approvalsOf(edited)).toEqual([{ b: { approved: [], rejected: [] } }, true]);
    const unlisted = read();
    contextOf(unlisted).tool_invocations = {};
    expect(approvalsOf(unlisted)).toEqual([{ b: { approved: [], rejected: [] } }, true]);
    expect(contextOf(resultOf(run(edited, "1.14"))).approvals).toEqual({ b: { approved: [], rejected: [] } });
  });

  it("says that an older reader leaves out what a local shell call gave back", () => {
    const state: JsonObject = corpusState("features/1.21-local-shell-then-pending");
    const { rule, path, args } = run(state, "1.13").findings.find(({ rule }) => rule.startsWith("local-shell")) ?? {};
    expect([rule, path, args]).toEqual(["local-shell-output-below-1-15", ["generated_items", 1], { places: 2 }]);
    expect(rulesOf(run(state, "1.15"))).not.toContain(rule);
  });

  it("brings no sticky rejection to life that newer releases ignore", () => {
    const state = paused();
    const bareDanger = "262538d3bb73a8e04862d77c7abc5e311702a866094d56b56fd7bd28bd11160e";
    const never = { approved: false, rejected: true, sticky_rejection_message: "never" };
    contextOf(state).approvals = { danger: { ...never, sticky_scope: bareDanger }, shell: never };
    const dropped = { approved: [], rejected: [] };
    expect(contextOf(resultOf(run(state, "1.17"))).approvals).toEqual({ danger: dropped, shell: never });
    expect(contextOf(resultOf(run(state, "1.13"))).approvals).toEqual({ danger: dropped, shell: dropped });
  });

  it("does not bring a sticky approval to life that newer releases ignore", () => {
    const state = paused();
    const bareDanger = "262538d3bb73a8e04862d77c7abc5e311702a866094d56b56fd7bd28bd11160e";
    contextOf(state).approvals = { danger: { approved: true, rejected: [], sticky_scope: bareDanger } };
    const migration = run(state, "1.17");
    expect(rulesOf(migration)).toContain("unowned-sticky-approval-dropped");
    expect(contextOf(resultOf(migration)).approvals).toEqual({ danger: { approved: [], rejected: [] } });
  });

  it("asks for the turn limit by name", () => {
    const state = { ...paused(), max_turns: null };
    expect(rulesOf(run(state, "1.9"))).toContain("unlimited-turns-below-1-10");
    const assumed = run(state, "1.9", { assume: { maxTurns: 50 } });
    expect([assumed.status, resultOf(assumed).max_turns]).toEqual(["migrated", 50]);
    const forced = run(state, "1.9", { allowLoss: new Set(["unlimited-turns-below-1-10"]) });
    expect(resultOf(forced).max_turns).toBe(1_000_000_000);
  });

  it.each([
    ["1.16", "terminal-below-1-17", { terminal_unrecoverable: true }],
    ["1.13", "staged-input-below-1-15", { pending_input: [{ role: "user", content: "x" }] }],
    ["1.6", "sandbox-below-1-7", { sandbox: {} }],
  ] as const)("to %s refuses by %s", (to, rule, members) => {
    const state = { ...paused(), ...(members as unknown as JsonObject) };
    const refused = run(state, to);
    expect([refused.status, rulesOf(refused).includes(rule)]).toEqual(["refused", true]);
    expect(run(state, to, { allowLoss: new Set([rule]) }).status).toBe("migrated");
  });

  it("warns of a label that no release writes", () => {
    expect(rulesOf(run(paused(), "1.19"))).toContain("migrate-target-unreleased");
    expect(run(paused(), "1.19").findings[0]?.args.neighbours).toBe("0.23.1 writes 1.18, 0.24.0 writes 1.21");
  });
});

describe("decisions that are none", () => {
  it("are written as none where an old reader would find call ids in them", () => {
    const state = paused();
    contextOf(state).function_tool_approvals = [];
    contextOf(state).approvals = {
      a: { approved: "c2c3", rejected: [] },
      b: 1,
      c: { approved: ["c9"], rejected: false },
    };
    expect(contextOf(resultOf(run(state, "1.10"))).approvals).toEqual({
      a: { approved: [], rejected: [] },
      c: { approved: ["c9"], rejected: false },
    });
  });
});

// Played: in 0.15.3 the approved call inside is gone, whoever wrote the file; up to 0.14.4 the API never gets the output.
describe("what an older release does with the resume, and the newer one does not", () => {
  const worse = (state: JsonObject, to: string) =>
    run(state, to).findings.flatMap(({ rule, args, path }) =>
      rule === "resumes-worse-below" ? [[args.release, args.outlook, args.rule, path.join("/")]] : [],
    );

  it("is named", () => {
    const state: JsonObject = corpusState("resume/1.17-nested-decision-ignored");
    const at = "last_processed_response/functions/0/agent_run_state/current_agent";
    expect(worse(state, "1.13")).toEqual([["0.19.4", "unsafe", "nested-run-of-namesake", at]]);
    const served: JsonObject = { ...corpusState("quirks/server-output-unsent"), $schemaVersion: "1.10" };
    const output = "generated_items/2/raw_item";
    expect(worse(served, "1.6")).toEqual([["0.13.6", "unsafe", "server-output-unsent", output]]);
  });

  it("is not said again where the newer one does it too", () => {
    const state: JsonObject = corpusState("quirks/step-type-unknown");
    expect(worse(state, "1.13")).toEqual([]);
  });
});
