import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, resumeFindings, ruleNames } from "./checkpoint.ts";

interface Paused {
  readonly state: JsonObject;
  readonly waiting: JsonObject;
  readonly approval: JsonObject;
  readonly lists: Record<string, JsonObject[]>;
}

function paused(name: string): Paused {
  const state: JsonObject = corpusState(name);
  const approval = stepData(state).interruptions[0] as JsonObject;
  const lists = state.last_processed_response as Paused["lists"];
  return { state, waiting: approval.raw_item as JsonObject, approval, lists };
}

const releases = ["0.8.4", "0.18.3", "0.19.4", "0.21.0", "0.24.0"];
const told = (state: JsonObject, rule: string) =>
  releases.map((release) => ruleNames(judged(state, release)).filter((name) => name === rule).length);

describe("a call of a paused response", () => {
  // Approved and rejected in 0.8.4, 0.15.3, 0.18.3, 0.19.4, 0.21.0 and 0.24.0; custom calls too.
  it("that stands there twice runs twice up to 0.19.4, but for requests and rejected calls", () => {
    const twice = (name: string, list: string, decided = false) => {
      const { state, lists } = paused(name);
      lists[list]?.push(structuredClone(lists[list]?.[0] as JsonObject));
      if (decided) (state.context as JsonObject).approvals = { shell: { approved: [], rejected: ["call_sh"] } };
      return told(state, "queued-call-twice");
    };
    expect(twice("resume/1.0-approval-pending", "functions")).toEqual([1, 1, 1, 0, 0]);
    expect(twice("features/1.0-shell-pending", "shell_actions")).toEqual([1, 1, 1, 0, 0]);
    expect(twice("features/1.0-shell-pending", "shell_actions", true)).toEqual([0, 0, 0, 0, 0]);
    expect(twice("features/1.0-hosted-mcp-pending", "mcp_approval_requests")).toEqual([0, 0, 0, 0, 0]);
  });

  // Approved and rejected in 0.8.4, 0.19.4, 0.21.0 and 0.24.0.
  it("that has no command or operation raises", () => {
    const emptied = (action: JsonObject | undefined) => {
      const { state, lists } = paused("features/1.0-shell-pending");
      const call = lists.shell_actions?.[0]?.tool_call as JsonObject;
      if (action === undefined) delete call.action;
      else call.action = action;
      return told(state, "queued-call-incomplete");
    };
    expect(emptied(undefined)).toEqual([1, 1, 1, 1, 1]);
    expect(emptied({ commands: [] })).toEqual([1, 1, 1, 1, 1]);
    expect(emptied({ commands: ["x"] })).toEqual([0, 0, 0, 0, 0]);
    const { state, lists } = paused("features/1.0-apply-patch-pending");
    for (const { tool_call: call } of lists.apply_patch_actions ?? []) delete (call as JsonObject).operation;
    expect(told(state, "queued-call-incomplete").every((times) => times > 0)).toBe(true);
  });

  // Approved and rejected in 0.8.4, 0.15.3, 0.18.3, 0.19.4, 0.21.0 and 0.24.0.
  it("that waits without its type or arguments cannot be decided since 0.20.0", () => {
    const without = (name: string, key: string) => {
      const { state, waiting } = paused(name);
      delete waiting[key];
      return told(state, "waiting-call-incomplete");
    };
    for (const key of ["type", "arguments", "name"])
      expect(without("resume/1.0-approval-pending", key)).toEqual([0, 0, 1, 1, 1]);
    expect(without("features/1.0-shell-pending", "action")).toEqual([0, 0, 0, 1, 1]);
    expect(without("features/1.0-hosted-mcp-pending", "type")).toEqual([0, 0, 0, 1, 1]);
  });

  // Undecided, approved and rejected in 0.8.4, 0.12.0, 0.18.3, 0.19.4, 0.21.0 and 0.24.0.
  it("that is a function call and cannot be read is asked for again although it is decided, since 0.19.3", () => {
    const changed = (file: string, change: (waiting: JsonObject, approval: JsonObject) => void, release: string) => {
      const { state, waiting, approval } = paused(file);
      change(waiting, approval);
      return resumeFindings(judged(state, release)).filter((one) => !/boundary|with-context|unbound/.test(one));
    };
    const incomplete = ["waiting-call-incomplete /current_step/data/interruptions/0/raw_item"];
    const older = "resume/1.6-approved-always";
    for (const key of ["name", "type"]) {
      const cut = (waiting: JsonObject) => delete waiting[key];
      expect(changed("resume/1.21-approved", cut, "0.24.0")).toEqual(incomplete);
      expect(changed("resume/1.15-approved", cut, "0.21.0")).toEqual(incomplete);
      expect(changed("resume/1.6-rejected", cut, "0.19.4")).toEqual(incomplete);
      expect(changed("resume/1.6-rejected", cut, "0.21.0")).toEqual(incomplete);
      expect(changed(older, cut, "0.18.3")).toEqual([]);
    }
    const numbered = (waiting: JsonObject) => {
      waiting.arguments = 5;
    };
    expect(changed("resume/1.6-rejected", numbered, "0.19.4")).toEqual(incomplete);
    // The name of the approval, or of its key, stands for one that is empty.
    const emptied = (waiting: JsonObject) => {
      waiting.name = "";
    };
    for (const release of ["0.18.3", "0.19.4"]) expect(changed(older, emptied, release)).toEqual([]);
    expect(changed("resume/1.21-approval-pending", emptied, "0.24.0")).toEqual([]);
    const unnamed = (waiting: JsonObject, approval: JsonObject) => {
      waiting.name = "";
      delete approval.tool_name;
      delete approval.tool_lookup_key;
    };
    expect(changed("resume/1.21-approval-pending", unnamed, "0.24.0")).toEqual(incomplete);
  });

  // The same; labels from 1.15 on have a ledger, and the items are not asked.
  it("whose item lacks them is asked for again and again below 1.15", () => {
    const without = (name: string) => {
      const { state } = paused(name);
      for (const { type, raw_item: raw } of state.generated_items as JsonObject[])
        if (type === "tool_call_item" && (raw as JsonObject).call_id === "call_2") delete (raw as JsonObject).arguments;
      return ruleNames(judged(state)).includes("waiting-call-incomplete");
    };
    expect([without("resume/1.0-approval-pending"), without("resume/1.21-approval-pending")]).toEqual([true, false]);
  });
});

