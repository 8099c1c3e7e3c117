import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { textOf } from "../../src/session/raw-item.ts";
import { findIncident } from "./incidents.ts";
import { examine, findRepair, repairCheckpoint, repairIds, repairSession, type TestSession } from "./reports.ts";

it("puts lost reasoning back before its item, and takes out what lost its own", () => {
  const { checkpoint, session } = findIncident("reasoning-removed");
  const [first] = examine(checkpoint, session);
  expect(first?.repairs.map(({ id, session: changes }) => [id, changes.map(({ op, at }) => `${op} ${at}`)])).toEqual([
    ["insert-reasoning", ["insert 1"]],
  ]);
  const reasoning = { type: "reasoning", id: "rs_9", summary: [] };
  const items = [...(session?.items ?? []), reasoning, { role: "user", content: "still there?" }];
  const lone = examine(checkpoint, { session_id: "chat-1", items }).filter(({ id }) => id === "reasoning-unpaired");
  expect(lone[0]?.evidence[0]).toMatchObject({ in: "session", pointer: "/2" });
  expect(lone[0]?.repairs[0]).toMatchObject({ id: "drop-reasoning", session: [{ op: "remove", at: 2 }] });
});

it("misses the call of an agent tool whose own run waits, and gives it back", () => {
  const { checkpoint, session } = findIncident("agent-tool-lost-its-call");
  const [first] = examine(checkpoint, session);
  expect(first).toMatchObject({ id: "pause-lost-its-call", confidence: "likely" });
  expect(first?.evidence[0]?.pointer).toBe("/last_processed_response/functions/0/tool_call/call_id");
  expect(first?.repairs.map(({ id }) => id)).toEqual(["hold-the-call", "append-the-call"]);
});

it("does not put a lost call into the session where its tool seems to have ended a run before: it would be stored twice", () => {
  const { checkpoint, session } = findIncident("lost-call-of-a-tool-that-ended-a-run");
  const [first] = examine(checkpoint, session);
  expect(first).toMatchObject({ id: "pause-lost-its-call", confidence: "likely" });
  expect(first?.repairs.map(({ id }) => id)).toEqual(["hold-the-call"]);
  expect(first?.evidence.find(({ pointer }) => pointer === "/2")?.fact).toContain("the tool ended that run");
});

describe("a lost call whose tool may end the run", () => {
  const { checkpoint, session } = findIncident("lost-call-of-a-final-tool");
  const ask = (sdk: string, output_guardrails: boolean, toolUse: string | string[]) => {
    const use = typeof toolUse === "string" ? { tool_use_behavior: toolUse } : { stop_at_tool_names: toolUse };
    const agents = { agents: [{ name: "desk", tools: ["refund"], output_guardrails, ...use }] };
    const cause = examine(checkpoint, session, { sdk, agents }).find(({ id }) => id === "pause-lost-its-call");
    return cause === undefined ? null : [cause.confidence, ...cause.repairs.map(({ id }) => id)];
  };
  const both = ["hold-the-call", "append-the-call"];

  it("heals itself where it does, with output guardrails; 0.22.3 asks the model after a rejection", () => {
    expect(ask("0.24.0", true, "stop_on_first_tool")).toBeNull();
    expect(ask("0.23.1", true, "stop_on_first_tool")).toBeNull();
    expect(ask("0.22.3", true, "stop_on_first_tool")).toEqual(["likely", "hold-the-call"]);
  });

  // Played: the same programs with StopAtTools, which names the tool or another one.
  it("is known by the names of the tools that end the run", () => {
    expect(ask("0.24.0", true, ["refund"])).toBeNull();
    expect(ask("0.22.3", true, ["refund"])).toEqual(["likely", "hold-the-call"]);
    expect(ask("0.24.0", true, ["other"])).toEqual(["certain", ...both]);
    expect(ask("0.22.3", true, [])).toEqual(["certain", ...both]);
  });

  it("is certain where the program goes on or has no output guardrails, likely where nobody says", () => {
    expect(ask("0.24.0", true, "run_llm_again")).toEqual(["certain", ...both]);
    expect(ask("0.24.0", false, "stop_on_first_tool")).toEqual(["certain", ...both]);
    expect(ask("0.24.0", true, "stop_at_tool_names")).toEqual(["likely", ...both]);
    const [first] = examine(checkpoint, session);
    expect(first).toMatchObject({ id: "pause-lost-its-call", confidence: "likely" });
    expect(first?.advice.join(" ")).toContain("--agents FILE");
  });
});

