import { describe, expect, it } from "vitest";
import type { Confidence } from "../../src/doctor/cause.ts";
import type { CauseId } from "../../src/doctor/symptoms.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { textOf } from "../../src/session/raw-item.ts";
import { corpusState } from "../parsed.ts";
import { type Incident, incidents } from "./incidents.ts";
import {
  type Asked,
  examine,
  findRepair,
  repairCheckpoint,
  repairIds,
  repairSession,
  type TestSession,
} from "./reports.ts";

interface Expected {
  readonly what: string;
  readonly incident: string;
  readonly first: CauseId;
  readonly confidence: Confidence;
  /** Places that the first cause must show. */
  readonly places: readonly string[];
  readonly not?: CauseId;
  readonly asked?: Asked;
}

const waiting = "/current_step/data/interruptions/0/raw_item";

const expected: readonly Expected[] = [
  {
    what: "arguments edited where the call waits: approve() and reject() raise",
    incident: "args-edited-in-approval",
    first: "response-edited",
    confidence: "certain",
    places: [`checkpoint:${waiting}/arguments`, "checkpoint:/last_processed_response/functions/0/tool_call"],
  },
  {
    what: "a call id in both lists of one record: every release runs it",
    incident: "both-lists",
    first: "decided-both-ways",
    confidence: "certain",
    places: ["checkpoint:/context/approvals/refund/rejected/0"],
  },
  {
    what: "an id that an older pair of the session has too: the run was not resumed before",
    incident: "call-id-reused",
    first: "reused-call-id",
    confidence: "possible",
    places: ["session:/1", "session:/4"],
    not: "resumed-already",
  },
  {
    what: "a call that the pause stored, and that the session lost since",
    incident: "session-call-popped",
    first: "pause-lost-its-call",
    confidence: "likely",
    places: [`checkpoint:${waiting}/call_id`, "checkpoint:/current_turn_persisted_item_count"],
  },
  {
    what: "a conversation that the server keeps, and guardrails that only the program has: the resume is refused",
    incident: "server-conversation-unguarded",
    first: "guardrails-beside-server-conversation",
    confidence: "possible",
    places: ["checkpoint:/conversation_id"],
  },
  {
    what: "a tool renamed since: what the error says, and the call that needs it",
    incident: "tool-renamed",
    first: "tool-missing",
    confidence: "likely",
    places: [`checkpoint:${waiting}/name`],
    asked: { error: "ModelBehaviorError: Tool refund not found in agent desk" },
  },
  {
    what: "the handoff beside the waiting call, renamed",
    incident: "handoff-renamed",
    first: "tool-missing",
    confidence: "likely",
    places: ["checkpoint:/last_processed_response/handoffs/0/handoff/tool_name"],
    asked: { error: "Tool transfer_to_billing not found in agent desk" },
  },
  {
    what: "a local MCP server renamed: its binding",
    incident: "mcp-server-renamed",
    first: "tool-missing",
    confidence: "likely",
    places: ["checkpoint:/last_processed_response/mcp_tool_bindings/call_a"],
    asked: { error: "Cannot resume a local MCP tool call with a missing or different recipient binding" },
  },
  {
    what: "the same with the program's agents: the resume raises",
    incident: "mcp-server-renamed",
    first: "tool-missing",
    confidence: "certain",
    places: ["checkpoint:/current_step/data/interruptions/0/tool_origin/mcp_server_name"],
    asked: { agents: { agents: [{ name: "desk", mcp_servers: ["yard-b"] }] } },
  },
  {
    what: "a local MCP server removed, for a release that compares no recipients",
    incident: "mcp-removed-0223",
    first: "tool-missing",
    confidence: "certain",
    places: ["checkpoint:/current_step/data/interruptions/0/tool_origin/mcp_server_name"],
    asked: { sdk: "0.22.3", agents: { agents: [{ name: "desk", tools: [], mcp_servers: [] }] } },
  },
  {
    what: "local MCP servers in another order: the binding names the place too",
    incident: "mcp-servers-reordered",
    first: "tool-missing",
    confidence: "certain",
    places: ["checkpoint:/last_processed_response/mcp_tool_bindings/call_a/2"],
    asked: { sdk: "0.23.1", agents: { agents: [{ name: "desk", mcp_servers: ["zz", "yard-a"] }] } },
  },
  {
    what: "a hosted MCP server under another label",
    incident: "hosted-mcp-label",
    first: "tool-missing",
    confidence: "certain",
    places: [`checkpoint:${waiting}/server_label`],
    asked: { agents: { agents: [{ name: "desk", mcp_servers: ["docs2"] }] } },
  },
  {
    what: "the middle one of three agents renamed: the place that names it",
    incident: "nested2-mid-renamed",
    first: "agent-missing",
    confidence: "certain",
    places: ["checkpoint:/last_processed_response/functions/0/agent_run_state/current_agent"],
    asked: { agents: { agents: [{ name: "outer" }, { name: "middle" }, { name: "inner" }] } },
  },
  {
    what: "a response that was accepted and not worked through: every resume raises",
    incident: "accepted-unprocessed-0240",
    first: "response-unprocessed",
    confidence: "certain",
    places: ["checkpoint:/current_step", "checkpoint:/model_responses/1/output/0"],
  },
  {
    what: "the same of 0.21.0",
    incident: "accepted-unprocessed-0210",
    first: "response-unprocessed",
    confidence: "certain",
    places: ["checkpoint:/last_processed_response"],
    asked: { sdk: "0.21.0" },
  },
  {
    what: "one id for a call that ran and for one that waits, of a release that let the provider",
    incident: "reuse-0194",
    first: "reused-call-id",
    confidence: "certain",
    places: ["checkpoint:/generated_items/2/raw_item/call_id"],
  },
  {
    what: "the same for two calls of one response",
    incident: "sameid-0183",
    first: "reused-call-id",
    confidence: "certain",
    places: ["checkpoint:/last_processed_response/functions/1/tool_call/call_id"],
  },
  {
    what: "a finished run",
    incident: "finished",
    first: "no-step-left",
    confidence: "possible",
    places: ["checkpoint:/current_step"],
  },
  {
    what: "a pause whose step was removed",
    incident: "step-null-pause",
    first: "no-step-left",
    confidence: "likely",
    places: ["checkpoint:/last_processed_response/functions/0/tool_call/call_id"],
  },
  {
    what: "a nested run cut out of the file",
    incident: "nested-run-deleted",
    first: "nested-run-missing",
    confidence: "certain",
    places: ["checkpoint:/last_processed_response/functions/0"],
  },
  {
    what: "output guardrails added since the pause, over the session",
    incident: "gate-added",
    first: "guarded-items-stored",
    confidence: "certain",
    places: ["checkpoint:/current_turn_persisted_item_count"],
    asked: {
      agents: { agents: [{ name: "desk", output_guardrails: true, tool_use_behavior: "stop_on_first_tool" }] },
    },
  },
  {
    what: "an agent that only a handoff of the history names",
    incident: "handoff-paused",
    first: "agent-missing",
    confidence: "possible",
    places: ["checkpoint:/generated_items/0/agent/name"],
  },
  {
    what: "a decision for an id that no call has",
    incident: "decision-other-case",
    first: "nothing-decided",
    confidence: "likely",
    places: ["checkpoint:/context/approvals/refund/approved/0"],
  },
  {
    what: "a decision under the id of the call",
    incident: "decision-bool-call",
    first: "nothing-decided",
    confidence: "likely",
    places: ["checkpoint:/context/approvals/call_a"],
  },
  {
    what: "reasoning that the session lost: its item alone is refused",
    incident: "reasoning-removed",
    first: "reasoning-unpaired",
    confidence: "likely",
    places: ["checkpoint:/generated_items/0/raw_item", "session:/1"],
  },
];

