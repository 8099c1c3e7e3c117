import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { inputOf } from "./cases.ts";
import { changesOf, contextOf, held, resultOf, rulesOf, run } from "./migrated.ts";

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
    // Its copies too: 0.22.3 to 0.24.0 count items that differ as two, and find no response of a boundary that `--restore` brought back.
    const migrated = resultOf(up);
    const response = migrated.last_processed_response as JsonObject;
    for (const items of [migrated.generated_items, migrated.session_items, response.new_items])
      expect((items as JsonObject[])[0]).toMatchObject({ tool_name: "computer_use_preview" });
    const [, , , output] = state.generated_items;
    state.generated_items = state.generated_items.filter((item: Json) => item !== output);
    expect(changesOf(run(state, "1.21"))).not.toContain("finished-call-named");
  });

  // As 0.24.0 builds it, in which the tool tells what the call of the response was.
  it("knows a finished patch by its output, though the model made it as a custom call", () => {
    const state = corpusState("resume/1.13-custom-patch-finished");
    const ledger = contextOf(resultOf(run(state, "1.21"))).tool_invocations as JsonObject;
    expect(ledger.call_1).toMatchObject({ type: "apply_patch_call", executed: true, completed: true });
    const [response] = state.model_responses;
    response.output[0].input = '{"type":"update_file","path":"other.txt","diff":"x"}';
    const edited = contextOf(resultOf(run(state, "1.21"))).tool_invocations as JsonObject;
    expect(edited.call_1).toMatchObject({ executed: true, completed: false });
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
    const data = stepData(state);
    twice(data.interruptions);
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

  // Resumed in 0.24.0, all approved: the nested run stopped again, and the resume after that raised; named it ended.
  it("says so of a native call beside a nested run too, which may stop once more", () => {
    const state = corpusState("resume/1.4-nested-approved-always");
    const shell = corpusState("features/1.0-shell-pending");
    const processed = (of: JsonObject) => of.last_processed_response as JsonObject;
    expect(rulesOf(run(state, "1.21"))).not.toContain("native-calls-undecided");
    (state.generated_items as Json[]).push(...(shell.generated_items as Json[]));
    processed(state).shell_actions = processed(shell).shell_actions as Json;
    expect(rulesOf(run(state, "1.21"))).toContain("native-calls-undecided");
  });

  // 0.24.0, two fresh files of 0.8.4, and of 0.13.6: resumed once the request waits again, and the resume after that raises.
  it("says so where the other call has a decision that no release honours, or is one of a nested run of 1.0", () => {
    const isTold = (raw_item: JsonObject, approvals: JsonObject, own = true) => {
      const state = corpusState("features/1.0-shell-pending");
      const agent = (state.generated_items as JsonObject[])[0]?.agent as Json;
      const approval = { type: "tool_approval_item", agent, tool_name: raw_item.name as Json, raw_item };
      stepData(state).interruptions.push(approval);
      if (own) (state.generated_items as Json[]).push({ type: "mcp_approval_request_item", agent, raw_item }, approval);
      contextOf(state).approvals = { shell: { approved: ["call_sh"], rejected: [] }, ...approvals };
      return rulesOf(run(state, "1.21")).includes("native-calls-undecided");
    };
    const page = {
      type: "mcp_approval_request",
      id: "mcpr_1",
      name: "read_page",
      server_label: "docs",
      arguments: "{}",
    };
    expect(isTold(page, { read_page: { approved: ["mcpr_1"], rejected: [] } })).toBe(false);
    expect(isTold(page, { read_page: { approved: true, rejected: [] } })).toBe(true);
    const mail = { type: "function_call", call_id: "call_in", name: "mail", arguments: "{}" };
    expect(isTold(mail, { mail: { approved: ["call_in"], rejected: [] } }, false)).toBe(true);
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
