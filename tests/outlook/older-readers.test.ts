import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, resumeFindings, ruleNames } from "./checkpoint.ts";

describe("a file of an older release", () => {
  it("with a handoff beside a waiting call: up to 0.19.2 it is forgotten", () => {
    const state: JsonObject = corpusState("resume/1.5-handoff-beside-approval");
    const lost = ["pending-handoff-lost /last_processed_response/handoffs/0"];
    const found = (release: string) => resumeFindings(judged(state, release));
    expect(["0.12.0", "0.18.3", "0.19.2"].map(found)).toEqual([lost, lost, lost]);
    expect(["0.19.3", "0.19.4", "0.21.0", "0.24.0"].map(found)).toEqual([[], [], [], []]);
  });

  it("names no server for its MCP calls: the agent's servers may have the tool", () => {
    const state: JsonObject = corpusState("features/1.0-mcp-local-pending");
    const found = (release: string, servers: readonly string[]) =>
      resumeFindings(
        judged(state, release, { agents: { agents: [{ name: "files", tools: [], mcp_servers: servers }] } }),
      );
    expect(["0.12.0", "0.19.4", "0.21.0"].map((release) => found(release, ["disk"]))).toEqual([[], [], []]);
    expect(found("0.23.1", ["disk"])).toContain("mcp-call-without-binding /current_step/data/interruptions/0/raw_item");
    expect(found("0.21.0", [])).toEqual(["tool-not-defined /current_step/data/interruptions/0/raw_item"]);
  });

  it("below 1.15, a waiting call that was edited runs as the response has it, or raises", () => {
    const edited = (name: string, value: string) => {
      const state: JsonObject = corpusState("resume/1.5-handoff-beside-approval");
      const response = state.last_processed_response as { handoffs: unknown; functions: { tool_call: JsonObject }[] };
      response.handoffs = [];
      (response.functions[0] as { tool_call: JsonObject }).tool_call[name] = value;
      return state;
    };
    const at = "/current_step/data/interruptions/0/raw_item";
    const found = (release: string) => resumeFindings(judged(edited("arguments", '{"arg": "zz"}'), release));
    expect(["0.12.0", "0.19.4"].map(found)).toEqual([
      [`runs-not-as-shown ${at}/arguments`],
      [`runs-not-as-shown ${at}/arguments`],
    ]);
    expect(["0.21.0", "0.24.0"].map(found)).toEqual([[`waiting-call-edited ${at}`], [`waiting-call-edited ${at}`]]);
    expect(resumeFindings(judged(edited("name", "other"), "0.24.0"))).toEqual([`waiting-call-edited ${at}`]);
    expect(resumeFindings(judged(edited("arguments", '{ "arg":"x" }'), "0.24.0"))).toEqual([]);
  });

  // Resumed approved and rejected in 0.12.0, 0.15.3, 0.17.4, 0.18.0, 0.18.3 (relabelled), 0.19.4 and 0.21.0; 0.19.2 by its code.
  it("with a call under the id of an older one that has run: 0.19.3 and 0.19.4 leave it out", () => {
    const state: JsonObject = corpusState("resume/1.13-waiting-call-passed-over");
    const found = (release: string, label = "1.13") =>
      resumeFindings(judged({ ...state, $schemaVersion: label }, release));
    const passedOver = ["waiting-call-passed-over /generated_items/4/raw_item/call_id"];
    expect(["0.19.3", "0.19.4"].map((release) => found(release))).toEqual([passedOver, passedOver]);
    expect([found("0.19.2"), found("0.18.3", "1.12"), found("0.12.0", "1.5")]).toEqual([[], [], []]);
    expect(found("0.21.0")).toEqual(["call-id-of-two-calls /generated_items/2/raw_item/call_id"]);
    const other: JsonObject = corpusState("resume/1.13-call-id-of-two-calls");
    expect(resumeFindings(judged(other, "0.19.4"))).toEqual([]);
  });

  // Resumed undecided, approved and rejected in 0.21.0, 0.22.0, 0.22.3, 0.23.1 and 0.24.0, every choice of the places of a function, shell, custom
  // or patch call and of a request.
  it("with a call of the response that is another one than its item: without a ledger the items are it", () => {
    const found = (
      isDecided: boolean,
      places: readonly ("item" | "asked" | "queued" | "waiting")[],
      release = "0.24.0",
    ) => {
      const state: JsonObject = corpusState("resume/1.13-approval-pending");
      const processed = state.last_processed_response as JsonObject;
      const [item] = (state.generated_items as JsonObject[]).filter(
        ({ type, raw_item: raw }) => type === "tool_call_item" && (raw as JsonObject).call_id === "call_2",
      );
      const [waits] = stepData(state).interruptions;
      const calls = {
        item: item?.raw_item,
        asked: (state.generated_items as JsonObject[]).find(({ type }) => type === "tool_approval_item")?.raw_item,
        queued: (processed.functions as JsonObject[])[0]?.tool_call,
        waiting: waits?.raw_item,
      };
      for (const place of places) Object.assign(calls[place] as JsonObject, { arguments: '{"to":"zz"}' });
      if (isDecided) (state.context as JsonObject).approvals = { send_mail: { approved: [], rejected: ["call_2"] } };
      return ruleNames(judged(state, release)).filter((rule) => /edited|two-calls/.test(rule));
    };
    expect(found(true, ["item"])).toEqual(["call-id-of-two-calls"]);
    expect(found(true, ["queued", "waiting"])).toEqual(["call-id-of-two-calls"]);
    expect(found(true, ["queued"])).toEqual(["waiting-call-edited"]);
    expect(found(true, ["item", "asked", "queued", "waiting"])).toEqual([]);
    expect(found(true, ["item", "queued", "waiting"])).toEqual(["call-id-of-two-calls"]);
    expect(found(false, ["item"])).toEqual([]);
    expect(found(false, ["queued", "waiting"])).toEqual([]);
    expect(found(false, ["item"], "0.22.3")).toEqual(["waiting-call-edited"]);
    expect(found(false, ["queued", "waiting"], "0.22.3")).toEqual(["waiting-call-edited"]);
  });

  // Approved and rejected in 0.21.0 and 0.24.0: the resume raises then; undecided it waits.
  it("with an undecided native call or request that is another one than its item", () => {
    const found = (file: string, change: (raw: JsonObject) => void) => {
      const state: JsonObject = corpusState(file);
      for (const { type, raw_item: raw } of state.generated_items as JsonObject[])
        if (type === "tool_call_item" || type === "mcp_approval_request_item") change(raw as JsonObject);
      return ["0.21.0", "0.24.0"].map((release) => ruleNames(judged(state, release)).includes("waiting-call-edited"));
    };
    const both = [true, true];
    expect(found("features/1.0-hosted-mcp-pending", (raw) => Object.assign(raw, { arguments: "{}" }))).toEqual(both);
    expect(found("features/1.0-shell-pending", (raw) => Object.assign(raw, { action: { commands: ["x"] } }))).toEqual(
      both,
    );
    expect(found("features/1.0-hosted-mcp-pending", () => {})).toEqual([false, false]);
  });

  // Resumed in 0.19.4, 0.21.0 and 0.24.0: from 0.20.0 on a call that was rejected is asked for anew.
  it("with a decided call that is not listed: without a ledger only the listed ones are bound", () => {
    const state = corpusState("resume/1.13-approval-pending");
    (state.context as JsonObject).approvals = { send_mail: { approved: [], rejected: ["call_2"] } };
    (state.current_step as JsonObject).data = { interruptions: [] };
    const found = (release: string) => ruleNames(judged(state, release)).includes("waiting-calls-unlisted");
    expect(["0.19.4", "0.21.0", "0.24.0"].map(found)).toEqual([false, true, true]);
  });

  it("with a custom call that is another one in the response of the model, from 0.21.1 on", () => {
    const state: JsonObject = corpusState("features/1.21-custom-tool-pending");
    const last = (state.model_responses as { output: JsonObject[] }[]).at(-1);
    Object.assign(last?.output[0] as JsonObject, { input: "zz" });
    const at = "/last_processed_response/custom_tool_actions/0/tool_call/call_id";
    expect(resumeFindings(judged(state))).toEqual([`call-id-of-two-calls ${at}`]);
    state.$schemaVersion = "1.15";
    expect(ruleNames(judged(state, "0.21.0"))).not.toContain("call-id-of-two-calls");
  });

  // Resumed rejected in 0.8.4, 0.18.3, 0.19.4 and 0.21.0 with a callback on another server: approved up to 0.19.4.
  it("with a rejected request to one of two hosted servers: the callback of the other one may answer it", () => {
    const state: JsonObject = corpusState("features/1.0-hosted-mcp-pending");
    (state.context as JsonObject).approvals = { read_page: { approved: [], rejected: ["mcpr_1"] } };
    const found = (release: string) => ruleNames(judged(state, release)).includes("rejection-before-callback");
    expect(["0.8.4", "0.19.4"].map(found)).toEqual([false, false]);
    const tools = { type: "mcp_list_tools", id: "l", server_label: "mail", tools: [] };
    (state.model_responses as { output: JsonObject[] }[])[0]?.output.push(tools);
    expect(["0.8.4", "0.18.3", "0.19.4", "0.20.0", "0.24.0"].map(found)).toEqual([true, true, true, false, false]);
    (state.context as JsonObject).approvals = { read_page: { approved: ["mcpr_1"], rejected: [] } };
    expect(found("0.19.4")).toBe(false);
  });

  it("lists a waiting call twice: from 0.20.0 on nobody can decide it", () => {
    const state: JsonObject = corpusState("resume/1.5-handoff-beside-approval");
    const data = stepData(state);
    data.interruptions.push(structuredClone(data.interruptions[0] as JsonObject));
    const twice = ["waiting-call-listed-twice /current_step/data/interruptions/1"];
    expect(["0.19.4", "0.21.0", "0.24.0"].map((release) => resumeFindings(judged(state, release)))).toEqual([
      [],
      twice,
      twice,
    ]);
  });

  it("has no step any more: the calls that it waited for are left out", () => {
    const state: JsonObject = { ...corpusState("resume/1.5-handoff-beside-approval"), current_step: null };
    expect(ruleNames(judged(state, "0.19.4"))).toContain("open-call-left-out");
  });

  it("with two nested calls that are equal: every resume raises from 0.20.0 on", () => {
    const state: JsonObject = corpusState("resume/1.13-nested-calls-alike");
    const alike = ["waiting-calls-alike /current_step/data/interruptions/0/raw_item"];
    expect(["0.21.0", "0.24.0"].map((release) => resumeFindings(judged(state, release)))).toEqual([alike, alike]);
    expect(resumeFindings(judged(state, "0.19.4"))).toEqual([]);
  });
});
