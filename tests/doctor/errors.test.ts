import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { causesOfError } from "../../src/doctor/diagnose.ts";
import { errorsOf } from "../../src/doctor/error-text.ts";
import { type CauseId, causeIds } from "../../src/doctor/symptoms.ts";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState } from "../parsed.ts";
import { type Asked, examine, reportCase } from "./reports.ts";

const texts: readonly (readonly [string, CauseId])[] = [
  ["Cannot reconcile the pending Session write: …", "history-moved"],
  ["agents.exceptions.UserError: Run state pending Session write is invalid", "held-write-before-1-19"],
  ["Resume the pending Session write with …", "wrong-session"],
  ["ModelBehaviorError: Tool send_mail not found in agent mailer", "tool-missing"],
  ["Output guardrails cannot be combined with conversation_id", "guardrails-beside-server-conversation"],
  ["UserError: No processed response found in previous state", "response-edited"],
  ["Persisted tool identity ('bare', 'v') does not match raw tool call w", "response-edited"],
  ["The pending Session write is already in progress …", "write-in-progress"],
  ["This RunState ended at an unrecoverable …", "terminal-run"],
  ["Session persistence cannot be combined …", "server-conversation"],
  ["Run state schema version is not supported. …", "newer-than-reader"],
  ["UserError: Run state schema version has an invalid type", "label-shortened"],
  ["openai.BadRequestError: Error code: 400 - {'error': {'message': 'No tool call found for …'}}", "orphaned-output"],
  ["No tool output found for function call call_1.", "output-missing"],
  ["Cannot resume a serialized approval checkpoint …", "boundary-not-proven"],
  ["Cannot resume an approval checkpoint with output guardrails after …", "guarded-items-stored"],
  ["Cannot resume a local MCP tool call …", "mcp-recipient-missing"],
  ["Run state agent not found …", "agent-missing"],
  ["ModelBehaviorError: A tool call already executed …", "nested-run-dropped"],
  ["RunState context was omitted …", "context-omitted"],
  ["RunState sandbox resume state contains an invalid manifest", "mount-provider-missing"],
  ["RuntimeError: Error details are redacted.", "refused-by-reader"],
  ["KeyError: 'current_agent'", "javascript-checkpoint"],
  ["pydantic_core._pydantic_core.ValidationError: 2 validation errors for …", "refused-by-reader"],
  ["UserError: Agent Billing clerk not found in agent map", "agent-missing"],
  ["ModelBehaviorError: Tool crm.refund is currently disabled for agent Front desk", "tool-missing"],
  ["ModelBehaviorError: MCP server label docs not found", "tool-missing"],
  ["Cannot reconcile queued tool ask with a new tool or handoff while …", "tool-missing"],
  ["Model produced shell call without a shell tool.", "tool-missing"],
  ["ModelBehaviorError: Shell call action must include at least one command.", "response-edited"],
  ["Apply patch operation is missing a valid path.", "response-edited"],
  ["A Hosted MCP approval callback already ran, but its response was not committed.", "output-not-committed"],
  ["Error running tool refund: connection reset", "output-not-committed"],
  ["An accepted model response could not be processed; start a new run instead", "response-unprocessed"],
  ["Cannot apply approval because multiple nested agent-tool runs contain …", "waiting-id-shared"],
  ["Run history reused a tool call ID for different completed invocations.", "reused-call-id"],
  ["Per-call approval decisions require a non-empty call ID.", "response-edited"],
  ["This RunState already produced a final output whose Session write did not complete", "terminal-run"],
  ["Cannot persist an ambiguous resumed response with output guardrails.", "boundary-not-proven"],
  ["Function approval owner is absent from the restored graph.", "agent-missing"],
  ["RunState completed tool invocation does not match a restored tool call and output.", "agent-missing"],
  ["Run state nested history ownership session digest does not match", "refused-by-reader"],
  ["RuntimeError: Agent-owned function approvals require RunState schema 1.18.", "refused-by-reader"],
  ["Serialized run state context must be a mapping. Please provide one.", "context-omitted"],
  ["Session ID not yet available. The session is lazily initialized on first API call.", "wrong-session"],
  ["TypeError: MySession.get_items() got an unexpected keyword argument 'limit'", "session-without-limit"],
  ["sqlalchemy.exc.OperationalError: (sqlite3.OperationalError) database is locked", "store-raised"],
  [
    "Model produced function_call item with a program caller that does not match a parent program item.",
    "refused-by-reader",
  ],
  ["Model invoked tool 'refund' with caller 'program', but the tool allows only direct.", "refused-by-reader"],
  ["UserError: Run state JSON must be an object", "not-a-checkpoint"],
  ["TypeError: the JSON object must be str, bytes or bytearray, not dict", "not-a-checkpoint"],
  ["json.decoder.JSONDecodeError: Unterminated string starting at: line 1 column 9 (char 8)", "not-a-checkpoint"],
  ["Item 'rs_1' of type 'reasoning' was provided without its required following item.", "reasoning-unpaired"],
  [
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
    "reasoning-unpaired",
  ],
  ["An assistant message with 'tool_calls' must be followed by tool messages …", "output-missing"],
  ["Guardrail InputGuardrail triggered tripwire", "terminal-run"],
  ["agents.exceptions.MaxTurnsExceeded: Max turns (2) exceeded", "turns-used-up"],
  ["RunState context of type Account is not serializable; storing empty context.", "context-omitted"],
  ["Failed to serialize nested agent run state for tool call call_1.", "nested-run-missing"],
  ["Failed to save completed tools after a tool error", "output-missing"],
  ["Unable to fully rewind session; 2 items still unmatched after retry", "duplicate-items"],
  ["Agent Billing clerk not found, skipping item", "agent-missing"],
  ["Skipping handoff_output_item: could not resolve agents (source=desk, target=crew).", "agent-missing"],
  ["Ignoring mismatched generated/session occurrence in serialized RunState", "data-dropped"],
];

