import { describe, expect, it } from "vitest";
import type { CauseId } from "../../src/doctor/symptoms.ts";
import type { JsonObject } from "../../src/document/json.ts";
import {
  type Asked,
  examine,
  findRepair,
  repairCheckpoint,
  repairIds,
  repairSession,
  reportCase,
  type TestSession,
} from "./reports.ts";

const moved = reportCase("history-moved-under-pending-write");
const [asked, call, newcomer] = (moved.session as TestSession).items as [JsonObject, JsonObject, JsonObject];
const record = moved.checkpoint.pending_session_write as JsonObject;
const [output] = record.items as [JsonObject];

interface Situation {
  readonly what: string;
  readonly items: readonly JsonObject[];
  readonly write?: Readonly<Record<string, JsonObject[string]>>;
  readonly cause: CauseId;
  readonly repairs: readonly string[];
  readonly asked?: Asked;
}

const situations: readonly Situation[] = [
  {
    what: "a newcomer behind what was there",
    items: [asked, call, newcomer],
    cause: "history-moved",
    repairs: ["remove-newcomers", "insert-batch", "before-null"],
  },
  {
    what: "a newcomer behind the batch",
    items: [asked, call, output, newcomer],
    cause: "write-stored-then-moved",
    repairs: ["drop-record"],
  },
  {
    what: "a status that the store added",
    items: [asked, call, { ...output, status: "completed" }],
    cause: "write-stored-in-other-form",
    repairs: ["drop-record"],
  },
  { what: "a cleared session", items: [newcomer], cause: "history-replaced", repairs: ["before-null"] },
  {
    what: "half a batch",
    items: [asked, call, output],
    write: { items: [output, { role: "user", content: "one more" }] },
    cause: "write-partly-stored",
    repairs: ["complete-batch", "remove-part"],
  },
  {
    what: "a confirmed write, moved",
    items: [asked, call, output, newcomer],
    write: { append_acknowledged: true },
    cause: "acknowledged-then-changed",
    repairs: ["drop-record"],
  },
  {
    what: "the batch at the end and no digests",
    items: [asked, call, output],
    write: { before: null },
    cause: "write-already-stored",
    repairs: ["drop-record"],
  },
];

function situationOf({ items, write }: Situation): { checkpoint: JsonObject; session: TestSession } {
  const session_id = (moved.session as TestSession).session_id;
  const checkpoint = { ...moved.checkpoint, pending_session_write: { ...record, ...write } };
  return { checkpoint, session: { session_id, items: [...items] } };
}

describe("cannot reconcile, told apart", () => {
  it.each(situations)("$what", (situation) => {
    const { checkpoint, session } = situationOf(situation);
    const causes = examine(checkpoint, session, situation.asked);
    expect(causes[0]).toMatchObject({ id: situation.cause, confidence: "certain" });
    expect(causes[0]?.repairs.map(({ id }) => id)).toEqual(situation.repairs);
    for (const repair of causes[0]?.repairs ?? []) {
      const after = examine(repairCheckpoint(checkpoint, repair), repairSession(session, repair));
      expect(after.filter(({ confidence }) => confidence === "certain")).toEqual([]);
    }
  });

  it("a batch whose first item is missing is completed in its order", () => {
    const note: JsonObject = { role: "user", content: "one more" };
    const write = {
      items: [output, note, { type: "function_call", call_id: "call_z", name: "t", arguments: "{}" }],
      before: [],
    };
    const [, , last] = write.items as [JsonObject, JsonObject, JsonObject];
    const { checkpoint, session } = situationOf({ ...(situations[0] as Situation), write, items: [asked, call, last] });
    const repair = findRepair(examine(checkpoint, session), "complete-batch");
    expect(repairSession(session, repair).items).toEqual([asked, call, output, note, last]);
  });

  it("nothing to say of a write that settles", () => {
    for (const items of [
      [asked, call],
      [asked, call, output],
    ]) {
      const { checkpoint, session } = situationOf({ ...(situations[0] as Situation), items });
      expect(examine(checkpoint, session).filter(({ confidence }) => confidence === "certain")).toEqual([]);
    }
  });

  it("a dropped record leaves its count", () => {
    const { checkpoint, session } = situationOf(situations[1] as Situation);
    const after = repairCheckpoint(checkpoint, findRepair(examine(checkpoint, session), "drop-record"));
    expect(after.pending_session_write).toBeUndefined();
    expect(after.current_turn_persisted_item_count).toBe(record.persisted_count);
  });

  it("another session, none, and one the server keeps", () => {
    const { checkpoint, session } = situationOf(situations[0] as Situation);
    const wrong = examine(checkpoint, { ...session, session_id: "elsewhere", items: [asked, call] });
    expect(wrong[0]).toMatchObject({ id: "wrong-session", confidence: "certain" });
    expect(findRepair(wrong, "rename-session").assumes).toEqual({ key: "session", proposed: "elsewhere" });
    expect(examine(checkpoint, null, { detached: true })[0]).toMatchObject({
      id: "wrong-session",
      confidence: "certain",
    });
    expect(examine(checkpoint, null)[0]).toMatchObject({ id: "wrong-session", confidence: "possible" });
    const served = { ...checkpoint, conversation_id: "conv_1" };
    expect(examine(served, session).find(({ id }) => id === "server-conversation")).toMatchObject({
      confidence: "certain",
    });
  });
});

