import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DiffReport } from "../../src/report/diff.ts";
import { runCli } from "../cli/run-cli.ts";
import { corpusState } from "../parsed.ts";
import { call, checkpointWith, held, ordinary, output } from "../settle/play.ts";
import { fileWriter, temporaryFolder } from "../temporary.ts";

const resume = (name: string) => `corpus/resume/1.21-${name}.json`;
const folder = temporaryFolder();
const file = fileWriter(folder);

async function diff(a: string, b: string, ...options: string[]): Promise<DiffReport & { same: boolean }> {
  const { code, out } = await runCli("diff", a, b, "--format", "json", ...options);
  expect(code).toBe(0);
  return JSON.parse(out);
}

const told = ({ differences }: DiffReport) =>
  differences.map(({ part, change, name, before, after }) => `${part} ${change} ${name}: ${before} → ${after}`);

describe("runstate diff", () => {
  test("does not read standard input twice", async () => {
    const { code, out, err } = await runCli("diff", "-", "-", "--exit-code");
    expect([code, out, err]).toEqual([2, "", expect.stringContaining("cannot both come from standard input")]);
  });

  test("says nothing of equal files, whatever their layout", async () => {
    const one = checkpointWith(null);
    const report = await diff(file("a.json", one), file("b.json", JSON.stringify(JSON.parse(one), null, 2)));
    expect(report.same).toBe(true);
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(one)).reverse()));
    expect((await diff(file("a.json", one), file("c.json", reversed))).same).toBe(true);
    const [big, bigger] = ["0", "1"].map((digit) =>
      file(`${digit}.json`, one.replace('"context":{}', `"context":{"n":1234567890123456789${digit}}`)),
    );
    expect(told(await diff(big ?? "", bigger ?? ""))).toEqual(["other changed context: null → null"]);
    expect((await runCli("diff", resume("rejected"), resume("rejected"), "--exit-code")).code).toBe(0);
  });

  test("tells a decision", async () => {
    expect(told(await diff(resume("approval-pending"), resume("rejected")))).toEqual([
      "calls changed call_2 send_mail: waits, undecided → waits, rejected",
      "decisions added call_2 send_mail: null → rejected (by agent and tool)",
      "other removed trace: null → null",
    ]);
    const { code, out } = await runCli("diff", resume("approval-pending"), resume("rejected"), "--exit-code");
    expect(code).toBe(1);
    expect(out).toContain("  + call_2 send_mail: rejected (by agent and tool)  /context/function_tool_approvals/0/");
  });

  test("tells of a waiting call whose owner changed, or which the resume would run otherwise, beside other changes", async () => {
    const state = corpusState("features/1.0-shell-pending");
    const one = file("waits.json", JSON.stringify(state));
    for (const change of ["owner", "command"]) {
      const other = structuredClone(state);
      other.current_turn++;
      if (change === "owner") other.current_step.data.interruptions[0].agent.name = "somebody";
      else other.last_processed_response.shell_actions[0].tool_call.action.commands[0] = "rm -r /";
      expect(told(await diff(one, file("waits-too.json", JSON.stringify(other))))).toContain(
        "calls changed call_sh shell: waits, undecided → waits, undecided",
      );
    }
  });

  test("tells its parts in one order, whichever of the saves has them", async () => {
    const [one, other] = ["1.21-approval-pending", "1.21-per-call-mixed"].map((name) => `corpus/resume/${name}.json`);
    const partsOf = ({ differences }: DiffReport) => [...new Set(differences.map(({ part }) => part))];
    const there = partsOf(await diff(one ?? "", other ?? ""));
    expect(there).toContain("decisions");
    expect(partsOf(await diff(other ?? "", one ?? ""))).toEqual(there);
  });

  test("tells a write that appears, changes its kind, goes", async () => {
    const none = file("none.json", checkpointWith(null));
    const ordinaryWrite = file("ordinary.json", checkpointWith(ordinary([call])));
    const heldWrite = file("held.json", checkpointWith(held([call, output])));
    expect(told(await diff(none, ordinaryWrite))).toContain("write added pending write: null → ordinary");
    expect(told(await diff(heldWrite, none))).toContain("write removed pending write: held → null");
    expect(told(await diff(heldWrite, none)).join()).not.toMatch(/digests|acknowledged/);
    const changed = told(await diff(heldWrite, ordinaryWrite));
    expect(changed).toContain("write changed pending write: held → ordinary");
    expect(changed).toContain("write removed pending item function_call_output call_A: null → null");
    expect(changed).toContain("write changed pending write: persisted count: 2 → 1");
  });

  test("tells turns, items, usage and position of a run that went on", async () => {
    const state = JSON.parse(checkpointWith(null));
    const usage = { requests: 0, input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    const later = {
      ...state,
      current_turn: 1,
      max_turns: null,
      model_responses: [{ usage, output: [call], response_id: "resp_1", request_id: null }],
      context: { ...state.context, usage: { ...usage, requests: 1 }, context: { plan: "SENTINEL" } },
      generated_items: [{ type: "tool_call_item", raw_item: call, agent: { name: "writer" } }],
      pending_input: [{ role: "user", content: "SENTINEL" }],
    };
    const [a, b] = [file("early.json", JSON.stringify(state)), file("late.json", JSON.stringify(later))];
    const lines = told(await diff(a, b));
    expect(lines).toContain("position changed turn: 0 → 1");
    expect(lines).toContain("position changed max turns: 10 → null");
    expect(lines).toContain("turns added resp_1: null → write_thing call_A");
    expect(lines).toContain("items added tool_call_item write_thing call_A: null → null");
    expect(lines).toContain("usage changed requests: 0 → 1");
    expect(lines).toContain("context added member plan: null → null");
    expect(lines).toContain("staged input added staged item user: null → null");
    expect((await runCli("diff", a, b)).out).not.toContain("SENTINEL");
    expect((await runCli("diff", a, b, "--show-values")).out).toContain('+ "SENTINEL"');
  });

  test("says what kind of value stands where none can be told, and not that there is none", async () => {
    const state = JSON.parse(checkpointWith(null));
    const odd = {
      ...state,
      current_turn: "3",
      max_turns: true,
      conversation_id: "ghp_EXAMPLE0EXAMPLE0EXAMPLE0EXAMPLE0",
      current_agent: { name: "" },
    };
    const lines = told(await diff(file("plain.json", JSON.stringify(state)), file("odd.json", JSON.stringify(odd))));
    expect(lines).toContain("position changed turn: 0 → a string of 1 character");
    expect(lines).toContain("position changed max turns: 10 → true");
    expect(lines).toContain("position changed conversation: null → a string of 36 characters");
    expect(lines).toContain("position changed agent: writer → an empty string");
  });

  test("an input that went is one that went", async () => {
    const { original_input, ...rest } = JSON.parse(checkpointWith(null));
    const items = file("items.json", JSON.stringify({ ...rest, original_input: [{ role: "user", content: "x" }] }));
    const without = file("without.json", JSON.stringify(rest));
    expect(original_input).toBeTypeOf("string");
    for (const [earlier, name] of [
      [items, "input item user"],
      [file("text.json", JSON.stringify({ ...rest, original_input })), "original input"],
    ] as const)
      expect(told(await diff(earlier, without)).filter((line) => line.startsWith("input"))).toEqual([
        `input removed ${name}: null → null`,
      ]);
  });

  test("goes into nested runs", async () => {
    const { differences } = await diff(resume("approval-pending"), resume("agent-tool-nested-pending"));
    expect(differences.some(({ part, change }) => part === "nested run" && change === "added")).toBe(true);
  });

  test("calls no two files the same that differ anywhere in a run", async () => {
    const original = corpusState("resume/1.21-agent-tool-nested-pending");
    const changed = async (change: (state: typeof original) => void) => {
      const state = structuredClone(original);
      change(state);
      return told(await diff(resume("agent-tool-nested-pending"), file("changed.json", JSON.stringify(state))));
    };
    const nested = (state: typeof original) => state.last_processed_response.functions[0].agent_run_state;
    expect(
      await changed((state) => (nested(state).current_step.data.interruptions[0].raw_item.arguments = "{}")),
    ).toContain("calls changed call_in send_mail: waits, undecided → waits, undecided");
    expect(await changed((state) => (nested(state).trace = { id: "trace_2" }))).toEqual([
      "other changed trace: null → null",
    ]);
    expect(await changed((state) => state.output_guardrail_results.push({}))).toEqual([
      "other added output_guardrail_results: null → 1",
    ]);
    expect(await changed((state) => (state.generated_items[0].agent.name = "other"))).toContain(
      "items changed tool_call_item ask_inner call_out: null → null",
    );
    // What only keeps books is told when nothing else differs.
    expect(await changed((state) => (state.last_processed_response.tools_used = ["other"]))).toEqual([
      "other changed last_processed_response: null → null",
    ]);
    expect(await changed((state) => (state.model_responses[0].usage.requests = 7))).toEqual([
      "other changed model_responses: 1 → 1",
    ]);
    expect(await changed((state) => delete state.pending_input)).toEqual(["other removed pending_input: 0 → null"]);
  });

  test("tells what a decision says, and each part of a write", async () => {
    const state = corpusState("resume/1.21-rejected");
    state.context.function_tool_approvals[0].decision.rejection_messages = { call_2: "SENTINEL" };
    const report = await diff(resume("rejected"), file("message.json", JSON.stringify(state)));
    expect(told(report)).toEqual([
      "decisions changed call_2 send_mail: rejected (by agent and tool) → rejected (by agent and tool)",
    ]);
    const { out } = await runCli("diff", resume("rejected"), join(folder, "message.json"));
    expect(out).toContain("  ~ call_2 send_mail: rejected (by agent and tool)  /context");
    const [one, other] = ["a", "b"].map((digit) =>
      file(`${digit}.json`, checkpointWith(ordinary([call], [digit.repeat(64)]))),
    );
    expect(told(await diff(one ?? "", other ?? ""))).toEqual([
      "write changed pending write: digests of what stood before: 1 → 1",
    ]);
  });

  test("compares what can be read of a rejected document, and says so", async () => {
    const broken = file(
      "broken.json",
      checkpointWith(null).replace('"current_turn":0', '"current_turn":0,"sandbox":null'),
    );
    const { differences, notes } = await diff(file("fine.json", checkpointWith(null)), broken);
    expect(differences[0]).toMatchObject({ part: "verdict", before: "accepted", after: "rejected" });
    expect(notes).toHaveLength(1);
    const unread = await runCli(
      "diff",
      file("fine.json", checkpointWith(null)),
      file("no.json", "[1"),
      "--format",
      "json",
    );
    expect(unread.code).toBe(1);
    expect(JSON.parse(unread.out).notes[0]).toContain("only the verdicts are compared");
  });

  test("does not call two texts the same that the release does not read", async () => {
    const [one, other] = ["draft-1.18/minimal.json", "resume/1.21-rejected.json"].map((name) => `corpus/${name}`);
    const { code, out } = await runCli("diff", one ?? "", other ?? "", "--sdk", "0.8.4", "--exit-code");
    expect([code, out]).toEqual([1, expect.stringContaining("does not read")]);
    expect((await runCli("diff", other ?? "", other ?? "", "--sdk", "0.8.4", "--exit-code")).code).toBe(0);
  });

  test("compares each of the nested runs whose calls share an id", async () => {
    const state = corpusState("resume/1.21-agent-tool-nested-pending");
    const { functions } = state.last_processed_response;
    functions.push(structuredClone(functions[0]));
    const twice = JSON.stringify(state);
    functions[0].agent_run_state.current_turn = 5;
    const lines = told(await diff(file("twice.json", twice), file("first.json", JSON.stringify(state))));
    expect(lines).toEqual(["position changed turn: 1 → 5"]);
  });

  test("prints no control characters and no secret in the place of a count", async () => {
    const state = JSON.parse(checkpointWith(null));
    const odd = {
      ...state,
      current_agent: { name: "a\u001b[31m\n::error::x" },
      current_turn: "sk-proj-SENTINEL0123456789abcdef",
    };
    const { out } = await runCli(
      "diff",
      file("odd.json", JSON.stringify(odd)),
      file("fine.json", checkpointWith(null)),
    );
    expect(out).not.toContain("\u001b");
    expect(out).not.toMatch(/^::error/m);
    expect(out).not.toContain("SENTINEL");
  });

  test("takes two operands", async () => {
    expect((await runCli("diff", resume("rejected"))).code).toBe(2);
  });
});
