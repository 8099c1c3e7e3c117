import { describe, expect, it } from "vitest";
import type { Confidence } from "../../src/doctor/cause.ts";
import type { CauseId } from "../../src/doctor/symptoms.ts";
import { findIncident } from "./incidents.ts";
import { type Asked, examine } from "./reports.ts";

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
    first: "decision-under-another-name",
    confidence: "certain",
    places: ["checkpoint:/context/approvals/call_a/approved"],
  },
  {
    what: "reasoning that the session lost: its item alone is refused",
    incident: "reasoning-removed",
    first: "reasoning-unpaired",
    confidence: "likely",
    places: ["checkpoint:/generated_items/0/raw_item", "session:/1"],
  },
];

describe("an incident, as a live run shows it", () => {
  it.each(expected)("$what", ({ incident, first, confidence, places, not, asked }) => {
    const { checkpoint, session } = findIncident(incident);
    const causes = examine(checkpoint, session, asked);
    expect(causes[0]).toMatchObject({ id: first, confidence });
    const shown = causes[0]?.evidence.map((one) => `${one.in}:${one.pointer}`);
    for (const place of places) expect(shown).toContain(place);
    expect(causes.map(({ id }) => id)).not.toContain(not);
  });
});
