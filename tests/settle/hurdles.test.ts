import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type SettleSettings, settle } from "../../src/library/settle.ts";

const user = { role: "user", content: "old" };

function textOf(file: string): string {
  return readFileSync(new URL(`../../corpus/${file}.json`, import.meta.url), "utf8");
}

function edited(file: string, edit: (checkpoint: Record<string, unknown>) => unknown): string {
  const checkpoint = JSON.parse(textOf(file));
  edit(checkpoint);
  return JSON.stringify(checkpoint);
}

function resume(text: string, decide: NonNullable<SettleSettings["decide"]>, settings: Partial<SettleSettings> = {}) {
  const session = JSON.stringify({ session_id: "s", items: [user] });
  return settle(text, { session, decide, exit: "run-again", gate: false, ...settings });
}

const written = (result: ReturnType<typeof resume>) => result.appended.map(({ value }) => value);

// Each was resumed over a SQLiteSession with 0.24.0: what raises, and whether the pending write before it is settled.
describe("a resume that the outlook says fails", () => {
  const ordinary = { session_id: "s", items: [{ role: "user", content: "batch" }], before: null, persisted_count: 1 };
  const withWrite = (file: string) =>
    edited(file, (state) => {
      const label = String(state.$schemaVersion);
      const early = Number(label.split(".")[1]) < 17;
      Object.assign(state, { $schemaVersion: early ? "1.17" : label, pending_session_write: ordinary });
    });

  it.each([
    ["resume/1.15-output-not-committed", "/context/tool_invocations/c1/executed"],
    ["quirks/queued-call-differs", "/last_processed_response/functions/0/tool_call"],
    ["resume/1.15-finished-call-unnamed", "/generated_items/0"],
    ["quirks/interruption-without-response", "/last_processed_response"],
  ])("%s: raises in the turn, behind the pending write", (file, pointer) => {
    for (const decide of ["none", "approve", "reject"] as const) {
      const result = resume(withWrite(file), decide);
      expect(result).toMatchObject({
        row: "-",
        outcome: "error",
        error: { pointer },
        stepAfter: "next_step_interruption",
      });
      expect(written(result)).toEqual(ordinary.items);
    }
  });

  it("raises before the session is looked at where the input cannot be read", () => {
    const result = resume(withWrite("quirks/input-null"), "none");
    expect(result).toMatchObject({ outcome: "error", error: { pointer: "/original_input" }, appended: [] });
  });

  it.each(["quirks/waiting-call-differs", "quirks/waiting-call-listed-twice", "resume/1.13-nested-calls-alike"])(
    "%s: raises while the program decides, before the resume",
    (file) => {
      expect(resume(withWrite(file), "approve")).toMatchObject({ outcome: "error", appended: [] });
      expect(resume(withWrite(file), "none").appended).toHaveLength(1);
    },
  );

  it("raises in the turn where an edited call was decided, and waits where it was not", () => {
    const text = textOf("quirks/waiting-call-edited");
    expect(resume(text, "reject")).toMatchObject({ outcome: "error", appended: [] });
    expect(resume(text, "none")).toMatchObject({ error: null, stepAfter: "next_step_interruption" });
  });
});

// Played in six releases: nothing is stored, and no tool runs.
it("raises over a program that was finished in the paused response", () => {
  const text = textOf("resume/1.13-program-finished");
  for (const decide of ["approve", "reject", "none"] as const)
    expect(resume(text, decide)).toMatchObject({ outcome: "error", appended: [] });
});

