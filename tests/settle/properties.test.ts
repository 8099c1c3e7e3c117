import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { itemOf } from "../../src/session/raw-item.ts";
import { settleBehaviourOf } from "../../src/settle/behaviour.ts";
import { dedupe } from "../../src/settle/items/clean.ts";
import { digestOf } from "../../src/settle/items/digest.ts";
import { breaksPairing, nextRunOf, pairingOf } from "../../src/settle/items/pairing.ts";
import { dropOrphanCalls } from "../../src/settle/items/prune.ts";
import { reconcile } from "../../src/settle/write/reconcile.ts";
import { soon } from "../soon.ts";
import { call, checkpointWith, held, ordinary, output, play, sessionOf, user } from "./play.ts";

const does = settleBehaviourOf(newestReader);
const id = fc.constantFrom("a", "b", "c");
const item: fc.Arbitrary<JsonObject> = fc.oneof(
  id.map((call_id) => ({ type: "function_call", call_id, name: "n", arguments: "{}" })),
  fc.tuple(id, fc.string()).map(([call_id, text]) => ({ type: "function_call_output", call_id, output: text })),
  fc.constant<JsonObject>({ type: "reasoning", id: "rs", summary: [] }),
  fc.constant<JsonObject>({ role: "user", content: "hi" }),
);
const items = fc.array(item, { minLength: 1, maxLength: 8 });

describe("an ordinary write", () => {
  it("written twice in a row is written once", () => {
    fc.assert(
      fc.property(items, fc.array(item, { maxLength: 5 }), (batch, history) => {
        const failed = play(checkpointWith(ordinary(batch)), sessionOf(history, "sess_1"), ["--fault", "after"]);
        const before = failed.recordAfter?.before ?? null;
        expect(before).not.toBeNull();
        const next = play(checkpointWith(ordinary(batch, before)), { id: "sess_1", items: failed.sessionAfter }, []);
        // A history that repeats itself can fit both readings; then nothing is written either.
        expect(["committed", "ambiguous"]).toContain(next.outcome);
        expect(next.appended).toEqual([]);
      }),
    );
  });

  it("is never written by halves", () => {
    fc.assert(
      fc.property(items, items, (batch, session) => {
        const { appended } = play(checkpointWith(ordinary(batch)), sessionOf(session, "sess_1"), []);
        expect(appended.map(({ value }) => value)).toEqual(batch);
      }),
    );
  });
});

describe("a held write", () => {
  it("never stores a call without its output at the entry", () => {
    fc.assert(
      fc.property(items, (batch) => {
        const { appended } = play(checkpointWith(held(batch)), sessionOf([user], "sess_1"), []);
        expect(pairingOf(appended).callsWithoutOutput).toEqual([]);
      }),
    );
  });

  it("keeps everything without a session", () => {
    const { outcome, recordAfter } = play(checkpointWith(held([call, output])), null, []);
    expect([outcome, recordAfter?.items.length]).toEqual(["rides", 2]);
  });
});

describe("cleaning", () => {
  it("twice is once", () => {
    fc.assert(
      fc.property(items, (list) => {
        const once = dedupe(list.map(itemOf));
        expect(dedupe(once)).toEqual(once);
        const pruned = dropOrphanCalls(once);
        expect(dropOrphanCalls(pruned)).toEqual(pruned);
      }),
    );
  });

  it("does not look at the order of keys or at internal fields", () => {
    const stored = {
      created_by: "x",
      output: "done",
      _agents_tool_title: "T",
      call_id: "call_A",
      type: "function_call_output",
    };
    expect(digestOf(itemOf(stored), false, does)).toBe(digestOf(itemOf(output), false, does));
    const old = settleBehaviourOf({ ...newestReader, behavesLike: "0.22.3" });
    expect(digestOf(itemOf(stored), false, old)).not.toBe(digestOf(itemOf(output), false, old));
  });

  it("takes the repr of a row that holds null", () => {
    const none = createHash("sha256").update("None").digest("hex");
    expect(digestOf({ text: "null", value: null }, false, does)).toBe(none);
  });
});

