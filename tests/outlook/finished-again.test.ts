import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

const again = "finished-call-runs-again /last_processed_response/functions/0";
const items = (state: JsonObject) => state.generated_items as JsonObject[];
const isOutput = (item: JsonObject) => item.type === "tool_call_output_item";
const found = (state: JsonObject, release: string) =>
  resumeFindings(judged(state, release)).filter((one) => !one.startsWith("boundary"));

// Played undecided, approved and rejected in 0.8.4, 0.13.6, 0.18.3, 0.19.4, 0.21.0, 0.22.3 and 0.24.0: the finished tool runs each time.
it("a finished call without its output runs again in every release", () => {
  const file = "quirks/finished-call-runs-again";
  for (const release of ["0.8.4", "0.13.6", "0.18.3", "0.19.4", "0.21.0", "0.22.3", "0.24.0"]) {
    expect(found(corpusState(file), release)).toEqual([again]);
    expect(found(corpusState("resume/1.0-parallel-one-pending"), release)).toEqual([]);
  }
});

it("also where the reader drops the output, or it has lost its id", () => {
  for (const key of ["output", "call_id"]) {
    const state: JsonObject = corpusState("resume/1.21-parallel-one-pending");
    for (const item of items(state).filter(isOutput)) delete (item.raw_item as JsonObject)[key];
    expect(found(state, "0.24.0")).toContain(again);
  }
});

it("raises instead where the ledger has it begun and not ended", () => {
  const state: JsonObject = corpusState("resume/1.21-parallel-one-pending");
  const lost = items(state).filter(isOutput);
  for (const list of ["generated_items", "session_items"])
    state[list] = (state[list] as JsonObject[]).filter((item) => !isOutput(item));
  const ledger = (state.context as JsonObject).tool_invocations as Record<string, JsonObject>;
  for (const { raw_item: raw } of lost) (ledger[(raw as JsonObject).call_id as string] as JsonObject).completed = false;
  expect(found(state, "0.24.0").map((one) => one.split(" ")[0])).toEqual(["output-not-committed"]);
});

it("a nested run does the same", () => {
  const state: JsonObject = corpusState("resume/1.9-agent-tool-nested-pending");
  const entry = (state.last_processed_response as { functions: JsonObject[] }).functions[0] as JsonObject;
  const inner = corpusState("quirks/finished-call-runs-again");
  inner.current_agent = (entry.agent_run_state as JsonObject).current_agent;
  stepData(inner).interruptions = stepData(inner).interruptions.map((one) => ({ ...one, agent: inner.current_agent }));
  stepData(state).interruptions = stepData(inner).interruptions;
  entry.agent_run_state = inner;
  const path = "/last_processed_response/functions/0/agent_run_state/last_processed_response/functions/0";
  for (const release of ["0.18.3", "0.19.4", "0.24.0"])
    expect(found(state, release)).toEqual([`finished-call-runs-again ${path}`]);
});

// 182 paused runs of 0.10.3, 0.14.3, 0.16.1 and 0.18.2, resumed in 0.20.0 to 0.24.0 and loaded again: refused in the 69 that have such a call.
it("a finished native call that nothing names lets the resume save what no release loads", () => {
  const told = (state: JsonObject, release: string) =>
    resumeFindings(judged(state, release)).filter((one) => one.startsWith("native-call-unnamed"));
  const file = corpusState("features/1.0-local-shell-then-pending");
  for (const release of ["0.20.0", "0.22.3", "0.24.0"])
    expect(told(file, release)).toEqual(["native-call-unnamed /session_items/0"]);
  expect(told(file, "0.19.4")).toEqual([]);
  const sessionItems = file.session_items as JsonObject[];
  const named = sessionItems.map((item, index) => (index === 0 ? { ...item, tool_name: "local_shell" } : item));
  expect(told({ ...file, session_items: named }, "0.24.0")).toEqual([]);
  const approval = { ...sessionItems[0], type: "tool_approval_item", tool_name: "local_shell" };
  expect(told({ ...file, session_items: [...sessionItems, approval] }, "0.24.0")).toEqual([]);
  // One that still waits is named by its approval.
  expect(told(corpusState("features/1.0-shell-pending"), "0.24.0")).toEqual([]);
});