describe("a call that is asked for again", () => {
  it.each([
    "quirks/approval-of-another-agent",
    "quirks/waiting-id-masked",
    "quirks/interruptions-emptied",
    "quirks/inner-output-not-committed",
    "resume/1.0-agent-tool-nested-pending",
  ])("%s: has no output, whatever is decided", (file) => {
    for (const decide of ["approve", "reject"] as const)
      expect(resume(textOf(file), decide)).toMatchObject({
        error: null,
        appended: [],
        stepAfter: "next_step_interruption",
      });
  });

  it("does not keep others from being answered", () => {
    const result = resume(textOf("quirks/waiting-call-forgotten"), "approve");
    expect(written(result)).toMatchObject([{ call_id: "call_b" }]);
    expect(result.stepAfter).toBe("next_step_interruption");
  });

  it("is stored with a held write when the gate is off", () => {
    const result = resume(textOf("quirks/held-call-not-pending"), "none", {
      session: JSON.stringify({ items: [user] }),
    });
    expect(written(result).map((item) => Reflect.get(Object(item), "type"))).toEqual([
      "function_call",
      "function_call_output",
      "function_call",
    ]);
  });

  it("is told as such, not as still open", () => {
    const told = resume(textOf("quirks/approval-of-another-agent"), "approve").steps.map(({ what }) => what);
    expect(told).toContain("asked for again: c1");
    expect(told.join()).not.toContain("still open");
  });

  // Resumed over a SQLiteSession: 0.17.4 and 0.19.4 finish, 0.21.0 to 0.24.0 pause for the inner call behind the output.
  it.each([
    ["approved", "0.19.4", "next_step_run_again"],
    ["rejected", "0.19.4", "next_step_run_again"],
    ["approved", "0.24.0", "next_step_interruption"],
    ["rejected", "0.22.3", "next_step_interruption"],
  ])("%s outside of its nested run: the run around it gets its output with %s", (list, sdk, step) => {
    const text = edited("resume/1.9-agent-tool-nested-pending", (state) => {
      const record = { approved: [], rejected: [], [list]: ["call_in"] };
      Object.assign(state.context as object, { approvals: { send_mail: record } });
    });
    const result = resume(text, "none", { sdk });
    expect(written(result)).toMatchObject([{ call_id: "call_out", type: "function_call_output" }]);
    expect(result.stepAfter ?? "next_step_run_again").toBe(step);
  });

  it("waits outside where the run inside ended for good", () => {
    const text = edited("resume/1.15-nested-approved", (state) => {
      const response = state.last_processed_response as { functions: { agent_run_state: object }[] };
      const inside = { $schemaVersion: "1.17", terminal_unrecoverable: true };
      for (const { agent_run_state: run } of response.functions) Object.assign(run, inside);
      state.$schemaVersion = "1.17";
    });
    expect(resume(text, "approve")).toMatchObject({ appended: [], stepAfter: "next_step_interruption" });
  });

  it("leaves only a pause to the continuations", () => {
    const { paths } = settle(textOf("quirks/approval-of-another-agent"), { session: null });
    expect([...new Set(paths.map(({ exit }) => exit))]).toEqual(["pause"]);
  });

  it("runs first up to 0.22.3 where it waits for another agent", () => {
    const result = resume(textOf("quirks/approval-of-another-agent"), "approve", { sdk: "0.22.3" });
    expect(written(result)).toMatchObject([{ type: "function_call_output", call_id: "c1" }]);
    expect(result.stepAfter).toBe("next_step_interruption");
  });
});

// A hook that raises behind a tool leaves its output in the checkpoint.
describe("an output that the checkpoint has already", () => {
  const kept = "resume/1.15-output-put-back";
  const output = { output: "net up", type: "function_call_output", call_id: "c1" };
  const unpublished = edited(kept, (state) => {
    const items = state.session_items as { type: string }[];
    state.session_items = items.filter(({ type }) => type !== "tool_call_output_item");
  });

  it("goes before every decision, and is not stored again", () => {
    for (const decide of ["none", "approve", "reject"] as const)
      expect(resume(textOf(kept), decide)).toMatchObject({ appended: [], stepAfter: "next_step_run_again" });
  });

  it("is stored where the run's history lacks it, since 0.24.0", () => {
    for (const decide of ["none", "approve", "reject"] as const) {
      expect(written(resume(unpublished, decide))).toEqual([output]);
      expect(written(resume(unpublished, decide, { sdk: "0.23.1" }))).toEqual([]);
    }
  });

  // Played with 0.24.0, attached and detached, streamed and not.
  it("leaves a turn whose guardrail raises to be tried again", () => {
    const raised = resume(unpublished, "none", { exit: "guardrail-error", gate: true });
    expect(raised).toMatchObject({ row: "X8", outcome: "error", appended: [], stepAfter: "next_step_interruption" });
  });

  it("ends the run as a tool's output only since 0.23.1", () => {
    const agents = { agents: [{ name: "a", tool_use_behavior: "stop_on_first_tool" }] };
    const ways = (sdk: string) => settle(unpublished, { sdk, session: null, agents }).paths.map(({ exit }) => exit);
    expect([ways("0.23.1").includes("final-tool"), ways("0.22.3").includes("final-tool")]).toEqual([true, false]);
  });

  it("is not where nothing says which items the paused response made", () => {
    const unsure = JSON.stringify({ ...JSON.parse(unpublished), current_turn: 2 });
    for (const decide of ["none", "approve", "reject"] as const) expect(written(resume(unsure, decide))).toEqual([]);
  });
});

