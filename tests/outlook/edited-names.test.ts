import { expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, resumeFindings, ruleNames } from "./checkpoint.ts";

type Change = (call: JsonObject, tool: JsonObject) => void;

function edited(file: string, change: Change, label?: string): JsonObject {
  const state: JsonObject = corpusState(file);
  const [queued] = (state.last_processed_response as { functions: JsonObject[] }).functions;
  change(queued?.tool_call as JsonObject, queued?.tool as JsonObject);
  if (label !== undefined) state.$schemaVersion = label;
  return state;
}

const queued = "/last_processed_response/functions/0";
const renamed = "quirks/queued-call-renamed";
const keep: Change = () => {};

// Measured by resuming: files of 0.8.4, 0.10.5, 0.12.0, 0.19.4, 0.21.0 and 0.24.0 with one name changed, in 0.8.4 to 0.24.0.
it("asks for the tool of the response too, up to 0.19.4, when a waiting call was renamed there", () => {
  for (const release of ["0.12.0", "0.15.3", "0.19.4"])
    expect(resumeFindings(judged(edited(renamed, keep), release))).toEqual([
      `queued-call-renamed ${queued}/tool_call/name`,
    ]);
  const { resume, findings } = judged(edited(renamed, keep), "0.21.0");
  expect([resume, findings.map(({ rule }) => rule)]).toEqual(["fails", ["waiting-call-edited"]]);
});

// Approved in 0.8.4, 0.10.5, 0.12.0, 0.13.6, 0.15.3, 0.18.3 and 0.19.4, with each of the three names of the waiting call changed.
it("goes by the key of the approval, without one by its tool_name, and not by the name in its call", () => {
  const renamed = (label: string, release: string, change: (approval: JsonObject) => void) => {
    const state: JsonObject = corpusState(`resume/${label}-approval-pending`);
    change(stepData(state).interruptions[0] as JsonObject);
    return resumeFindings(judged(state, release)).map((one) => one.split(" ")[0]);
  };
  const inCall = (approval: JsonObject) => {
    (approval.raw_item as JsonObject).name = "other";
  };
  const inApproval = (approval: JsonObject) => {
    approval.tool_name = "other";
  };
  const inKey = (approval: JsonObject) => {
    (approval.tool_lookup_key as JsonObject).name = "other";
  };
  for (const release of ["0.12.0", "0.15.3", "0.18.3"]) {
    expect([renamed("1.5", release, inCall), renamed("1.5", release, inApproval)]).toEqual([[], []]);
    expect(renamed("1.5", release, inKey)).toEqual(["queued-call-renamed"]);
    expect(renamed("1.0", release, inCall)).toEqual([]);
  }
  for (const release of ["0.8.4", "0.10.5", "0.12.0", "0.18.3"])
    expect(renamed("1.0", release, inApproval)).toEqual(["queued-call-renamed"]);
  for (const release of ["0.8.4", "0.10.5"]) expect(renamed("1.0", release, inCall)).toEqual([]);
});

it("says nothing of it when the call is rejected", () => {
  const state = edited(renamed, keep);
  (state.context as JsonObject).approvals = { w: { approved: [], rejected: ["c1"] } };
  expect(judged(state, "0.19.4").resume).toBe("depends");
});

it("goes by the tool beside the call up to 0.10.5", () => {
  const tool: Change = (call, tool) => {
    call.name = "w";
    tool.name = "v";
  };
  expect(resumeFindings(judged(edited(renamed, tool, "1.4"), "0.10.5"))).toEqual([
    `queued-call-renamed ${queued}/tool/name`,
  ]);
  expect(judged(edited(renamed, tool), "0.12.0").resume).toBe("ok");
  expect(judged(edited(renamed, keep, "1.4"), "0.10.5").resume).toBe("ok");
});

it("raises from 1.15 on when only the name in the call of the response was changed", () => {
  const state = edited("resume/1.21-approval-pending", (call) => {
    call.name = "other";
  });
  expect(resumeFindings(judged(state))).toEqual([`queued-call-differs ${queued}/tool_call/name`]);
});

it("asks for ever when the waiting call names another agent than the one at work", () => {
  const state = edited("quirks/approval-of-another-agent", keep);
  for (const release of ["0.21.0", "0.22.3", "0.23.1", "0.24.0"])
    expect(resumeFindings(judged(state, release)).filter((one) => !one.startsWith("boundary"))).toEqual([
      "approval-of-another-agent /current_step/data/interruptions/0/agent",
    ]);
});

it("takes an object as the input for a list of its keys since 0.12.2 only", () => {
  const state = edited("quirks/input-object", keep);
  expect(resumeFindings(judged(state, "0.12.0"))).toEqual(["field-unusable /original_input"]);
  expect(judged(state, "0.15.3").resume).toBe("ok");
});

