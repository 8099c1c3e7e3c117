import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { judge } from "../../src/judge.ts";
import { type MigrateOptions, type Migration, migrate } from "../../src/migrate/migrate.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { rereadErrors } from "../../src/reading/read.ts";
import type { Reading } from "../../src/reading/reading.ts";
import { rules } from "../../src/rules/index.ts";
import { corpusState } from "../parsed.ts";
import { soon } from "../soon.ts";
import { documentOf, inputOf } from "./cases.ts";

function run(value: Json, to: string, options: Partial<MigrateOptions> = {}): Migration {
  return migrate(documentOf(value), { to, ...options });
}

const rulesOf = (migration: Migration) => migration.findings.map(({ rule }) => rule);
const changesOf = ({ edits }: Migration) => edits.map(({ change }) => change.rule);
const resultOf = (migration: Migration) => migration.result?.value as JsonObject;
const contextOf = (state: JsonObject) => state.context as JsonObject;

/** The pause of 1.21 with two pending calls c2 and c3 of the function tool danger. */
const paused = () => inputOf("down_1.18_s1_pending");

function held(step: "interruption" | "run_again", boundary: boolean): JsonObject {
  const state = paused();
  const items = [
    { type: "function_call", call_id: "c2", name: "danger", arguments: "{}" },
    { type: "function_call", call_id: "c3", name: "danger", arguments: "{}" },
  ];
  const write: JsonObject = { session_id: "s", items: items as Json, before: null, persisted_count: 2, held: true };
  if (boundary) write.current_response = { turn: 1, start: 0 };
  const next: JsonObject =
    step === "interruption" ? state : { ...state, current_step: { type: "next_step_run_again" } };
  return { ...next, pending_session_write: write };
}

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
    (state.current_step as { data: JsonObject }).data.interruptions = [approval];
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
    const { data } = edited.current_step as { data: { interruptions: { raw_item: JsonObject }[] } };
    for (const { raw_item } of data.interruptions) raw_item.arguments = '{"amount":1000000}';
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

