import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { findIncident } from "./incidents.ts";
import { examine, findRepair, repairCheckpoint } from "./reports.ts";

/** A pause with one call, approved, in the newest label. */
const approved: JsonObject = corpusState("resume/1.21-approved");

it("spells a decision that an owner's record has as a text", () => {
  const edited = structuredClone(approved);
  const [{ decision }] = (edited.context as JsonObject).function_tool_approvals as [{ decision: JsonObject }];
  const [id] = decision.approved as [string];
  decision.approved = id;
  const [first] = examine(edited, null);
  expect(first).toMatchObject({ id: "decision-unusable", confidence: "certain" });
  expect(first?.evidence[0]?.pointer).toBe("/context/function_tool_approvals/0/decision/approved");
  expect(first?.repairs.map(({ id: repair }) => repair)).toEqual(["list-approved"]);
});

describe("a label that was lowered by hand", () => {
  const lowered: JsonObject = { ...approved, $schemaVersion: "1.17" };

  it.each(["0.24.0", "0.22.3", "0.21.0"])("is named, and put right for %s with its decisions", (sdk) => {
    const [first, ...others] = examine(lowered, null, { sdk });
    expect(first).toMatchObject({ id: "label-lowered", confidence: "certain" });
    expect(first?.evidence.map(({ pointer }) => pointer)).toEqual(
      ["/$schemaVersion", "/context/function_tool_approvals/0/decision/approved/0"].concat(
        "/context/function_tool_approvals/0/agent",
      ),
    );
    expect(others.flatMap(({ repairs }) => repairs)).toEqual([]);
    const mended = repairCheckpoint(lowered, findRepair(first === undefined ? [] : [first], "restore-label"));
    expect(mended.$schemaVersion).toBe({ "0.24.0": "1.18", "0.22.3": "1.17", "0.21.0": "1.15" }[sdk]);
    expect(examine(mended, null, { sdk, alone: true }).filter(({ confidence }) => confidence !== "possible")).toEqual(
      [],
    );
  });

  it("stays the first where the error is about the pending write that it makes unreadable", () => {
    const { checkpoint, session } = findIncident("lowered-beside-a-write");
    const error = "UserError: Run state pending Session write is invalid";
    const causes = examine(checkpoint, session, { sdk: "0.22.3", error });
    expect(causes.map(({ id }) => id).slice(0, 2)).toEqual(["label-lowered", "write-keys"]);
  });

  it("is none of a file that says nothing there", () => {
    const empty = { ...(lowered.context as JsonObject), function_tool_approvals: [] };
    expect(examine({ ...lowered, context: empty }, null).map(({ id }) => id)).not.toContain("label-lowered");
  });
});

it("misses a waiting call that was cut out of the step, and offers nothing against it in the session", () => {
  const { checkpoint, session } = findIncident("one-of-two-unlisted");
  const causes = examine(checkpoint, session);
  expect(causes[0]).toMatchObject({ id: "response-edited", confidence: "certain" });
  expect(causes[0]?.evidence[0]?.pointer).toBe("/current_step");
  expect(causes.map(({ id }) => id)).not.toContain("call-unanswered");
});

it("names the calls that the step does not list beside one that is known to have waited", () => {
  const { checkpoint, session } = findIncident("one-of-two-unlisted");
  const edited = JSON.parse(JSON.stringify(checkpoint));
  const { functions } = edited.last_processed_response;
  const third = { ...functions[0], tool_call: { ...functions[0].tool_call, call_id: "call_third" } };
  functions.push(third);
  const found = examine(edited, session).filter(({ id }) => id === "response-edited");
  expect(found.flatMap(({ evidence }) => evidence.map(({ pointer }) => pointer))).toEqual(
    expect.arrayContaining(["/current_step", "/last_processed_response/functions/2/tool_call/call_id"]),
  );
});

it("puts all numbers right together", () => {
  const texts = { max_turns: "10", current_turn: "1", current_turn_persisted_item_count: "0" };
  const [first] = examine({ ...approved, ...texts }, null);
  expect(first?.id).toBe("field-unusable");
  expect(first?.repairs.map(({ id, edits }) => [id, edits.length])).toEqual([["numbers", 3]]);
});

it("shows decisions where no release looks for one", () => {
  const pause = structuredClone(approved);
  const context = pause.context as JsonObject;
  const [call] = stepData(pause).interruptions;
  context.function_tool_approvals = [];
  context.approvals = { send_mail: "approved", other: { Approved: ["call_1"] }, third: { approved: [["call_1"]] } };
  if (call !== undefined) call.approved = true;
  const [first] = examine(pause, null);
  expect(first).toMatchObject({ id: "nothing-decided", confidence: "likely" });
  expect(first?.evidence.map(({ pointer }) => pointer)).toEqual([
    "/current_step/data/interruptions/0/raw_item/call_id",
    ...["/context/approvals/send_mail", "/context/approvals/third/approved/0", "/context/approvals/other/Approved"],
    "/current_step/data/interruptions/0/approved",
  ]);
});

it("puts what is certain before what only the error text can mean", () => {
  const { $schemaVersion: _, ...unlabelled } = approved;
  const missing = examine(unlabelled, null, { error: "UserError: Run state is missing schema version" });
  expect(missing[0]).toMatchObject({ id: "refused-by-reader", confidence: "certain" });
  const error = "UserError: Run state schema version has an invalid type";
  const odd = examine({ ...approved, $schemaVersion: 1.21 }, null, { error });
  expect(odd[0]).toMatchObject({ id: "label-shortened", confidence: "certain" });
});

it("tells an approval of another run by the id that it left in the ledger", () => {
  const { checkpoint, session } = findIncident("decided-for-another-run");
  const [cause] = examine(checkpoint, session);
  expect(cause).toMatchObject({ id: "nothing-decided", confidence: "likely" });
  expect(cause?.evidence.map(({ pointer }) => pointer)).toContain("/context/tool_invocations/call_zz");
});