describe("reconciliation", () => {
  const digests = fc.array(fc.constantFrom("x", "y"), { maxLength: 4 });
  it("writes only when the end of the session is what stood before", () => {
    fc.assert(
      fc.property(
        digests,
        fc.array(fc.constantFrom("x", "y"), { minLength: 1, maxLength: 3 }),
        digests,
        (before, batch, observed) => {
          const found = reconcile({ before, batch, observed, acknowledged: false, chunked: false });
          if (found === "unchanged") expect(observed.slice(observed.length - before.length)).toEqual(before);
          if (found === "committed") expect(observed).toEqual([...before, ...batch]);
        },
      ),
    );
  });
});

describe("pairing", () => {
  it("names an output without its call, and a settle that brings one breaks it", () => {
    const result = play(checkpointWith(ordinary([output])), sessionOf([user], "sess_1"), []);
    expect(result.pairing.outputsWithoutCall).toEqual(["call_A"]);
    expect(breaksPairing(result)).toBe(true);
    const poisoned = play(checkpointWith(ordinary([user])), sessionOf([output], "sess_1"), []);
    expect(breaksPairing(poisoned)).toBe(false);
  });

  it("tells a second pair from a second copy", () => {
    const pair = [call, output].map(itemOf);
    expect(pairingOf([...pair, ...pair])).toMatchObject({ duplicates: [], reusedIds: ["call_A"] });
    expect(pairingOf([itemOf(call), ...pair])).toMatchObject({ duplicates: ["call_A"], reusedIds: [] });
  });

  it("knows what the next fresh run sends", () => {
    const history = [user, call, output, { ...call, arguments: '{"again":1}' }, { ...output, output: "again" }].map(
      itemOf,
    );
    const next = nextRunOf(history, { limit: undefined, omitReasoningIds: false, does });
    expect(next).toMatchObject({ sent: 3, overwritten: ["call_A"], refused: [], forgotten: [] });
    const cut = nextRunOf([call, output].map(itemOf), { limit: 1, omitReasoningIds: false, does });
    expect(cut).toMatchObject({ sent: 0, refused: [] });
    const loose = nextRunOf([{ type: "reasoning", id: "rs_1", summary: [] }, user].map(itemOf), {
      limit: undefined,
      omitReasoningIds: false,
      does,
    });
    expect(loose.looseReasoning).toEqual(["rs_1"]);
  });
});

describe("the design of 1.18 that was never released", () => {
  const record = { ...ordinary([call, output]), held: true };
  it("settles held writes under 1.18, into an ordinary write of four keys", () => {
    const result = play(
      checkpointWith(record, "1.18"),
      sessionOf([user], "sess_1"),
      ["--fault", "before"],
      "draft-1.18",
    );
    expect([result.row, result.outcome]).toEqual(["H7", "error"]);
    expect(Object.keys(result.recordAfter ?? {}).sort()).toEqual(["before", "items", "persistedCount", "sessionId"]);
  });
  it("is refused by released readers", () => {
    expect(play(checkpointWith(record, "1.18"), sessionOf([user], "sess_1"), [], "0.23.1").row).toBe("L");
  });
});

describe("the check of pairs", () => {
  it("takes a list of any length", () => {
    const ids = Array.from({ length: 40_000 }, (_, index) => `call_${index}`);
    const pairing = pairingOf(ids.map((call_id) => itemOf({ type: "function_call_output", call_id, output: "" })));
    expect(pairing.outputsWithoutCall).toEqual(ids);
    expect(soon(() => breaksPairing({ pairing, pairingBefore: pairing }))).toBe(false);
    const fewer = { ...pairing, outputsWithoutCall: ids.slice(0, -1) };
    expect(breaksPairing({ pairing, pairingBefore: fewer })).toBe(true);
    expect(breaksPairing({ pairing: fewer, pairingBefore: pairing })).toBe(false);
  });
});
