import { describe, expect, it } from "vitest";
import { changeSession } from "../../src/doctor/check.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { itemOf } from "../../src/session/raw-item.ts";
import { findIncident } from "./incidents.ts";
import { examine, findRepair, repairCheckpoint, repairIds, reportCase, type TestSession } from "./reports.ts";

const { checkpoint, session } = findIncident("session-went-on");
const went = session as TestSession;

/** The incident's session with other items. */
function sessionOf(items: readonly JsonObject[]): TestSession {
  return { ...went, items: [...items] };
}

// Resumed with 0.24.0: the model gets the history of the file, and the output is stored behind the newcomers; without them, behind its call.
describe("a session that has gone on while the run waits", () => {
  it("is told with the places of what came in, and a way to put the output behind its call", () => {
    const causes = examine(checkpoint, went);
    expect(causes[0]).toMatchObject({ id: "session-went-on", confidence: "likely" });
    expect(causes[0]?.evidence.filter((one) => one.in === "session").map(({ pointer }) => pointer)).toEqual([
      "/4",
      "/5",
    ]);
    const aside = findRepair(causes, "set-newcomers-aside");
    const left = changeSession(went.items.map(itemOf), aside.session).map(({ value }) => value);
    expect(left).toEqual(went.items.slice(0, 4));
  });

  it("is none when the items are the run's own, its staged input, or behind an output that is there", () => {
    const found = (state: JsonObject, items: readonly JsonObject[]) =>
      examine(state, sessionOf(items)).some(({ id }) => id === "session-went-on");
    const paused = went.items.slice(0, 4);
    const [input] = went.items.slice(4) as [JsonObject];
    expect(found(checkpoint, paused)).toBe(false);
    expect(found({ ...checkpoint, pending_input: [input] }, [...paused, input])).toBe(false);
    const output = { type: "function_call_output", call_id: "call_1", output: "done" };
    expect(found(checkpoint, [...paused, output, input])).toBe(false);
  });
});

describe("an item that stands twice in the session", () => {
  const message = { type: "message", role: "assistant", id: "msg_1", status: "completed", content: [] };
  const reasoning = { type: "reasoning", id: "rs_1", summary: [] };
  const input = { role: "user", content: "Refund order 7." };
  const found = (items: readonly JsonObject[]) =>
    examine(checkpoint, sessionOf(items))
      .filter(({ id }) => id === "duplicate-items")
      .map(({ confidence, evidence, repairs }) => [confidence, evidence[0]?.pointer, repairs.map(({ id }) => id)]);
  const paused = went.items.slice(0, 4);

  it("is a message or reasoning with one id: the API refuses the second", () => {
    expect(found([message, message, ...paused])).toEqual([["certain", "/1", ["drop-copies"]]]);
    expect(found([reasoning, message, reasoning, message, ...paused])).toEqual([["certain", "/2", ["drop-copies"]]]);
    const unnamed = { ...message, id: "__fake_id__" };
    expect(found([unnamed, unnamed, ...paused])).toEqual([]);
  });

  it("is reasoning alone: without it the item behind it would lack its own", () => {
    const other = { ...message, id: "msg_2" };
    expect(found([reasoning, message, reasoning, other, ...paused])).toEqual([["certain", "/2", []]]);
  });

  it("is perhaps an input right behind the same one", () => {
    expect(found([input, ...paused])).toEqual([["possible", "/1", ["drop-copies"]]]);
    expect(found([input, message, ...paused])).toEqual([]);
  });
});

describe("a repair of the file beside a session that is damaged too", () => {
  const lost = reportCase("parked-without-its-call");
  const seen = (state: JsonObject) => examine(state, lost.session, { sdk: "0.23.1" });

  // Resumed with 0.23.1: the mended file goes on, and stores the output without its call.
  it("is offered, with a second look before the resume", () => {
    const repair = findRepair(seen({ ...lost.checkpoint, conversation_id: "" }), "no-conversation");
    expect(repair.needs.join()).toContain("a second look");
    expect(findRepair(examine({ ...lost.checkpoint, conversation_id: "" }, null), "no-conversation").needs).toEqual([]);
  });

  it("puts a call back where it was, so that the range of the paused response fits again", () => {
    const generated = (lost.checkpoint.generated_items as JsonObject[]).slice(1);
    const causes = seen({ ...lost.checkpoint, generated_items: generated });
    expect(causes.map(({ id }) => id)).toContain("boundary-not-proven");
    const mended = repairCheckpoint(
      { ...lost.checkpoint, generated_items: generated },
      findRepair(causes, "restore-calls"),
    );
    expect(mended).toEqual(lost.checkpoint);
    expect(seen(mended).map(({ id }) => id)).not.toContain("boundary-not-proven");
  });
});

// 75 such pauses, mended and resumed with 0.22.3, 0.23.1 and 0.24.0: the model is sent what it is sent without guardrails, and no tool runs twice.
describe("a guarded agent that pauses on a nested run in a later turn", () => {
  const { checkpoint: paused } = findIncident("guarded-nested-pause-in-a-later-turn");

  it("goes on when the earlier turns become a part of the input", () => {
    const mended = repairCheckpoint(paused, findRepair(examine(paused, null), "fold-history"));
    expect(mended.original_input).toMatchObject([
      { role: "user", content: "go" },
      { type: "function_call", call_id: "c1" },
      { type: "function_call_output", call_id: "c1" },
    ]);
    expect(mended).toMatchObject({ current_turn: 1, max_turns: 9, generated_session_item_indexes: [0, 1, 2, 3] });
    expect(mended.pending_session_write).toMatchObject({ current_response: { turn: 1 } });
    expect(mended.generated_items).toEqual((paused.generated_items as JsonObject[]).slice(2));
    expect(examine(mended, null).map(({ id }) => id)).not.toContain("boundary-not-proven");
  });

  it("is left alone where the history is not an input as it stands", () => {
    const ids = (state: JsonObject) => repairIds(examine(state, null));
    expect(ids({ ...paused, reasoning_item_id_policy: "omit" })).not.toContain("fold-history");
    const items = structuredClone(paused.generated_items) as JsonObject[];
    (items[0] as JsonObject).raw_item = { type: "shell_call", call_id: "c1", action: { commands: [] } };
    expect(ids({ ...paused, generated_items: items })).not.toContain("fold-history");
  });
});