describe("up", () => {
  it("drops what an old label hides, rather than bring it to life", () => {
    const state = inputOf("up_1.13_s1_pending");
    contextOf(state).hosted_mcp_approvals = [
      { identity: { type: "request", request_id: "r" }, decision: { approved: ["r"], rejected: [] } },
    ];
    contextOf(state).tool_invocations = { c9: { made: "up" } };
    const migrated = resultOf(
      run({ ...state, current_response_generated_item_ownership: { start: 0, end: 1, interruptions: [] } }, "1.21"),
    );
    expect(Object.hasOwn(contextOf(migrated), "hosted_mcp_approvals")).toBe(false);
    expect(Object.hasOwn(migrated, "current_response_generated_item_ownership")).toBe(false);
    expect(Object.keys(contextOf(migrated).tool_invocations as JsonObject)).toEqual(["c1"]);
  });

  it("names a finished call as the action of its response does", () => {
    const state = corpusState("resume/1.13-computer-beside-approval");
    const up = run(state, "1.21");
    expect(changesOf(up)).toContain("finished-call-named");
    // Its session item too: 0.22.3 to 0.24.0 count items that differ as two.
    for (const list of ["generated_items", "session_items"])
      expect((resultOf(up)[list] as JsonObject[])[0]).toMatchObject({ tool_name: "computer_use_preview" });
    const [, , , output] = state.generated_items;
    state.generated_items = state.generated_items.filter((item: Json) => item !== output);
    expect(changesOf(run(state, "1.21"))).not.toContain("finished-call-named");
  });

  // Resumed in 0.21.0 and 0.24.0, one call decided at a time, with 2 shell calls and a function call, and with patches: the second resume raises.
  it("leaves a native call that waits unnamed, as the SDK does, and says that all are to be decided together", () => {
    const state = corpusState("features/1.0-shell-pending");
    const twice = (items: Json[]) => {
      for (const item of structuredClone(items) as JsonObject[])
        items.push({ ...item, raw_item: { ...(item.raw_item as JsonObject), call_id: "call_2" } });
    };
    expect(rulesOf(run(state, "1.21"))).not.toContain("native-calls-undecided");
    twice(state.generated_items as Json[]);
    const step = state.current_step as { data: { interruptions: Json[] } };
    twice(step.data.interruptions);
    const isTold = (approvals: JsonObject) => {
      contextOf(state).approvals = approvals;
      const migration = run(state, "1.21");
      expect(changesOf(migration)).not.toContain("finished-call-named");
      return rulesOf(migration).includes("native-calls-undecided");
    };
    expect(isTold({})).toBe(true);
    expect(isTold({ shell: { approved: ["call_sh"], rejected: [] } })).toBe(true);
    expect(isTold({ shell: { approved: ["call_sh"], rejected: ["call_2"] } })).toBe(false);
    expect(isTold({ shell: { approved: true, rejected: [] } })).toBe(false);
  });

  it("makes up no owner, and says that a sticky decision does not count", () => {
    const state = inputOf("up_1.17_s3_sticky");
    const migration = run(state, "1.21");
    expect(rulesOf(migration)).toContain("sticky-function-unowned");
    expect(contextOf(resultOf(migration)).approvals).toEqual(contextOf(state).approvals);
    expect(Object.hasOwn(contextOf(resultOf(migration)), "function_tool_approvals")).toBe(false);
  });

  it("carries the decision on an inner call into the nested run", () => {
    const state = inputOf("up_1.13_s4_nested");
    contextOf(state).approvals = { danger: { approved: ["n1"], rejected: [] } };
    const processed = resultOf(run(state, "1.21")).last_processed_response as JsonObject;
    const inner = ((processed.functions as JsonObject[])[0] as JsonObject).agent_run_state as JsonObject;
    expect(inner.$schemaVersion).toBe("1.21");
    expect(contextOf(inner).approvals).toMatchObject({ danger: { approved: ["n1"], rejected: [] } });
    expect(contextOf(inner).tool_invocations).toMatchObject({ n1: { executed: false, completed: false } });
  });

  it("names a finished native call as its approval does", () => {
    const state = inputOf("up_1.13_s6b_shell_decided");
    const items = state.generated_items as JsonObject[];
    const at = items.findIndex(({ type }) => type === "tool_call_item");
    const call = items[at]?.raw_item as JsonObject;
    const output = { type: "shell_call_output", call_id: call.call_id as Json, output: [] };
    const done = { type: "tool_call_output_item", agent: items[at]?.agent as Json, raw_item: output, output: "" };
    const nameOf = (of: JsonObject) => (resultOf(run(of, "1.21")).generated_items as JsonObject[])[at]?.tool_name;
    expect(nameOf(state)).toBeUndefined();
    expect(nameOf({ ...state, generated_items: [...items, done] })).toBe("shell");
  });

  it("leaves a nested run alone that its reader drops", () => {
    const state = inputOf("up_1.13_s4_nested");
    const entry = ((state.last_processed_response as JsonObject).functions as JsonObject[])[0] as JsonObject;
    (entry.agent_run_state as JsonObject).$schemaVersion = "9.9";
    const processed = resultOf(run(state, "1.21")).last_processed_response as JsonObject;
    expect(((processed.functions as JsonObject[])[0] as JsonObject).agent_run_state).toEqual(entry.agent_run_state);
  });
});

describe("the draft", () => {
  const draft = (change: (state: JsonObject) => void = () => {}) => {
    const state = { ...held("interruption", false), $schemaVersion: "1.18" };
    change(state);
    return state;
  };

  it("gets the boundary that the file proves", () => {
    const migration = run(draft(), "1.21");
    expect(migration.status).toBe("migrated");
    expect(resultOf(migration).pending_session_write).toMatchObject({
      held: true,
      current_response: { turn: 2, start: 0 },
    });
  });

  it("is refused with what is missing when the file does not prove it", () => {
    const unknown = run(
      draft((state) => {
        const write = state.pending_session_write as JsonObject;
        write.items = [{ type: "message", role: "assistant", content: "x" }, ...(write.items as Json[])];
      }),
      "1.21",
    );
    expect([unknown.status, unknown.findings[0]?.rule]).toEqual(["refused", "held-boundary-unproven"]);
    expect(unknown.findings[0]?.args.missing).toContain("held item");
  });
});

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
    const step = state.current_step as { data: { interruptions: JsonObject[] } };
    const [waiting] = step.data.interruptions as [JsonObject & { raw_item: JsonObject }];
    const tools = Array.from({ length: 10_000 }, (_, index) => `t${index}`);
    step.data.interruptions = tools.map((name) => ({
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