const frame =
  'Traceback (most recent call last):\n  File "/srv/app/worker.py", line 88, in resume\n    result = await Runner.run(agent, state)\n';

/** One error, pasted as people do. */
const pasted: Readonly<Record<string, (text: string) => string>> = {
  "with its traceback": (text) => `${frame}agents.exceptions.UserError: ${text}\n`,
  "out of a log": (text) => `2026-11-02 03:04:05,123 ERROR worker[12]: resume of run 7 failed: ${text} (attempt 3)`,
  "as its repr": (text) => `UserError('${text}')`,
  "in curly quotes": (text) => `“${text}”`,
  "in capitals": (text) => text.toUpperCase(),
  wrapped: (text) => text.split(" ").join("\n    "),
  "in a frame": (text) => `╭─ Error ─╮\n│ ${text.split(" ").join(" │\n│ ")} │\n╰─────────╯`,
  "in colour": (text) => `\u001b[31m${text}\u001b[0m`,
  "cut short": (text) => text.split(" ").slice(0, 6).join(" "),
  "without its first word": (text) => text.split(" ").slice(1).join(" "),
};

describe("an error text, however it was pasted", () => {
  const sentences: readonly (readonly [string, CauseId])[] = [
    ["Cannot reconcile the pending Session write: history changed or is ambiguous.", "history-moved"],
    ["Run state pending Session write is invalid", "held-write-before-1-19"],
    ["Resume the pending Session write with the original Session and session ID", "wrong-session"],
    ["Cannot resume a local MCP tool call with a missing or different recipient binding.", "mcp-recipient-missing"],
    ["Cannot resume an approval checkpoint with output guardrails after current-turn items", "guarded-items-stored"],
  ];
  it.each(Object.entries(pasted))("%s", (_, paste) => {
    for (const [text, cause] of sentences)
      expect(
        errorsOf(paste(text)).flatMap(({ causes }) => causes),
        text,
      ).toContain(cause);
  });

  it("of the program alone has no cause here", () => {
    for (const text of ["got an unexpected keyword argument 'context'", "SQLiteSession is closed", "boom", "…", ""])
      expect(errorsOf(text), text).toEqual([]);
  });

  it("of any length is read at once", () => {
    expect(errorsOf(`${"Cannot resume a local ".repeat(200_000)}MCP tool call`)[0]?.causes).toContain("tool-missing");
  });
});

describe("an error text, without a file", () => {
  it.each(texts)("%s", (text, cause) => {
    const causes = errorsOf(text).flatMap(causesOfError);
    expect(causes.map(({ id }) => id)).toContain(cause);
    for (const { summary } of causes) expect(summary).toContain("Look for");
  });

  it("an unknown text has no cause", () => {
    expect(errorsOf("the printer is on fire")).toEqual([]);
  });

  it("any text is read", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { causes } of errorsOf(text)) for (const id of causes) expect(causeIds).toContain(id);
      }),
    );
  });
});