// Played with 0.24.0, 0.23.1, 0.22.3, 0.21.0 and 0.19.4: a tool that raises, `on_tool_start`, `on_tool_end`, `on_agent_end`, tool guardrails.
describe("a tool or hook that raises in this resume", () => {
  const broken = (file: string, outputs: [string, string][], settings: Partial<SettleSettings> = {}) =>
    resume(textOf(file), "approve", { exit: "tool-error", outputs: new Map(outputs), ...settings });

  it("breaks the turn off: nothing is stored, the same calls wait", () => {
    for (const sdk of ["0.24.0", "0.23.1", "0.21.0", "0.19.4"])
      expect(broken("resume/1.0-parallel-one-pending", [["call_b", "x"]], { sdk })).toMatchObject({
        ...{ row: "-", outcome: "error", appended: [], stepAfter: "next_step_interruption" },
      });
  });

  it("leaves in a held write what had returned before", () => {
    const text = textOf("resume/1.21-session-guarded-pending");
    const { items } = JSON.parse(text).pending_session_write;
    const batch = (outputs: [string, string][]) =>
      broken("resume/1.21-session-guarded-pending", outputs, { session: null }).recordAfter?.items.map(
        ({ value }) => value,
      );
    expect(batch([])).toEqual(items);
    expect(batch([["call_2", "x"]])).toEqual([
      ...items,
      { call_id: "call_2", output: "x", type: "function_call_output" },
    ]);
  });

  it("is a pause where nothing is decided, so nothing runs", () => {
    const { error, stepAfter } = resume(textOf("resume/1.21-approval-pending"), "none", { exit: "tool-error" });
    expect({ error, stepAfter }).toEqual({ error: null, stepAfter: "next_step_interruption" });
  });
});

describe("a run that has no step", () => {
  const text = edited("minimal/1.21", (state) =>
    Object.assign(state, { current_step: null, pending_input: [{ role: "user", content: "staged" }] }),
  );

  it("stores staged input before the model is asked", () => {
    expect(written(resume(text, "none"))).toEqual([{ role: "user", content: "staged" }]);
    expect(resume(text, "none", { exit: "max-turns" }).row).toBe("X10");
  });

  it("can go on as one that asks the model again", () => {
    const { paths } = settle(text, { session: null });
    expect(paths.map(({ exit }) => exit)).toEqual(["run-again", "final-message", "max-turns"]);
  });
});

it("goes on with the decisions that are on record", () => {
  const { paths } = settle(textOf("resume/1.21-rejected"), { session: null });
  const none = paths.filter(({ decide }) => decide === "none").map(({ exit }) => exit);
  expect([...new Set(none)]).toEqual(expect.arrayContaining(["run-again", "final-message", "max-turns"]));
  expect(none).not.toContain("pause");
});

// Played with 0.23.1: what the decisions on record let run asks for the next call.
it("can pause inside with the decisions that are on record", () => {
  const { paths } = settle(textOf("resume/1.15-nested-approved"), { session: null });
  expect(paths.filter(({ decide }) => decide === "none").map(({ exit }) => exit)).toContain("pause");
});

// Resumed with 0.24.0 over a SQLiteSession: approved, the tool runs again and its second output is the one that is stored.
describe("a call that runs once more although its output is there", () => {
  const text = textOf("quirks/answered-call-runs-again").replace('"sent"', '"old"');
  const outputs = new Map([["c1", "new"]]);

  it.each([
    ["none", "new"],
    ["approve", "new"],
    ["reject", "old"],
  ] as const)("decided with %s", (decide, output) => {
    const result = resume(text, decide, { outputs });
    expect(written(result)).toEqual([{ type: "function_call_output", call_id: "c1", output }]);
    const told = result.steps.map(({ what }) => what);
    expect(told).toContain(output === "new" ? "runs once more: c1" : "answered before: c1");
  });
});