// Resumed undecided and approved: files of 0.18.3, 0.19.4 and 0.24.0 with these names changed, in 0.18.3, 0.19.4, 0.21.0 and 0.24.0.
it("fails from 0.19.3 on when a call with a nested run names another tool than the one beside it", () => {
  const file = "quirks/nested-call-renamed";
  const renamed = [`nested-call-renamed ${queued}/tool_call/name`];
  const found = (release: string, change: Change = keep, label?: string) =>
    resumeFindings(judged(edited(file, change, label), release));
  expect(["0.19.3", "0.19.4", "0.21.0", "0.24.0"].map((release) => found(release))).toEqual(Array(4).fill(renamed));
  expect(found("0.19.2")).toEqual([]);
  const mended: Change = (call) => {
    call.name = "ask";
  };
  expect(found("0.24.0", mended)).toEqual([]);
  const byKey: Change = (call, tool) => {
    call.name = "ask";
    tool.lookupKey = { kind: "bare", name: "other" };
  };
  expect(found("0.24.0", byKey)).toEqual(renamed);
});

it("fails when the ledger knows a call with a nested run by another name or other arguments", () => {
  const file = "resume/1.21-agent-tool-nested-pending";
  const differs = (change: Change) => resumeFindings(judged(edited(file, change)));
  const both: Change = (call, tool) => {
    call.name = "other";
    tool.lookupKey = { kind: "bare", name: "other" };
  };
  const args: Change = (call) => {
    call.arguments = '{"input":"zz"}';
  };
  expect([differs(keep), differs(both), differs(args)]).toEqual([
    [],
    [`queued-call-differs ${queued}/tool_call`],
    [`queued-call-differs ${queued}/tool_call`],
  ]);
});

// Played with 0.24.0, 0.22.3, 0.21.0, 0.19.4 and 0.17.4: bare tools, tools of a namespace and such that are loaded on demand.
it("tells a namespace that was changed in the response", () => {
  const moved: Change = (call) => {
    call.namespace = "erp";
  };
  expect(resumeFindings(judged(edited("resume/1.21-approval-pending", moved)))).toEqual([
    `queued-call-differs ${queued}/tool_call`,
  ]);
  const older = edited(renamed, (call, tool) => {
    call.name = "w";
    tool.name = "w";
    tool.lookupKey = { kind: "bare", name: "w" };
    call.namespace = "erp";
  });
  expect(resumeFindings(judged(older, "0.15.3"))).toEqual([`queued-call-renamed ${queued}/tool_call`]);
  // Where the call waits it was changed too, but not its key: that is what the decision is kept under.
  const [approval] = stepData(older).interruptions;
  (approval?.raw_item as JsonObject).namespace = "erp";
  Object.assign(approval as JsonObject, { tool_lookup_key: { kind: "bare", name: "w" } });
  expect(resumeFindings(judged(older, "0.15.3"))).toEqual([`queued-call-renamed ${queued}/tool_call`]);
  expect(judged(older, "0.24.0").resume).toBe("fails");
});

// Resumed undecided, approved and rejected in 0.15.3 to 0.24.0.
it("tells a call of a nested run that the outer list shows under another name", () => {
  const shown = (change: (approval: JsonObject) => void, release: string, label = "1.21") => {
    const state = edited(`resume/${label}-agent-tool-nested-pending`, keep);
    const [approval] = stepData(state).interruptions;
    change(approval as JsonObject);
    return ruleNames(judged(state, release)).includes("runs-not-as-shown");
  };
  const rename = (approval: JsonObject) => Object.assign(approval, { tool_name: "look_up" });
  const withKey = (approval: JsonObject) =>
    rename(Object.assign(approval, { tool_lookup_key: { kind: "bare", name: "look_up" } }));
  expect([shown(rename, "0.24.0"), shown(rename, "0.15.3", "1.9")]).toEqual([true, true]);
  expect([shown(withKey, "0.24.0"), shown(withKey, "0.15.3", "1.9")]).toEqual([false, true]);
  expect(shown(() => {}, "0.24.0")).toBe(false);
});

it("tells a waiting call whose namespace is not that of its key, and takes one that names none", () => {
  const waiting = (namespace: string | undefined, stored: string) => {
    const state = edited("resume/1.21-approval-pending", (call, tool) => {
      call.namespace = "crm";
      tool.lookupKey = { kind: "namespaced", namespace: "crm", name: call.name as string };
    });
    const [approval] = stepData(state).interruptions;
    const raw = approval?.raw_item as JsonObject;
    if (namespace !== undefined) raw.namespace = namespace;
    if (approval !== undefined)
      approval.tool_lookup_key = { kind: "namespaced", namespace: stored, name: raw.name as string };
    return ruleNames(judged(state)).includes("approval-of-another-tool");
  };
  expect([waiting("crm", "crm"), waiting(undefined, "crm"), waiting("erp", "crm"), waiting("crm", "erp")]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it("does not ask for the name of a call that has its output", () => {
  const state = edited("resume/1.21-approval-pending", keep);
  const processed = state.last_processed_response as { functions: JsonObject[] };
  const done = (state.generated_items as JsonObject[]).find(({ type }) => type === "tool_call_output_item");
  const id = (done?.raw_item as JsonObject | undefined)?.call_id;
  const made = (state.generated_items as JsonObject[]).find(
    ({ type, raw_item: raw }) => type === "tool_call_item" && (raw as JsonObject).call_id === id,
  )?.raw_item as JsonObject;
  processed.functions.push({
    tool_call: { ...made, name: "other" },
    tool: { name: made.name as string, lookupKey: { kind: "bare", name: made.name as string } },
  });
  expect(resumeFindings(judged(state)).filter((one) => one.startsWith("queued"))).toEqual([]);
});