describe("an error text beside a file", () => {
  it("puts its cause first", () => {
    const { checkpoint } = reportCase("sticky-without-owner");
    const causes = examine(checkpoint, null, { error: "No tool call found for function call output" });
    expect(causes[0]).toMatchObject({ id: "pause-lost-its-call", confidence: "likely" });
  });

  it("adds what the file does not show", () => {
    const { checkpoint } = reportCase("secrets-in-context");
    const causes = examine(checkpoint, null, { error: "The pending Session write is already in progress" });
    expect(causes[0]).toMatchObject({ id: "write-in-progress", evidence: [] });
  });

  it("with agents a possible cause becomes certain, or is gone", () => {
    const { checkpoint } = reportCase("paused-late-before-upgrade");
    const agent = { name: "Returns desk", output_guardrails: true };
    expect(examine(checkpoint, null, { agents: { agents: [agent] } })[0]).toMatchObject({
      id: "boundary-not-proven",
      confidence: "certain",
    });
    const renamed = reportCase("renamed-active-agent").checkpoint;
    const missing = examine(renamed, null, { agents: { agents: [{ name: "Front desk" }] } });
    expect(missing[0]).toMatchObject({ id: "agent-missing", confidence: "certain" });
    const whole = examine(renamed, null, { agents: { agents: [{ name: "Front desk" }, { name: "Billing clerk" }] } });
    expect(whole.map(({ id }) => id)).not.toContain("agent-missing");
  });

  it("older readers get a way down with its losses", () => {
    const { checkpoint } = reportCase("rollback-newer-label");
    const causes = examine(checkpoint, null, { sdk: "0.22.3" });
    expect(causes[0]).toMatchObject({ id: "newer-than-reader", confidence: "certain" });
    expect(causes[0]?.repairs.map(({ id }) => id)).toEqual(["migrate-down"]);
  });

  it("a mount whose provider may not be imported", () => {
    const { checkpoint } = reportCase("secrets-in-context");
    const strategy = { type: "modal_cloud_bucket" };
    const sandbox = {
      session_state: { manifest: { entries: { data: { type: "s3_mount", mount_strategy: strategy } } } },
    };
    const causes = examine({ ...checkpoint, sandbox }, null, { error: "contains an invalid manifest" });
    const [first] = causes;
    expect(first).toMatchObject({ id: "mount-provider-missing", confidence: "likely" });
    expect(first?.evidence[0]?.pointer).toBe("/sandbox/session_state/manifest/entries/data/mount_strategy/type");
  });
});

describe("an error at the resume of an interruption", () => {
  it("is a call that ran, when the file shows one", () => {
    const checkpoint = corpusState("resume/1.15-output-not-committed");
    const error = "ModelBehaviorError: A tool call already executed, but its output was not committed.";
    const [first] = examine(checkpoint, null, { error });
    expect(first).toMatchObject({ id: "output-not-committed", confidence: "certain" });
    expect(first?.advice.join(" ")).toContain("a second time");
    expect(first?.evidence.map(({ pointer }) => pointer)).toContain("/last_processed_response/functions/0/tool_call");
  });

  it("is the limit of turns, which a repair raises", () => {
    const checkpoint = corpusState("resume/1.21-turns-used-up");
    const [first] = examine(checkpoint, null, { error: "MaxTurnsExceeded: Max turns (10) exceeded" });
    expect(first).toMatchObject({ id: "turns-used-up", confidence: "certain" });
    expect(first?.repairs.map(({ id }) => id)).toEqual(["raise-max-turns"]);
    expect(errorsOf("Max turns (10) exceeded")[0]?.causes).toEqual(["turns-used-up"]);
  });
});

describe("a document of another kind", () => {
  const told = (value: JsonObject | JsonObject[]) => {
    const [cause] = examine(value as JsonObject, null);
    return { id: cause?.id, summary: cause?.summary, places: cause?.evidence.map(({ pointer }) => pointer) };
  };

  it.each([
    [
      "a checkpoint of LangGraph",
      { v: 1, channel_values: {}, channel_versions: {}, versions_seen: {} },
      "/channel_values",
    ],
    ["the items of a session", [{ role: "user", content: "hi" }], ""],
    ["the items of a session", { session_id: "chat-1", items: [] }, "/items"],
    ["a result of a run", { input: "hi", new_items: [], raw_responses: [] }, "/raw_responses"],
  ] as const)("is called %s", (what, value, place) => {
    const { id, summary, places } = told(value as unknown as JsonObject);
    expect(id).toBe("not-a-checkpoint");
    expect(summary).toContain(`found ${what}.`);
    expect(places).toContain(place);
  });

  it("with a label whose $ a store has dropped shows that label", () => {
    const { $schemaVersion, ...rest } = reportCase("rollback-newer-label").checkpoint;
    const { id, places } = told({ schemaVersion: $schemaVersion ?? null, ...rest });
    expect(id).toBe("refused-by-reader");
    expect(places).toContain("/schemaVersion");
  });
});

// With a Decimal for every integer, or an OrderedDict for every object, 0.19.4 loads it, and 0.20.0 to 0.24.0 raise `Error details are redacted`.
it.each([
  ["0.19.4", false],
  ["0.20.0", true],
  ["0.24.0", true],
])("tells of values that from_json() refuses in a file that loads (%s: %s)", (sdk, told) => {
  const pause = corpusState("resume/1.13-approval-pending");
  const ids = (asked: Asked) => examine(pause, null, { sdk, ...asked }).map(({ id }) => id);
  expect(ids({ error: "RuntimeError: Error details are redacted." })[0] === "not-plain-json").toBe(told);
  expect(ids({})).not.toContain("not-plain-json");
});
