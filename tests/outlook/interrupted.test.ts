import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorsOf } from "../../src/doctor/error-text.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, pendingWith, resumeFindings, ruleNames, waiting } from "./checkpoint.ts";

type Ledger = Record<string, JsonObject>;

/** The waiting call as one that ran without its output being kept. */
function executed(change: (state: JsonObject) => void = () => {}): JsonObject {
  return pendingWith((state, context) => {
    Object.assign((context.tool_invocations as Ledger)[waiting.id] as JsonObject, { executed: true, completed: false });
    change(state);
  });
}

describe("a call that ran without its output being kept", () => {
  const finding = `output-not-committed /context/tool_invocations/${waiting.id}/executed`;

  it("fails the resume from 0.20.0 on", () => {
    expect(judged(executed()).resume).toBe("fails");
    expect(resumeFindings(judged(executed()))).toContain(finding);
    for (const release of ["0.20.0", "0.21.0", "0.22.3", "0.23.1"]) {
      expect(resumeFindings(judged(executed(), release, { relabel: "1.15" })), release).toContain(finding);
    }
    expect(ruleNames(judged(executed(), "0.23.1", { relabel: "1.14" }))).not.toContain("output-not-committed");
  });

  it("does not when it is completed, or its output stands among the generated items", () => {
    const output = { type: "function_call_output", call_id: waiting.id, output: "sent" };
    const item = { type: "tool_call_output_item", agent: { name: waiting.agent }, raw_item: output, output: "sent" };
    const stored = executed((state) => {
      (state.generated_items as JsonObject[]).push(item);
    });
    expect(ruleNames(judged(stored))).not.toContain("output-not-committed");
    const elsewhere = executed((state) => {
      (state.session_items as JsonObject[]).push(item);
    });
    expect(ruleNames(judged(elsewhere))).toContain("output-not-committed");
  });

  it("is nothing to a run that does not go back to it", () => {
    const again = executed((state) => {
      state.current_step = { type: "next_step_run_again" };
    });
    expect(ruleNames(judged(again))).not.toContain("output-not-committed");
    const gone = executed((state) => {
      (state.last_processed_response as JsonObject).functions = [];
    });
    expect(ruleNames(judged(gone))).not.toContain("output-not-committed");
  });
});

describe("the turns of a run", () => {
  const limited = (change: (state: JsonObject) => void) =>
    pendingWith((state) => {
      state.current_turn = 2;
      change(state);
    });

  it("are used up before it asks the model", () => {
    const again = limited((state) => {
      state.max_turns = 2;
      state.current_step = { type: "next_step_run_again" };
    });
    expect(judged(again).resume).toBe("fails");
    expect(resumeFindings(judged(again))).toContain("turns-used-up /max_turns");
  });

  it("end after the approved tool, unless that ends the run", () => {
    for (const limit of [1, 2]) {
      const state = limited((root) => {
        root.max_turns = limit;
      });
      expect(resumeFindings(judged(state))).toContain("last-turn-reached /max_turns");
      expect(judged(state).resume).toBe("depends");
    }
  });

  it("are left, or without a limit", () => {
    for (const limit of [3, null, Number.NaN]) {
      const state = limited((root) => {
        root.max_turns = limit;
      });
      expect(ruleNames(judged(state))).not.toContain("last-turn-reached");
    }
    const over = limited((state) => {
      state.max_turns = 2;
      state.current_step = null;
    });
    expect(judged(over).resume).toBe("ok");
  });
});

describe("an interrupted response that was edited", () => {
  const response = (state: JsonObject) => state.last_processed_response as { functions: { tool_call: JsonObject }[] };

  it("is missing", () => {
    for (const key of ["last_processed_response", "model_responses"]) {
      const state = pendingWith((root) => {
        root[key] = key === "model_responses" ? [] : null;
      });
      expect(resumeFindings(judged(state))).toContain(`interruption-without-response /${key}`);
      expect(judged(state, "0.15.3", { relabel: "1.9" }).resume).toBe("fails");
    }
  });

  it("has a call that the ledger knows differently", () => {
    const state = pendingWith((root) => {
      Object.assign(response(root).functions[0]?.tool_call as JsonObject, { arguments: "[]" });
    });
    expect(resumeFindings(judged(state))).toContain(
      "queued-call-differs /last_processed_response/functions/0/tool_call",
    );
    expect(ruleNames(judged(state, "0.23.1", { relabel: "1.14" }))).not.toContain("queued-call-differs");
    expect(ruleNames(judged(pendingWith(() => undefined)))).not.toContain("queued-call-differs");
  });

  it("has an approval of another tool", () => {
    const state = pendingWith((root) => {
      const [approval] = stepData(root).interruptions;
      Object.assign(approval as JsonObject, { tool_lookup_key: { kind: "bare", name: "other" } });
    });
    expect(resumeFindings(judged(state))).toContain(
      "approval-of-another-tool /current_step/data/interruptions/0/tool_lookup_key",
    );
    expect(ruleNames(judged(state, "0.19.2", { relabel: "1.13" }))).not.toContain("approval-of-another-tool");
  });
});

