import { expect, test } from "vitest";
import { judged, pendingWith } from "../outlook/checkpoint.ts";
import { corpusState } from "../parsed.ts";

// Asked of 0.8.4, 0.10.5, 0.12.0 and 0.24.0; 0.11.0 has the line of 0.12.0.
test("a computer under its short name is skipped up to 0.10.5", () => {
  const state = pendingWith((root) => {
    const call = { type: "computer_call", id: "c", call_id: "c1", status: "completed", pending_safety_checks: [] };
    Object.assign(root.last_processed_response ?? {}, {
      computer_actions: ["computer", "computer_use_preview"].map((name) => ({
        tool_call: { ...call, action: { type: "screenshot" } },
        computer: { name },
      })),
    });
  });
  const skipped = (release: string) =>
    judged(state, release, { relabel: "1.0" })
      .findings.filter(({ rule }) => rule === "action-skipped")
      .map(({ path }) => path.join("/"));
  expect(skipped("0.10.5")).toEqual(["last_processed_response/computer_actions/0/computer/name"]);
  expect(skipped("0.12.0")).toEqual([]);
});

const unnamed = () => corpusState("resume/1.15-finished-action-unnamed");

// Asked 0.21.0 to 0.24.0: what names the tool of a finished call is the action that was kept.
test("lends no name from an action that is dropped", () => {
  const state = unnamed();
  expect(judged(state).verdict).toBe("accepted");
  state.last_processed_response.computer_actions[0].tool_call = { call_id: "u1" };
  expect(judged(state).verdict).toBe("rejected");
});

// Asked 0.21.0 to 0.24.0: the program's computer has one name, under whichever of the two it is found.
test("a computer found under its short name lends its own", () => {
  const state = unnamed();
  state.last_processed_response.computer_actions[0].computer.name = "computer";
  for (const release of ["0.21.0", "0.22.3", "0.24.0"]) expect(judged(state, release).verdict).toBe("accepted");
  state.last_processed_response.computer_actions[0].computer.name = "shell";
  expect(judged(state).verdict).toBe("rejected");
});

// Resumed in 0.21.0 and 0.24.0: with the action kept it raises, with a dropped one it goes on.
test("an action that is dropped is no call of the response", () => {
  const state = unnamed();
  state.context.tool_invocations = {};
  const [action] = state.last_processed_response.computer_actions;
  const isUnnamed = () => judged(state).findings.some(({ rule }) => rule === "finished-call-unnamed");
  expect(isUnnamed()).toBe(true);
  action.tool_call.pending_safety_checks = 3;
  expect(isUnnamed()).toBe(false);
  action.tool_call.pending_safety_checks = [];
  action.computer.name = "screen";
  expect(isUnnamed()).toBe(false);
});

// Asked 0.20.0 to 0.24.0: a hosted tool is found by the server's label, and none has an empty one. 0.19.4 finds it by its name.
test("a request without a server label is skipped unread", () => {
  const state = pendingWith((root) => {
    const raw = { type: "mcp_approval_request", id: "m1", name: "q", server_label: "", arguments: "{}", caller: {} };
    const processed = root.last_processed_response as Record<string, unknown>;
    const tool = { name: "hosted_mcp", tool_config: { server_label: "s" } };
    processed.mcp_approval_requests = [{ request_item: { raw_item: raw }, mcp_tool: tool }];
  });
  expect(judged(state).verdict).toBe("accepted");
  expect(judged(state, "0.19.4", { relabel: "1.13" }).verdict).toBe("rejected");
});

// Asked 0.19.4 to 0.24.0: with a conversation that the server keeps a caller vouches for its program, but not an empty id.
test("an empty id of a program vouches for nothing", () => {
  const calledBy = (id: string) => {
    const state = pendingWith((root) => {
      root.conversation_id = "conv_1";
      const processed = root.last_processed_response as { functions: { tool_call: Record<string, unknown> }[] };
      for (const { tool_call: call } of processed.functions) call.caller = { type: "program", caller_id: id };
    });
    return judged(state).verdict;
  };
  expect(calledBy("p1")).toBe("accepted");
  expect(calledBy("")).toBe("rejected");
});
