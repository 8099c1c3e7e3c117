import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastRun } from "../../src/doctor/last-run.ts";
import type { CauseId } from "../../src/doctor/symptoms.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { corpusState } from "../parsed.ts";
import { soon } from "../soon.ts";
import { examine, findRepair, repairCheckpoint, repairIds, repairSession, reportCase, reportCases } from "./reports.ts";

interface Expected {
  /** The first cause. */
  readonly cause: CauseId;
  readonly also?: readonly CauseId[];
  /** All that is offered, and nothing else. */
  readonly repairs: readonly string[];
  readonly says?: RegExp;
}

const expected: Readonly<Record<string, Expected>> = {
  "approved-but-context-replaced": { cause: "decisions-lost-with-context", repairs: [], says: /context_override/ },
  "context-object-dropped": { cause: "context-omitted", repairs: [], says: /context_serializer/ },
  "decision-stored-as-string": { cause: "decision-unusable", repairs: ["list-rejected"] },
  "final-output-but-not-saved": { cause: "terminal-run", repairs: ["append-missing"], says: /Do not repeat the tool/ },
  "held-write-under-branch-label": { cause: "held-write-before-1-19", repairs: ["relabel"], says: /Do not delete/ },
  "history-moved-under-pending-write": {
    cause: "history-moved",
    repairs: ["remove-newcomers", "insert-batch", "before-null"],
  },
  "javascript-checkpoint": { cause: "javascript-checkpoint", repairs: [], says: /JavaScript SDK/ },
  "mcp-call-without-recipient": { cause: "mcp-recipient-missing", repairs: ["bind-call_b1"], says: /0\.22\.3/ },
  "nested-run-not-in-file": { cause: "nested-run-missing", repairs: [], says: /start a new run/ },
  "output-missing-from-session": { cause: "output-missing", repairs: ["add-output"] },
  "parked-without-its-call": { cause: "pause-lost-its-call", repairs: ["hold-the-call", "append-the-call"] },
  "paused-late-before-upgrade": { cause: "boundary-not-proven", repairs: ["add-ownership"], says: /0\.21\.0/ },
  "queued-input-already-in-session": { cause: "staged-input-stored", repairs: ["drop-staged-copy"] },
  "renamed-active-agent": { cause: "agent-missing", repairs: [], says: /Billing clerk, Front desk/ },
  "renamed-nested-agent": { cause: "agent-missing", also: ["nested-run-dropped"], repairs: [], says: /old name/ },
  "rollback-newer-label": { cause: "older-reader", repairs: [], says: /label alone/ },
  "same-name-nested-agent": {
    cause: "agent-missing",
    also: ["nested-run-by-bare-name"],
    repairs: [],
    says: /0\.23\.1 or later/,
  },
  "secrets-in-context": { cause: "nothing-decided", repairs: [] },
  "sticky-approve-then-reject": {
    cause: "sticky-without-owner",
    also: ["readers-disagree"],
    repairs: ["own-refund"],
    says: /0\.21\.0: call_s1 runs, call_s2 runs; 0\.22\.0 and 0\.22\.3: call_s1 runs, call_s2 is rejected; 0\.23\.1 .*: call_s1 is asked again/,
  },
  "sticky-without-owner": { cause: "sticky-without-owner", also: ["readers-disagree"], repairs: ["own-refund"] },
};

describe("public reports", () => {
  it.each(reportCases.map(({ name }) => name))("%s", (name) => {
    const { checkpoint, session } = reportCase(name);
    const { cause, also = [], repairs, says } = expected[name] as Expected;
    const causes = examine(checkpoint, session);
    expect(causes[0]?.id).toBe(cause);
    expect(causes.map(({ id }) => id)).toEqual(expect.arrayContaining([...also]));
    expect(repairIds(causes)).toEqual(repairs);
    const text = causes.map(({ summary, advice }) => [summary, ...advice].join(" ")).join(" ");
    if (says !== undefined) expect(text).toMatch(says);
  });

  it("tells nearly every place that the reports are about", () => {
    let told = 0;
    let stated = 0;
    // What is no reason for a stuck run stands in `inspect`.
    for (const { checkpoint, session, facts } of reportCases.filter(({ name }) => name !== "secrets-in-context")) {
      const places = new Set(
        examine(checkpoint, session).flatMap(({ evidence }) => evidence.map((one) => `${one.in} ${one.pointer}`)),
      );
      for (const { pointer, in: where } of facts) {
        stated++;
        const place = `${where} ${pointer}`;
        const near = [...places].some(
          (one) => one === place || one.startsWith(`${place}/`) || place.startsWith(`${one}/`),
        );
        if (near) told++;
      }
    }
    expect(told / stated).toBeGreaterThan(0.95);
  });
});