// Undecided, approved and rejected in 0.19.4, 0.21.0, 0.22.0 and 0.24.0.
describe("a call of the response that the resume does not know", () => {
  const changed = (name: string, list: string, change: (call: JsonObject) => void, rule: string) => {
    const { state, lists } = paused(name);
    change(lists[list]?.[0]?.tool_call as JsonObject);
    return told(state, rule);
  };

  it("for it has no id: every resume raises since 0.20.0, and nothing else is told of it", () => {
    const noId = (call: JsonObject) => {
      call.call_id = "";
    };
    const shell = "features/1.0-shell-pending";
    expect(changed(shell, "shell_actions", noId, "queued-call-without-id")).toEqual([0, 0, 0, 1, 1]);
    expect(changed(shell, "shell_actions", noId, "waiting-call-left-out")).toEqual([1, 1, 1, 0, 0]);
    expect(changed("resume/1.0-approval-pending", "functions", noId, "queued-call-without-id")).toEqual([
      0, 0, 0, 1, 1,
    ]);
    const { state, lists } = paused("features/1.0-hosted-mcp-pending");
    (lists.mcp_approval_requests?.[0]?.request_item as JsonObject).id = "";
    expect(told(state, "queued-call-without-id")).toEqual([0, 0, 0, 0, 0]);
  });

  it("for its type is none: it is asked for again and again since 0.20.0", () => {
    for (const type of ["x", null])
      for (const [name, list] of [
        ["features/1.0-shell-pending", "shell_actions"],
        ["features/1.0-apply-patch-pending", "apply_patch_actions"],
      ] as const)
        expect(changed(name, list, (call) => Object.assign(call, { type }), "queued-call-untyped")).toEqual([
          0, 0, 0, 1, 1,
        ]);
  });

  it("for its type is that of another call: the resume raises", () => {
    for (const type of ["function_call", "local_shell_call", "apply_patch_call"]) {
      const mistyped = (name: string, rule: string) =>
        changed(name, "shell_actions", (call) => Object.assign(call, { type }), rule).at(-1);
      expect(mistyped("features/1.0-shell-pending", "waiting-call-edited")).toBe(1);
      expect(mistyped("features/1.21-shell-pending", "queued-call-differs")).toBe(1);
    }
  });
});

