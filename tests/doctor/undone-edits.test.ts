import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { stepData } from "../parsed.ts";
import { findIncident } from "./incidents.ts";
import { examine, findRepair, repairCheckpoint, type TestSession } from "./reports.ts";

/** What is certain or likely about a file. */
function found(checkpoint: JsonObject, session: TestSession | null) {
  return examine(checkpoint, session).filter(({ confidence }) => confidence !== "possible");
}

// Each mended file was resumed by the release that wrote it: every tool ran once, the session has each pair once, and what is saved next loads.
describe("a change by hand, undone from what is left of the call elsewhere in the file", () => {
  it.each([
    { incident: "step-cut-out", repair: "wait-again", first: "no-step-left" },
    { incident: "shell-step-cut-out", repair: "wait-again", first: "no-step-left" },
    { incident: "held-write-step-cut-out", repair: "wait-again", first: "no-step-left" },
    { incident: "nested-call-unlisted-by-hand", repair: "wait-again", first: "response-edited" },
    { incident: "one-of-two-unlisted", repair: "wait-again", first: "response-edited" },
    { incident: "args-edited-in-approval", repair: "undo-edit", first: "response-edited" },
    { incident: "shell-edited-everywhere", repair: "undo-edit", first: "response-edited" },
    { incident: "approval-renamed", repair: "undo-edit", first: "response-edited" },
    { incident: "nested-arguments-edited-outside", repair: "undo-edit", first: "waiting-id-shared" },
    { incident: "label-key-renamed-inside-too", repair: "rename-label", first: "refused-by-reader" },
  ])("$incident: $repair", ({ incident, repair, first }) => {
    const { checkpoint, session } = findIncident(incident);
    const causes = examine(checkpoint, session);
    expect(causes[0]?.id).toBe(first);
    expect(causes[0]?.repairs.map(({ id }) => id)).toEqual([repair]);
    expect(causes.flatMap(({ repairs }) => repairs.map(({ id }) => id))).not.toContain("fold-history");
    expect(found(repairCheckpoint(checkpoint, findRepair(causes, repair)), session)).toEqual([]);
  });

  it("from the session, where all of the file is masked", () => {
    const { checkpoint, session } = findIncident("arguments-masked");
    const repair = findRepair(examine(checkpoint, session), "undo-edit");
    const mended = repairCheckpoint(checkpoint, repair);
    expect(found(mended, session)).toEqual([]);
    expect(JSON.stringify(mended)).not.toContain('"arguments":"***"');
    expect(examine(checkpoint, null).flatMap(({ repairs }) => repairs)).toEqual([]);
  });

  it("offers nothing for a call that no place has as it was made", () => {
    const { checkpoint } = findIncident("args-edited-in-approval");
    const [call] = stepData(checkpoint).interruptions as [{ raw_item: { arguments: string } }];
    const shown = JSON.stringify(call.raw_item.arguments);
    const made = (checkpoint.model_responses as [{ output: [{ arguments: string }] }])[0].output[0].arguments;
    const everywhere = JSON.parse(JSON.stringify(checkpoint).replaceAll(JSON.stringify(made), shown)) as JsonObject;
    expect(examine(everywhere, null)[0]).toMatchObject({ id: "response-edited", repairs: [] });
  });
});

it("brings nothing of a run into the session of another one", () => {
  const { checkpoint, session } = findIncident("session-of-another-run");
  const causes = found(checkpoint, session);
  expect(causes.map(({ id, repairs }) => [id, repairs.length])).toEqual([["wrong-session", 0]]);
  const emptied = found(checkpoint, { session_id: "chat-1", items: [] });
  expect(emptied.map(({ id }) => id)).not.toContain("wrong-session");
});

it.each([
  ["approved-by-the-id-of-the-item", "/context/approvals/refund/approved/0"],
  ["approvals-at-the-root", "/approvals"],
])("%s: shows the decision that nobody reads", (incident, pointer) => {
  const { checkpoint, session } = findIncident(incident);
  const [first] = examine(checkpoint, session);
  expect(first).toMatchObject({ id: "nothing-decided", confidence: "likely" });
  expect(first?.evidence.map((one) => one.pointer)).toContain(pointer);
});

it("has nothing against a decided call that was cut out of the step: it runs, once", () => {
  const { checkpoint, session } = findIncident("cut-from-step-decided");
  expect(found(checkpoint, session)).toEqual([]);
});