it("puts a call back with its reasoning, also where that has no id, and not twice", () => {
  const { checkpoint, session } = findIncident("call-lost-with-reasoning-without-id");
  const changes = () => findRepair(examine(checkpoint, session), "insert-call").session;
  const typesOf = () => changes().map(({ at, item }) => [at, item && textOf(item, "type")]);
  expect(typesOf()).toEqual([
    [2, "reasoning"],
    [3, "function_call"],
  ]);
  const thought = changes()[0]?.item?.value as JsonObject;
  session?.items.splice(2, 0, thought);
  expect(typesOf()).toEqual([[3, "function_call"]]);
});

it("puts a pair back where the run made it, and turns one round that stands the wrong way", () => {
  const changesOf = (name: string, id: string) => {
    const { checkpoint, session } = findIncident(name);
    return findRepair(examine(checkpoint, session), id).session.map(({ op, at }) => `${op} ${at}`);
  };
  expect(changesOf("pair-lost-in-the-middle", "append-missing")).toEqual(["insert 2", "insert 3"]);
  expect(changesOf("pair-turned-round", "move-call")).toEqual(["remove 3", "insert 2"]);
});

it("misses the output that the paused response had, beside a call that still waits", () => {
  const { checkpoint, session } = findIncident("output-of-the-pause-lost");
  const [first] = examine(checkpoint, session);
  expect(first).toMatchObject({ id: "output-missing", confidence: "certain" });
  expect(repairIds(first === undefined ? [] : [first])).toEqual(["add-output"]);
});

it("misses the pairs of a session that was emptied, beside a write that proves that there was one", () => {
  const { checkpoint, session } = findIncident("emptied-beside-a-held-write");
  expect(session?.items).toEqual([]);
  expect(examine(checkpoint, session)[0]).toMatchObject({ id: "items-missing", confidence: "likely" });
  const { pending_session_write: _, ...detached } = checkpoint;
  expect(examine(detached, session).map(({ id }) => id)).not.toContain("items-missing");
});

it("puts a call back where the records of places say, so that the boundary is proven again", () => {
  const { checkpoint, session } = findIncident("call-cut-from-guarded-items");
  const agents = { agents: [{ name: "writer", output_guardrails: true, stop_at_tool_names: ["zz"] }] };
  const causes = examine(checkpoint, session, { agents });
  expect(causes[0]).toMatchObject({ id: "history-lacks-call", confidence: "certain" });
  const mended = repairCheckpoint(checkpoint, findRepair(causes, "restore-calls"));
  expect(examine(mended, session, { agents }).filter(({ confidence }) => confidence === "certain")).toEqual([]);
});

it("takes a guarded response that an older release stored out of the session, and holds it", () => {
  const { checkpoint, session } = findIncident("guarded-stored-0210");
  const agents = { agents: [{ name: "writer", output_guardrails: true, stop_at_tool_names: ["zz"] }] };
  const [first, ...others] = examine(checkpoint, session, { agents });
  expect(first).toMatchObject({ id: "guarded-items-stored", confidence: "certain" });
  const repair = findRepair(first === undefined ? others : [first], "hold-stored");
  const mended = repairCheckpoint(checkpoint, repair);
  const emptied = repairSession(session as TestSession, repair);
  expect((session?.items.length ?? 0) - emptied.items.length).toBe(checkpoint.current_turn_persisted_item_count);
  expect(mended.pending_session_write).toMatchObject({ held: true, items: session?.items.slice(emptied.items.length) });
  expect(examine(mended, emptied, { agents }).filter(({ confidence }) => confidence !== "possible")).toEqual([]);
});

it("appends an output to a session that was cleared only together with its call", () => {
  const { checkpoint, session } = findIncident("ordinary-cleared");
  const repairsOf = (state: JsonObject) => {
    const [first] = examine(state, session);
    expect(first?.id).toBe("history-replaced");
    return first?.repairs.map(({ id, session: changes }) => [id, ...changes.map(({ op, at }) => `${op} ${at}`)]);
  };
  expect(repairsOf(checkpoint)).toEqual([["before-null", "append 0"]]);
  // Without the call in the file there is no way to bring the output.
  const generated = (checkpoint.generated_items as JsonObject[]).slice(1);
  expect(repairsOf({ ...checkpoint, generated_items: generated })).toEqual([]);
});