// The same, with each of the calls' members taken out, emptied or made a number.
describe("a custom call that the resume reads anew", () => {
  const name = "features/1.9-custom-tool-pending";
  const raises = (change: (one: Paused) => void) => {
    const one = paused(name);
    change(one);
    return ["0.19.4", "0.21.0", "0.22.0", "0.24.0"].map((release) =>
      ruleNames(judged(one.state, release)).includes("custom-call-invalid"),
    );
  };

  it("raises since 0.21.1 when it waits without what it needs, undecided too", () => {
    for (const change of [{ input: null }, { name: "" }, { call_id: 5 }, { id: 5 }, { namespace: 5 }])
      expect(raises(({ waiting }) => Object.assign(waiting, change))).toEqual([false, false, true, true]);
    expect(raises(({ waiting }) => Object.assign(waiting, { status: 5 }))).toEqual([false, false, false, false]);
  });

  it("differs from the one that waits when the response has no name for it, up to 0.21.0", () => {
    const rulesOf = (release: string, file = name) => {
      const { state, lists } = paused(file);
      Object.assign(lists.custom_tool_actions?.[0]?.tool_call as object, { name: "" });
      if (file !== name) state.$schemaVersion = "1.15";
      return ruleNames(judged(state, release)).filter((rule) =>
        /^(waiting-call-edited|queued-call-differs)$/.test(rule),
      );
    };
    expect(rulesOf("0.21.0")).toEqual(["waiting-call-edited"]);
    expect(rulesOf("0.19.4")).toEqual([]);
    expect(rulesOf("0.21.0", "features/1.21-custom-tool-pending")).toEqual(["queued-call-differs"]);
  });

  it("raises when the response has it so, and not when it waits for another agent", () => {
    const unnamed = { name: "" };
    expect(raises(({ lists }) => Object.assign(lists.custom_tool_actions?.[0]?.tool_call as object, unnamed))[3]).toBe(
      true,
    );
    const other = raises(({ state, waiting }) => {
      delete waiting.input;
      const { interruptions } = stepData(state);
      Object.assign(interruptions[0] as object, { agent: { name: "Other" } });
    });
    expect(other[3]).toBe(false);
  });
});

// Approved and rejected in 0.10.5, 0.19.4, 0.21.0, 0.22.0 and 0.24.0.
describe("an item of the run whose call cannot be told from others", () => {
  const raises = (change: JsonObject) => {
    const { state } = paused("resume/1.0-approval-pending");
    const call = (state.generated_items as JsonObject[]).findLast(({ type }) => type === "tool_call_item");
    Object.assign(call?.raw_item as object, change);
    return told(state, "field-unusable");
  };

  it("for its name or id is a list or an object: the next turn raises", () => {
    for (const change of [{ name: [] }, { name: { a: 1 } }, { call_id: ["x"] }])
      expect(raises(change)).toEqual([1, 1, 1, 1, 1]);
    for (const change of [{ name: 5 }, { name: null }, { id: ["x"] }, { namespace: ["x"] }, { call_id: [] }])
      expect(raises(change)).toEqual([0, 0, 0, 0, 0]);
  });
});