describe("repairs are the ways out that were measured", () => {
  it("a held write with the call, for its session, from its start", () => {
    const { checkpoint, session } = reportCase("parked-without-its-call");
    const after = repairCheckpoint(checkpoint, findRepair(examine(checkpoint, session), "hold-the-call"));
    expect(after.$schemaVersion).toBe(newestReader.writes);
    const [call] = checkpoint.generated_items as JsonObject[];
    expect(after.pending_session_write).toEqual({
      session_id: session?.session_id,
      items: [call?.raw_item],
      before: null,
      persisted_count: 1,
      held: true,
      response_id: "resp_1",
      store: null,
      reasoning_item_id_policy: null,
      current_response: { turn: 1, start: 0 },
    });
  });

  it("the ownership of the paused response", () => {
    const { checkpoint } = reportCase("paused-late-before-upgrade");
    const after = repairCheckpoint(checkpoint, findRepair(examine(checkpoint, null), "add-ownership"));
    expect(after.$schemaVersion).toBe("1.17");
    expect(after.current_response_generated_item_ownership).toEqual({ start: 2, end: 4, interruptions: [3] });
  });

  it("no ownership when a call id stands twice", () => {
    const { checkpoint } = structuredClone(reportCase("paused-late-before-upgrade"));
    const [first] = checkpoint.generated_items as { raw_item: JsonObject }[];
    (first as { raw_item: JsonObject }).raw_item.call_id = "call_g2";
    expect(repairIds(examine(checkpoint, null))).not.toContain("add-ownership");
  });

  it("a list of the one call id", () => {
    const { checkpoint } = reportCase("decision-stored-as-string");
    const after = repairCheckpoint(checkpoint, findRepair(examine(checkpoint, null), "list-rejected"));
    expect((after.context as JsonObject).approvals).toMatchObject({ refund: { rejected: ["call_q1"] } });
  });

  it("no list when the text is no call that waits", () => {
    const { checkpoint } = structuredClone(reportCase("decision-stored-as-string"));
    const approvals = (checkpoint.context as { approvals: { refund: JsonObject } }).approvals;
    approvals.refund.rejected = "yes";
    expect(repairIds(examine(checkpoint, null))).toEqual([]);
  });

  it("an owner only as stated", () => {
    const { checkpoint } = reportCase("sticky-without-owner");
    const repair = findRepair(examine(checkpoint, null), "own-refund");
    expect(repair.assumes).toEqual({ key: "owner", proposed: "Returns desk" });
    const after = repairCheckpoint(checkpoint, repair).context as JsonObject;
    expect(after.approvals).toEqual({});
    const [entry] = after.function_tool_approvals as JsonObject[];
    expect(entry).toMatchObject({ agent: { name: "Returns desk" }, tool_key: "refund", decision: { approved: true } });
    const other = findRepair(examine(checkpoint, null, { assume: { owner: "Other desk" } }), "own-refund");
    expect(JSON.stringify(other.edits)).toContain("Other desk");
  });

  it("a recipient only as stated", () => {
    const { checkpoint } = reportCase("mcp-call-without-recipient");
    const repair = findRepair(examine(checkpoint, null), "bind-call_b1");
    expect(repair.assumes).toEqual({ key: "recipient", proposed: "yard-a/move_bin" });
    const after = repairCheckpoint(checkpoint, repair);
    expect(after.$schemaVersion).toBe("1.18");
    expect(after.last_processed_response).toMatchObject({ mcp_tool_bindings: { call_b1: ["yard-a", "move_bin", 0] } });
  });

  it("the label alone for a held write of the pull request", () => {
    const { checkpoint, session } = reportCase("held-write-under-branch-label");
    const repair = findRepair(examine(checkpoint, session), "relabel");
    expect(repairCheckpoint(checkpoint, repair)).toEqual({ ...checkpoint, $schemaVersion: "1.19" });
  });

  it("the output appended, the newcomer and the copy removed", () => {
    const output = reportCase("output-missing-from-session");
    const appended = findRepair(examine(output.checkpoint, output.session), "add-output");
    expect(appended.session).toMatchObject([{ op: "append", at: 2 }]);
    const moved = reportCase("history-moved-under-pending-write");
    const removed = findRepair(examine(moved.checkpoint, moved.session), "remove-newcomers");
    expect(removed.session).toEqual([{ op: "remove", at: 2, item: null }]);
    const staged = reportCase("queued-input-already-in-session");
    const dropped = findRepair(examine(staged.checkpoint, staged.session), "drop-staged-copy");
    expect(dropped.session).toEqual([{ op: "remove", at: 3, item: null }]);
    expect(dropped.edits).toEqual([]);
  });

  it.each(reportCases.map(({ name }) => name))("%s: its first cause is gone after each repair", (name) => {
    const { checkpoint, session } = reportCase(name);
    const [first] = examine(checkpoint, session);
    for (const repair of first?.repairs ?? []) {
      const after = repairCheckpoint(checkpoint, repair);
      const healed = session === null ? null : repairSession(session, repair);
      const sure = examine(after, healed).filter(({ confidence }) => confidence === "certain");
      // The run itself stays over; and newcomers that stand aside are to be added again.
      expect(sure.map(({ id }) => id).filter((id) => id !== "terminal-run")).toEqual([]);
    }
  });
});