describe("the record is invalid, told apart", () => {
  const shapes: readonly {
    what: string;
    edit: (state: JsonObject) => JsonObject;
    cause: CauseId;
    repairs: readonly string[];
  }[] = [
    {
      what: "no step",
      edit: (state) => ({ ...state, current_step: null }),
      cause: "write-without-step",
      repairs: ["append-batch"],
    },
    {
      what: "below 1.17",
      edit: ({ context, ...state }) => {
        const { function_tool_approvals: _, ...older } = context as JsonObject;
        return { ...state, context: older, $schemaVersion: "1.16" };
      },
      cause: "write-keys",
      repairs: ["relabel"],
    },
    {
      what: "a key of no release",
      edit: (state) => ({
        ...state,
        pending_session_write: { ...(state.pending_session_write as JsonObject), note: 1 },
      }),
      cause: "write-keys",
      repairs: ["drop-keys"],
    },
    {
      what: "a count that is none",
      edit: (state) => ({
        ...state,
        pending_session_write: { ...(state.pending_session_write as JsonObject), persisted_count: true },
      }),
      cause: "write-shape",
      repairs: [],
    },
  ];
  it.each(shapes)("$what", ({ edit, cause, repairs }) => {
    const { checkpoint, session } = situationOf({ ...(situations[0] as Situation), items: [asked, call] });
    const causes = examine(edit(checkpoint), session);
    expect(causes[0]).toMatchObject({ id: cause, confidence: "certain" });
    expect(repairIds(causes)).toEqual(repairs);
  });

  it("a held write without its boundary", () => {
    const held = reportCase("held-write-under-branch-label");
    const { current_response: boundary, ...write } = held.checkpoint.pending_session_write as JsonObject;
    for (const label of ["1.18", "1.21"]) {
      const checkpoint = { ...held.checkpoint, $schemaVersion: label, pending_session_write: write };
      const causes = examine(checkpoint, held.session);
      const [repair] = causes[0]?.repairs ?? [];
      expect(repair?.id).toMatch(/response$/);
      const after = repairCheckpoint(checkpoint, repair as NonNullable<typeof repair>);
      expect(after.pending_session_write).toMatchObject({ current_response: boundary });
    }
  });
});

describe("a session that is damaged already", () => {
  const parked = reportCase("parked-without-its-call");
  const session = parked.session as TestSession;
  const lost = (parked.checkpoint.generated_items as { raw_item: JsonObject }[])[0]?.raw_item as JsonObject;
  const answer: JsonObject = { type: "function_call_output", call_id: "call_d1", output: "booked" };

  it("an output without its call: insert the call, or drop the output", () => {
    const resumed = { ...parked.checkpoint, current_step: { type: "next_step_run_again" } };
    const damaged = { ...session, items: [...session.items, answer] };
    const causes = examine(resumed, damaged);
    expect(causes[0]).toMatchObject({ id: "orphaned-output", confidence: "certain" });
    expect(repairSession(damaged, findRepair(causes, "insert-call")).items).toEqual([...session.items, lost, answer]);
    expect(repairSession(damaged, findRepair(causes, "drop-output")).items).toEqual(session.items);
  });

  it("an older copy of the pause", () => {
    const causes = examine(parked.checkpoint, { ...session, items: [...session.items, lost, answer] });
    expect(causes[0]).toMatchObject({ id: "resumed-already", repairs: [] });
  });

  it("the same pair twice", () => {
    const items = [...session.items, lost, answer, lost, answer];
    const causes = examine(
      { ...parked.checkpoint, current_step: { type: "next_step_run_again" } },
      { ...session, items },
    );
    expect(causes[0]?.id).toBe("duplicate-items");
    expect(repairSession({ ...session, items }, findRepair(causes, "drop-copies")).items).toEqual(items.slice(0, 3));
  });

  it("outputs that only the checkpoint has, each behind its calls", () => {
    const [first] = parked.checkpoint.generated_items as JsonObject[];
    const ran = ["call_p", "call_q"].flatMap((call_id): JsonObject[] => [
      { ...first, raw_item: { ...lost, call_id, id: `fc_${call_id}` } },
      {
        ...first,
        type: "tool_call_output_item",
        output: "x",
        raw_item: { type: "function_call_output", call_id, output: call_id },
      },
    ]);
    const [p, outP, q, outQ] = ran.map((item) => item.raw_item as JsonObject) as [
      JsonObject,
      JsonObject,
      JsonObject,
      JsonObject,
    ];
    const state = { ...parked.checkpoint, current_step: { type: "next_step_run_again" }, generated_items: ran };
    const { session_items: _, generated_session_item_indexes: __, ...resumed } = state as JsonObject;
    const items = [...session.items, p, q, { role: "user", content: "later" }];
    const repair = findRepair(examine(resumed, { ...session, items }), "add-output");
    const [asked, , , later] = items as [JsonObject, JsonObject, JsonObject, JsonObject];
    expect(repairSession({ ...session, items }, repair).items).toEqual([asked, p, q, outP, outQ, later]);
  });

  it("a call whose checkpoint is gone", () => {
    const other = { ...lost, call_id: "call_x" };
    const resumed = { ...parked.checkpoint, current_step: { type: "next_step_run_again" } };
    const items = [{ type: "reasoning", id: "rs_1", summary: [] }, other, lost, answer];
    const causes = examine(resumed, { ...session, items });
    expect(causes.find(({ id }) => id === "call-unanswered")).toMatchObject({ confidence: "likely" });
    expect(repairSession({ ...session, items }, findRepair(causes, "drop-call-call_x")).items).toEqual([lost, answer]);
  });

  it("a call that waits, stored at the pause, is no trouble", () => {
    const causes = examine(parked.checkpoint, { ...session, items: [...session.items, lost] });
    expect(causes.filter(({ confidence }) => confidence !== "possible")).toEqual([]);
  });
});