it("puts lost reasoning back before its item, and takes out what lost its own", () => {
  const { checkpoint, session } = incidents.get("reasoning-removed") as Incident;
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

it("gives the older pair of a reused id an id of its own, in every list", () => {
  const { checkpoint } = incidents.get("reuse-0194") as Incident;
  const [first] = examine(checkpoint, null);
  const [repair] = first?.repairs ?? [];
  expect(repair?.id).toBe("rename-older-call_a");
  expect(repair?.edits.map(({ edit }) => edit.path.join("/"))).toEqual([
    ...["generated_items/0", "generated_items/1", "session_items/0", "session_items/1"].map(
      (place) => `${place}/raw_item/call_id`,
    ),
    "model_responses/0/output/0/call_id",
  ]);
  expect(examine(incidents.get("sameid-0183")?.checkpoint as JsonObject, null)[0]?.repairs).toEqual([]);
});

it("proves the boundary of a file that does not say which items its two histories share", () => {
  const { checkpoint } = incidents.get("paused-late-1.12") as Incident;
  const { edits } = findRepair(examine(checkpoint, null), "add-ownership");
  expect(edits.slice(-2).map(({ edit }) => edit)).toMatchObject([
    { op: "add", path: ["generated_session_item_indexes"], value: [0, 1, 2, 3] },
    { op: "add", path: ["current_response_generated_item_ownership"], value: { start: 2, end: 4, interruptions: [3] } },
  ]);
  const [, ...shorter] = checkpoint.session_items as JsonObject[];
  const ids = examine({ ...checkpoint, session_items: shorter }, null).flatMap(({ repairs }) =>
    repairs.map(({ id }) => id),
  );
  expect(ids).not.toContain("add-ownership");
});

it("binds all calls of one recipient together, in the place that the program gives its server", () => {
  const { checkpoint } = incidents.get("two-mcp-calls") as Incident;
  const agents = { agents: [{ name: "desk", mcp_servers: ["zz", "yard-a"] }] };
  const bindings = [{}, { agents }].map((asked) => {
    const { edits } = findRepair(examine(checkpoint, null, asked), "bind-call_a");
    return edits.at(-1)?.edit;
  });
  expect(bindings).toMatchObject(
    [0, 1].map((place) => ({
      value: { call_a: ["yard-a", "move_bin", place], call_b: ["yard-a", "move_bin", place] },
    })),
  );
});

it("offers no repair that exchanges one fault for another: an approval for good stays outside of a nested run", () => {
  const { checkpoint } = incidents.get("always-outside-nested") as Incident;
  const [first] = examine(checkpoint, null, { sdk: "0.22.3" });
  expect(first).toMatchObject({ id: "nested-decision-outside", repairs: [] });
});

it("misses the call of an agent tool whose own run waits, and gives it back", () => {
  const { checkpoint, session } = incidents.get("agent-tool-lost-its-call") as Incident;
  const [first] = examine(checkpoint, session);
  expect(first).toMatchObject({ id: "pause-lost-its-call", confidence: "likely" });
  expect(first?.evidence[0]?.pointer).toBe("/last_processed_response/functions/0/tool_call/call_id");
  expect(first?.repairs.map(({ id }) => id)).toEqual(["hold-the-call", "append-the-call"]);
});

it("does not put a lost call into the session where its tool seems to have ended a run before: it would be stored twice", () => {
  const { checkpoint, session } = incidents.get("lost-call-of-a-tool-that-ended-a-run") as Incident;
  const [first] = examine(checkpoint, session);
  expect(first).toMatchObject({ id: "pause-lost-its-call", confidence: "likely" });
  expect(first?.repairs.map(({ id }) => id)).toEqual(["hold-the-call"]);
  expect(first?.evidence.find(({ pointer }) => pointer === "/2")?.fact).toContain("the tool ended that run");
});

describe("a lost call whose tool may end the run", () => {
  const { checkpoint, session } = incidents.get("lost-call-of-a-final-tool") as Incident;
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

it("mends the decision and the recipient of a nested run in that run", () => {
  const placesOf = (name: string, id: string) => {
    const { checkpoint } = incidents.get(name) as Incident;
    return findRepair(examine(checkpoint, null), id).edits.map(({ edit }) => edit.path.join("/"));
  };
  const inside = "last_processed_response/functions/0/agent_run_state";
  expect(placesOf("always-approved-in-a-nested-run", "own-refund")).toEqual(
    expect.arrayContaining([
      `${inside}/${inside}/context/function_tool_approvals`,
      `${inside}/${inside}/context/approvals/refund`,
    ]),
  );
  expect(placesOf("mcp-call-in-a-nested-run", "bind-call_i")).toContain(
    `${inside}/last_processed_response/mcp_tool_bindings`,
  );
});

it("offers no ownership record where the resume stays refused", () => {
  const repairsOf = (name: string, asked: Asked = {}) => {
    const { checkpoint, session } = incidents.get(name) as Incident;
    return examine(checkpoint, session, asked).flatMap(({ repairs }) => repairs.map(({ id }) => id));
  };
  const desk = (tool_use_behavior: string): Asked => ({
    agents: { agents: [{ name: "desk", tools: ["look", "refund"], output_guardrails: true, tool_use_behavior }] },
  });
  expect(repairsOf("stored-without-boundary")).toContain("add-ownership");
  expect(repairsOf("stored-without-boundary", desk("run_llm_again"))).toContain("add-ownership");
  expect(repairsOf("stored-without-boundary", desk("stop_on_first_tool"))).not.toContain("add-ownership");
  expect(repairsOf("two-ids-reused")).not.toContain("add-ownership");
});

it("puts a call back with its reasoning, also where that has no id, and not twice", () => {
  const { checkpoint, session } = incidents.get("call-lost-with-reasoning-without-id") as Incident;
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

it("says of an agent tool whose own run is damaged to mend that run, not that the tool has had its effect", () => {
  const adviceOf = (name: string) => {
    const { checkpoint } = incidents.get(name) as Incident;
    return examine(checkpoint, null)
      .find(({ id }) => id === "output-not-committed")
      ?.advice.join(" ");
  };
  expect(adviceOf("nested-run-damaged")).toMatch(/Mend that run/);
  expect(adviceOf("nested-run-damaged")).not.toMatch(/had its effect/);
  expect(adviceOf("nested-run-deleted")).toMatch(/Mend that run/);
});

it("puts a pair back where the run made it, and turns one round that stands the wrong way", () => {
  const changesOf = (name: string, id: string) => {
    const { checkpoint, session } = incidents.get(name) as Incident;
    return findRepair(examine(checkpoint, session), id).session.map(({ op, at }) => `${op} ${at}`);
  };
  expect(changesOf("pair-lost-in-the-middle", "append-missing")).toEqual(["insert 2", "insert 3"]);
  expect(changesOf("pair-turned-round", "move-call")).toEqual(["remove 3", "insert 2"]);
});

it("misses the output that the paused response had, beside a call that still waits", () => {
  const { checkpoint, session } = incidents.get("output-of-the-pause-lost") as Incident;
  const [first] = examine(checkpoint, session);
  expect(first).toMatchObject({ id: "output-missing", confidence: "certain" });
  expect(repairIds(first === undefined ? [] : [first])).toEqual(["add-output"]);
});

it("misses the pairs of a session that was emptied, beside a write that proves that there was one", () => {
  const { checkpoint, session } = incidents.get("emptied-beside-a-held-write") as Incident;
  expect(session?.items).toEqual([]);
  expect(examine(checkpoint, session)[0]).toMatchObject({ id: "items-missing", confidence: "likely" });
  const { pending_session_write: _, ...detached } = checkpoint;
  expect(examine(detached, session).map(({ id }) => id)).not.toContain("items-missing");
});

it("puts a call back where the records of places say, so that the boundary is proven again", () => {
  const { checkpoint, session } = incidents.get("call-cut-from-guarded-items") as Incident;
  const agents = { agents: [{ name: "writer", output_guardrails: true, stop_at_tool_names: ["zz"] }] };
  const causes = examine(checkpoint, session, { agents });
  expect(causes[0]).toMatchObject({ id: "history-lacks-call", confidence: "certain" });
  const mended = repairCheckpoint(checkpoint, findRepair(causes, "restore-calls"));
  expect(examine(mended, session, { agents }).filter(({ confidence }) => confidence === "certain")).toEqual([]);
});

it("takes a guarded response that an older release stored out of the session, and holds it", () => {
  const { checkpoint, session } = incidents.get("guarded-stored-0210") as Incident;
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
    const { checkpoint, session } = incidents.get("lowered-beside-a-write") as Incident;
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
  const { checkpoint, session } = incidents.get("one-of-two-unlisted") as Incident;
  const causes = examine(checkpoint, session);
  expect(causes[0]).toMatchObject({ id: "response-edited", confidence: "certain", repairs: [] });
  expect(causes[0]?.evidence[0]?.pointer).toBe("/current_step");
  expect(causes.map(({ id }) => id)).not.toContain("call-unanswered");
});

it("names the calls that the step does not list beside one that is known to have waited", () => {
  const { checkpoint, session } = incidents.get("one-of-two-unlisted") as Incident;
  const edited = JSON.parse(JSON.stringify(checkpoint));
  const { functions } = edited.last_processed_response;
  const third = { ...functions[0], tool_call: { ...functions[0].tool_call, call_id: "call_third" } };
  functions.push(third);
  const found = examine(edited, session).filter(({ id }) => id === "response-edited");
  expect(found.flatMap(({ evidence }) => evidence.map(({ pointer }) => pointer))).toEqual(
    expect.arrayContaining(["/current_step", "/last_processed_response/functions/2/tool_call/call_id"]),
  );
});

it.each([
  ["two ids that are given again", "two-ids-reused", "rename-older-calls"],
  ["the id of a handoff", "id-of-a-handoff-reused", "rename-older-call_a"],
  ["an id that a custom tool takes over", "id-reused-by-a-custom-tool", "rename-older-call_a"],
])("misses no call under the id of another one: %s", (_, name, repair) => {
  const { checkpoint, live } = incidents.get(name) as Incident;
  for (const sdk of ["0.21.0", "0.24.0"]) {
    expect(live[sdk]).toContain("reused a tool call ID");
    const causes = examine(checkpoint, null, { sdk });
    expect(causes[0]).toMatchObject({ id: "reused-call-id", confidence: "certain" });
    const mended = repairCheckpoint(checkpoint, findRepair(causes, repair));
    expect(examine(mended, null, { sdk }).map(({ id }) => id)).not.toContain("reused-call-id");
  }
});

it("puts all numbers right together", () => {
  const texts = { max_turns: "10", current_turn: "1", current_turn_persisted_item_count: "0" };
  const [first] = examine({ ...approved, ...texts }, null);
  expect(first?.id).toBe("field-unusable");
  expect(first?.repairs.map(({ id, edits }) => [id, edits.length])).toEqual([["numbers", 3]]);
});

it("tells an approval of another run by the id that it left in the ledger", () => {
  const { checkpoint, session } = incidents.get("decided-for-another-run") as Incident;
  const [cause] = examine(checkpoint, session);
  expect(cause).toMatchObject({ id: "nothing-decided", confidence: "likely" });
  expect(cause?.evidence.map(({ pointer }) => pointer)).toContain("/context/tool_invocations/call_zz");
});

it("shows decisions where no release looks for one", () => {
  const pause = structuredClone(approved);
  const context = pause.context as JsonObject;
  const step = (pause.current_step as JsonObject).data as JsonObject;
  const [call] = step.interruptions as JsonObject[];
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

it("appends an output to a session that was cleared only together with its call", () => {
  const { checkpoint, session } = incidents.get("ordinary-cleared") as Incident;
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

/** The run of the innermost of three agents. */
const innermost =
  "/last_processed_response/functions/0/agent_run_state/last_processed_response/functions/0/agent_run_state";

it("asks for decisions in nested runs at any depth", () => {
  const { checkpoint, session } = incidents.get("nested-session") as Incident;
  const open = examine(checkpoint, session).find(({ id }) => id === "nothing-decided");
  expect(open?.evidence[0]?.pointer).toBe(`${innermost}${waiting}/call_id`);
});

it("names the runs that are dropped at any depth", () => {
  const { checkpoint } = incidents.get("nested2-inner-renamed") as Incident;
  const agents = { agents: [{ name: "outer" }, { name: "mid" }, { name: "leaf" }] };
  const dropped = examine(checkpoint, null, { agents }).find(({ id }) => id === "nested-run-dropped");
  expect(dropped?.evidence.map(({ pointer }) => pointer)).toEqual([`${innermost}/current_agent/name`]);
});

it("up to 0.22.3 another server's tool of the name runs the call: nothing is said", () => {
  const { checkpoint } = incidents.get("mcp-renamed-0223") as Incident;
  const agents = { agents: [{ name: "desk", tools: [], mcp_servers: ["yard-b"] }] };
  const known = (sdk: string) => examine(checkpoint, null, { sdk, agents }).map(({ id }) => id);
  expect(known("0.22.3")).not.toContain("tool-missing");
  expect(known("0.24.0")).toContain("tool-missing");
});

describe("an incident, as a live run shows it", () => {
  it.each(expected)("$what", ({ incident, first, confidence, places, not, asked }) => {
    const { checkpoint, session } = incidents.get(incident) as Incident;
    const causes = examine(checkpoint, session, asked);
    expect(causes[0]).toMatchObject({ id: first, confidence });
    const shown = causes[0]?.evidence.map((one) => `${one.in}:${one.pointer}`);
    for (const place of places) expect(shown).toContain(place);
    expect(causes.map(({ id }) => id)).not.toContain(not);
  });
});