describe("a finished shell call that does not name its tool, as its approval does", () => {
  const finding = "finished-call-unnamed /generated_items/0";
  const stuck = (change: (item: JsonObject) => void = () => {}): JsonObject => {
    const state = corpusState("resume/1.15-finished-call-unnamed");
    for (const item of state.generated_items) if (item.type === "tool_call_item") change(item);
    return state;
  };

  it("fails the resume of every label from 1.15 on", () => {
    for (const release of ["0.21.0", "0.24.0"]) expect(resumeFindings(judged(stuck(), release))).toContain(finding);
    expect(ruleNames(judged(stuck(), "0.24.0", { relabel: "1.14" }))).not.toContain("finished-call-unnamed");
    const named = stuck((item) => {
      item.tool_name = "shell";
    });
    expect(ruleNames(judged(named))).not.toContain("finished-call-unnamed");
  });

  it("fails it for a call that only its action names, too", () => {
    const text = readFileSync("corpus/resume/1.15-finished-action-unnamed.json", "utf8");
    for (const release of ["0.21.0", "0.24.0"])
      expect(resumeFindings(judged(JSON.parse(text), release))).toContain(finding);
  });

  it("lets a nested run ask for ever", () => {
    const { resume, findings } = judged(corpusState("resume/1.15-inner-finished-call-unnamed"));
    expect([resume, findings.map(({ rule }) => rule)]).toEqual([
      "asks-again",
      ["inner-finished-call-unnamed", "inner-finished-call-unnamed"],
    ]);
  });

  it("is told from the error", () => {
    const words = "Run history reused a tool call ID for different completed invocations.";
    expect(errorsOf(words).flatMap(({ causes }) => causes)).toContain("response-edited");
  });
});

// Resumed undecided, approved and rejected: files of 0.21.0, 0.22.3 and 0.24.0 in 0.21.0 to 0.24.0.
it("raises when the id of a waiting call was changed everywhere to that of a finished one", () => {
  const shared = (file: string, finished: string, waits: string, release: string) => {
    const text = JSON.stringify(corpusState(file)).replaceAll(`"${waits}"`, `"${finished}"`);
    return resumeFindings(judged(JSON.parse(text), release)).filter((one) => !one.startsWith("boundary"));
  };
  const found = ["call-id-of-two-calls /generated_items/2/raw_item/call_id"];
  expect(shared("resume/1.21-approval-pending", "call_1", "call_2", "0.24.0")).toEqual(found);
  for (const release of ["0.21.0", "0.22.3", "0.23.1"])
    expect(shared("resume/1.15-approval-pending", "call_1", "call_2", release)).toEqual(found);
});

// Resumed undecided, approved and rejected: files of 0.12.0, 0.19.4 and 0.24.0 in 0.12.0, 0.19.4 and 0.24.0.
it("asks for a call that was taken out of the list of waiting calls", () => {
  const state: JsonObject = corpusState("quirks/waiting-call-forgotten");
  expect(resumeFindings(judged(state))).toEqual(["waiting-call-forgotten /current_step"]);
  const items = state.generated_items as JsonObject[];
  const unasked = items.filter(
    (item) => (item.raw_item as JsonObject).call_id !== "call_a" || item.type !== "tool_approval_item",
  );
  expect(ruleNames(judged({ ...state, generated_items: unasked }))).not.toContain("waiting-call-forgotten");
});

// Resumed in 0.18.3 to 0.24.0.
it("takes no decision about a nested call from a value that is no list either", () => {
  const state: JsonObject = corpusState("resume/1.9-agent-tool-nested-pending");
  const [waits] = stepData(state).interruptions;
  const { name, call_id: id } = (waits as { raw_item: JsonObject }).raw_item as { name: string; call_id: string };
  const approvals = { [name]: { approved: id, rejected: [] } };
  const context = { ...(state.context as JsonObject), approvals };
  expect(resumeFindings(judged({ ...state, context }))).toEqual([
    `decision-unusable /context/approvals/${name}/approved`,
  ]);
});

// Each of two calls was taken out of the list and played undecided, approved and rejected in 0.19.4, 0.21.0, 0.22.3 and 0.24.0.
it("a shell call or a patch is forgotten like a function call, also when it was decided up to 1.14", () => {
  const without = (name: string) => {
    const state: JsonObject = corpusState(name);
    stepData(state).interruptions.splice(1, 1);
    return ["0.19.4", "0.21.0", "0.24.0"].map((release) =>
      ruleNames(judged(state, release)).includes("waiting-call-forgotten"),
    );
  };
  expect(without("features/1.0-apply-patch-pending")).toEqual([false, true, true]);
  expect(without("features/1.21-apply-patch-pending")[2]).toBe(false);
  expect(without("resume/1.13-shell-calls-partly-decided")).toEqual([true, true, true]);
});

// Played in 0.22.3 and 0.24.0: the call of the response is asked for besides the one that waits.
it("a call that only the response and an approval among the items name is one of its own", () => {
  const state: JsonObject = corpusState("resume/1.5-approval-pending");
  const approval = (state.generated_items as JsonObject[]).findLast(({ type }) => type === "tool_approval_item");
  const output = (state.model_responses as { output: JsonObject[] }[]).at(-1)?.output;
  for (const call of [approval?.raw_item as JsonObject, ...(output ?? [])])
    if (call.type === "function_call") call.call_id = "call_other";
  expect(ruleNames(judged(state))).toContain("response-call-unknown");
});

// Played in 0.19.4 to 0.24.0 with the decision under each key: since 0.20.0 one by name does not count for a request.
it("a request that is decided by name and not listed is asked for again since 0.20.0", () => {
  const state: JsonObject = corpusState("features/1.15-hosted-mcp-pending");
  const { interruptions } = stepData(state);
  const [{ id, name, server_label } = {}] = interruptions.splice(0).map(({ raw_item: raw }) => raw as JsonObject);
  const decision = { approved: [id], rejected: [] };
  const asks = (context: JsonObject) =>
    ruleNames(judged({ ...state, context: { ...(state.context as JsonObject), ...context } } as JsonObject)).includes(
      "waiting-calls-unlisted",
    );
  expect(asks({ approvals: { [String(name)]: decision } } as JsonObject)).toBe(true);
  const identity = { type: "server_tool", server_label, tool_name: name };
  expect(asks({ hosted_mcp_approvals: [{ identity, decision }] } as JsonObject)).toBe(false);
});