describe("long lists", () => {
  const count = 2000;
  const ids = Array.from({ length: count }, (_, index) => `c${index}`);
  const base: JsonObject = corpusState("resume/1.21-approval-pending");
  const callOf = (id: string) => ({ type: "function_call", call_id: id, name: "t", arguments: "{}" });
  const outputOf = (id: string) => ({ type: "function_call_output", call_id: id, output: "" });
  const itemOf = (type: string, raw: JsonObject): JsonObject => ({ type, raw_item: raw, agent: { name: "mailer" } });
  const bare: JsonObject = {
    ...base,
    generated_items: [],
    session_items: [],
    generated_session_item_indexes: [],
    model_responses: [],
    last_model_response: null,
    current_response_generated_item_ownership: null,
    nested_history_owned_session_item_refs: [],
    last_processed_response: {
      ...{ new_items: [], functions: [], handoffs: [], computer_actions: [], mcp_approval_requests: [] },
      interruptions: [],
    },
    context: { ...(base.context as JsonObject), approvals: {}, tool_invocations: {} },
  };

  it("of places with one fault: all are named, and repairs of the first twenty are offered", () => {
    const originOf = (id: string) => ({ type: "mcp", mcp_server_name: `server of ${id}` });
    const interruptions = ids.map((id) => ({ ...itemOf("tool_approval_item", callOf(id)), tool_origin: originOf(id) }));
    const step = { type: "next_step_interruption", data: { interruptions } };
    const causes = soon(() => examine({ ...bare, current_step: step }, null));
    const cause = causes.find(({ id }) => id === "mcp-recipient-missing");
    expect(cause?.evidence).toHaveLength(count);
    expect(cause?.repairs.map(({ id }) => id)).toEqual(ids.slice(0, 20).map((id) => `bind-${id}`));
    expect(cause?.advice.at(-1)).toContain(`the first 20 of the ${count} places`);
  });

  it("of outputs whose calls the checkpoint has, and of calls whose outputs it has", () => {
    const calls = ids.map((id) => itemOf("tool_call_item", callOf(id)));
    const outputs = ids.map((id) => ({ ...itemOf("tool_call_output_item", outputOf(id)), output: "" }));
    const run = (items: JsonObject[]) => ({
      ...bare,
      current_step: null,
      generated_items: items,
      session_items: items,
    });
    const orphaned = soon(() => examine(run(calls), { session_id: null, items: ids.map(outputOf) }));
    expect(repairIds(orphaned)).toEqual(["insert-call", "drop-output"]);
    expect(findRepair(orphaned, "insert-call").session).toHaveLength(count);
    const missing = soon(() => examine(run(outputs), { session_id: null, items: ids.map(callOf) }));
    expect(repairIds(missing)).toContain("add-output");
  });

  it("are searched for a list from their end, and no entry is looked at again and again", () => {
    const naive = (list: readonly string[], part: readonly string[]) => {
      for (let start = list.length - part.length; start >= 0; start--) {
        if (part.every((entry, index) => list[start + index] === entry)) return start;
      }
      return -1;
    };
    const letters = (maxLength: number) => fc.array(fc.constantFrom("a", "b"), { maxLength });
    fc.assert(
      fc.property(letters(24), letters(6), (list, part) => {
        expect(lastRun(list, part)).toBe(naive(list, part));
      }),
      { numRuns: 2000 },
    );
    const alike = new Array<string>(200_000).fill("a");
    expect(soon(() => lastRun(alike, ["b", ...alike.slice(100_000)]))).toBe(-1);
    expect(soon(() => lastRun(alike, alike.slice(100_000)))).toBe(100_000);
  });
});
