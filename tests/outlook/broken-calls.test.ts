import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState } from "../parsed.ts";
import { judged, ruleNames } from "./checkpoint.ts";

interface Paused {
  readonly state: JsonObject;
  readonly waiting: JsonObject;
  readonly lists: Record<string, JsonObject[]>;
}

function paused(name: string): Paused {
  const state: JsonObject = corpusState(name);
  const [waiting] = (state.current_step as { data: { interruptions: JsonObject[] } }).data.interruptions;
  return { state, waiting: waiting?.raw_item as JsonObject, lists: state.last_processed_response as Paused["lists"] };
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
