import { apiErrors } from "./api-errors.ts";
import { logLines } from "./log-lines.ts";
import type { SdkError } from "./sdk-error.ts";
import { storeErrors } from "./store-errors.ts";
import type { CauseId } from "./symptoms.ts";

const anyShape: readonly CauseId[] = ["javascript-checkpoint", "not-a-checkpoint", "refused-by-reader", "older-reader"];

/** Texts of `agents.run_state`, `agents.run_context`, `agents.run_internal`, of session stores and of the API, by their first words. */
export const sdkErrors: readonly SdkError[] = [
  {
    begins: ["Cannot reconcile the pending Session write", "history changed or is ambiguous"],
    tells: "0.22.1 or later: one sentence for every way in which the end of the session does not fit the pending write",
    causes: [
      "write-stored-then-moved",
      "history-moved",
      "write-stored-in-other-form",
      "write-partly-stored",
      "write-ambiguous",
      "acknowledged-then-changed",
      "history-replaced",
    ],
  },
  {
    begins: ["Run state pending Session write is invalid"],
    tells: "0.22.1 or later, at load: the record does not fit its label; the check runs late, so the rest was fine",
    causes: [
      "label-lowered",
      "held-write-before-1-19",
      "held-write-without-response",
      "write-without-step",
      "no-step-left",
      "write-keys",
      "write-shape",
    ],
  },
  {
    begins: ["Resume the pending Session write with the original Session", "original session and session id"],
    tells: "0.22.1 or later: the record names a session, and the resume has none or another one",
    causes: ["wrong-session"],
  },
  {
    begins: ["Session ID not yet available"],
    tells:
      "0.22.1 or later: a Conversations session made without its conversation_id has no id that a write could name; a tool may have run",
    causes: ["wrong-session"],
  },
  {
    begins: ["The pending Session write is already in progress", "Resolve the pending Session write before saving"],
    tells: "two resumes share one live state",
    causes: ["write-in-progress"],
  },
  {
    begins: [
      "This RunState ended at an unrecoverable boundary",
      "This RunState already produced a final output",
      "Run state terminal marker is invalid",
    ],
    tells: "0.22.1 or later: the run is over for good",
    causes: ["terminal-run", "write-without-step", "write-shape"],
  },
  {
    begins: ["Guardrail * triggered tripwire", "Tool input guardrail * triggered", "Tool output guardrail * triggered"],
    tells: "a guardrail of the program stopped the run; what of it the session has is for the session to tell",
    causes: ["terminal-run", "items-missing", "call-unanswered"],
  },
  {
    begins: ["Session persistence cannot be combined with", "Server-managed conversations do not support"],
    tells: "a Session, or a handoff filter, and a conversation that the server keeps exclude each other",
    causes: ["server-conversation"],
  },
  ...apiErrors,
  ...storeErrors,
  {
    begins: ["Run state schema version", "unsupported run state schema", "schema version"],
    tells: "the label decides before anything else is read; most often a release that was rolled back",
    causes: ["newer-than-reader", "label-shortened", "older-reader", "javascript-checkpoint", "refused-by-reader"],
  },
  {
    begins: ["Run state is missing schema version", "Run state schema version has an invalid type"],
    tells: "the label decides before anything else is read: here it is not there, or no text",
    causes: ["not-a-checkpoint", "label-shortened", "refused-by-reader"],
  },
  {
    begins: [
      "Cannot resume a serialized approval checkpoint with output guardrails",
      "the current response boundary cannot be proven",
      "Cannot persist an ambiguous resumed response",
    ],
    tells: "0.21.1 or later with output guardrails",
    causes: ["boundary-not-proven"],
  },
  {
    begins: [
      "Cannot resume an approval checkpoint with output guardrails after",
      "after current-turn items were persisted",
    ],
    tells: "0.22.0 or later: guardrails or tool_use_behavior changed between pause and resume",
    causes: ["guarded-items-stored"],
  },
  {
    begins: ["Output guardrails cannot be combined with"],
    tells: "0.22.0 or later: guardrails and a conversation that the server keeps exclude each other",
    causes: ["guardrails-beside-server-conversation"],
  },
  {
    begins: ["Cannot resume a local MCP tool call", "missing or different recipient"],
    tells:
      "0.23.1 or later: a pending call of a local MCP server needs the recipient that 1.18 stores, and the same one in the program",
    causes: ["mcp-recipient-missing", "tool-missing"],
  },
  {
    begins: [
      "Run state agent not found in agent map",
      "Run state references an agent identity",
      "Agent * not found in agent map",
      "Function approval owner is absent from",
    ],
    tells: "an agent name in the file that the program does not have",
    causes: ["agent-missing", "nested-run-dropped"],
  },
  {
    begins: ["RunState cannot distinguish same-name agents", "Cannot safely restore legacy duplicate-agent"],
    tells: "agents of one name whose order the reader cannot prove",
    causes: ["same-name-hooks"],
  },
  {
    begins: ["A tool call already executed", "A Hosted MCP approval callback already ran"],
    tells: "0.20.0 or later: the ledger says that the tool ran, and no output is there",
    causes: ["output-not-committed", "nested-run-dropped", "nested-run-missing", "agent-missing"],
  },
  {
    begins: ["Error running tool", "An error occurred while running the tool"],
    tells: "the approved tool raised: a state that is saved after it has the call as run and holds no output",
    causes: ["output-not-committed"],
  },
  {
    begins: [
      "Tool * not found in agent",
      "Tool * is currently disabled for agent",
      "MCP server label * not found",
      "Cannot reconcile queued tool * with a new tool",
    ],
    tells: "0.19.3 or later: a tool or handoff that the interrupted response needs and the agent does not have",
    causes: ["tool-missing"],
  },
  {
    begins: [
      "Model produced * without a * tool",
      "Model produced local shell call without",
      "Model produced apply_patch call without",
      "Shell tool has no local executor configured",
    ],
    tells: "a tool of the provider, such as a shell or a computer, that the response needs and the agent does not have",
    causes: ["tool-missing"],
  },
  {
    begins: [
      "Shell call is missing an action payload",
      "Shell call action",
      "Apply patch call is missing an operation",
      "Apply patch call includes",
      "Apply patch operation",
      "Unknown apply_patch operation",
      "Invalid apply_patch",
    ],
    tells:
      "every release: a waiting shell or patch call holds nothing that can be run; the file was edited, or the model wrote it so",
    causes: ["response-edited"],
  },
  {
    begins: ["No model response found in previous state", "No processed response found in previous state"],
    tells: "every release: the response that the run was interrupted in is missing",
    causes: ["response-edited"],
  },
  {
    begins: ["An accepted model response could not be processed"],
    tells: "0.20.0 or later: the run stopped right after a response of a conversation that the server keeps",
    causes: ["response-unprocessed"],
  },
  {
    begins: [
      "Persisted tool identity",
      "Persisted custom tool call is invalid",
      "Custom tool call has an invalid invocation identity",
      "Model reused a tool call ID",
      "Model reused a completed tool call ID",
      "Model reused an approval-gated tool call ID",
      "Run history reused a tool call ID",
      "Run state reused a custom tool call ID",
    ],
    tells:
      "0.19.3 or later: a call reads differently at two places; in a new turn the provider may have used its id again",
    causes: ["response-edited", "reused-call-id", "decision-unbound"],
  },
  {
    begins: ["Cannot apply approval because"],
    tells: "0.20.0 or later: two waiting calls of different runs answer to the decision",
    causes: ["waiting-id-shared", "nested-run-by-bare-name"],
  },
  {
    begins: [
      "Approval-gated tool calls require",
      "Per-call approval decisions require",
      "Approval decisions require",
      "Approval decision call ID does not match",
      "Tool invocations require a non-empty",
      "Hosted MCP approval decisions require",
      "Hosted MCP approval requests require",
      "Persistent hosted MCP approval decisions require",
      "Custom tool call is missing",
      "Computer action is missing call_id",
      "Shell call is missing call_id",
      "Apply patch call is missing call_id",
    ],
    tells: "a waiting call without an id, or without the names by which a decision is kept",
    causes: ["response-edited"],
  },
  {
    begins: [
      'can only concatenate str (not "int") to str',
      "unsupported operand type(s) for +=: 'NoneType' and 'int'",
      "'>' not supported between instances of 'int' and",
      "object has no attribute 'copy'",
      "Unexpected raw item type",
    ],
    tells:
      "every release: the resume uses a value that was not checked while loading, unless a tool of the program raised it",
    causes: ["field-unusable"],
  },
  {
    begins: ["Max turns * exceeded", "MaxTurnsExceeded", "Cannot add input to a RunState with no remaining"],
    tells: "every release: a resumed run keeps the max_turns of the file",
    causes: ["turns-used-up"],
  },
  {
    begins: ["Cannot add input to a terminal RunState"],
    tells: "the run has ended: input belongs to a new run",
    causes: ["terminal-run"],
  },
  {
    begins: [
      "Cannot add input to an interrupted RunState",
      "Cannot add input while an accepted model response",
      "Cannot add input to a RunState without",
    ],
    tells: "0.20.0 or later: input can be queued only where the model is asked next",
    causes: ["nothing-decided", "response-unprocessed"],
  },
  {
    begins: [
      "RunState context was omitted",
      "run state context was omitted",
      "RunState context requires",
      "RunState context of type",
      "RunState context was serialized from",
      "Serialized run state context must be",
      "Context deserializer failed",
      "Context serializer",
      "RunState context model_dump",
      "RunState dataclass context",
      "RunState serialization requires context",
      "RunState restoration does not support",
      "Cannot serialize RunState: No context",
    ],
    tells: "the context of the application: it was not written, or has to be supplied again",
    causes: ["context-omitted"],
  },
  {
    begins: ["RunState sandbox resume state", "contains an invalid manifest"],
    tells: "the sandbox manifest; when only the first load of a process fails, a provider package is not imported yet",
    causes: ["mount-provider-missing", "refused-by-reader"],
  },
  {
    begins: ["Error details are redacted", "run state deserialization failed"],
    tells: "0.20.0 or later: the words of the real error are hidden; `runstate validate` finds it again",
    causes: [...anyShape, "not-plain-json", "label-lowered", "mount-provider-missing"],
  },
  {
    begins: [
      "KeyError: 'current_agent'",
      "KeyError",
      "object is not subscriptable",
      "object is not iterable",
      "is not iterable",
      "object has no attribute",
      "indices must be integers",
      "validation error for",
      "validation errors for",
    ],
    tells: "raw Python errors reach the caller only from readers of 1.13 or older (0.19.4 and before)",
    causes: anyShape,
  },
  {
    begins: ["RunState completed tool invocation does not match"],
    tells:
      "0.20.0 or later: the ledger speaks of a call and an output that the history does not have, or that were dropped with an agent, or whose item does not name its tool",
    causes: ["refused-by-reader", "native-call-without-name", "agent-missing"],
  },
  {
    begins: [
      "RunState tool invocation",
      "RunState tool_invocations",
      "Run state contains",
      "Run state nested history",
      "Run state nested_history_owned_session_item_refs",
      "Run state pending_input must be",
      "Run state tool output guardrail result boundary",
      "Invalid tool output guardrail result boundary",
      "Agent-owned function approvals require",
      "Invalid agent-owned function approval",
      "RunState function_tool_approvals must be",
    ],
    tells:
      "a rule of the loading reader; the document was cut, merged or edited, or its label does not fit what it holds",
    causes: ["refused-by-reader"],
  },
  {
    begins: ["Model produced program_output item whose parent program is already completed"],
    tells:
      "0.19.3 or later, at the resume of a pause: the paused response holds the output of a program; or a new answer of the model ends one twice",
    causes: ["program-finished"],
  },
  {
    begins: [
      "Model produced * item with a program caller",
      "Model produced program item without",
      "Model produced program_output item",
      "Model invoked tool * with",
    ],
    tells:
      "0.19.0 or later: a call that a program of the model made does not fit it, or its tool takes no such caller; at load, or of a new answer",
    causes: ["refused-by-reader", "tool-missing"],
  },
  {
    begins: [
      "Failed to parse run state",
      "Run state JSON must be an object",
      "the JSON object must be str",
      "Expecting value",
      "Expecting property name",
      "Expecting ',' delimiter",
      "Unterminated string starting at",
      "Invalid control character at",
      "Unexpected UTF-8 BOM",
      "JSONDecodeError",
      "Extra data",
    ],
    tells:
      "the text is no JSON document, or it is one inside a string: from_string takes the text, from_json the object",
    causes: ["not-a-checkpoint"],
  },
  ...logLines,
];

/** The errors that a cause hides behind. */
export function errorsOfCause(cause: CauseId): SdkError[] {
  return sdkErrors.filter(({ causes }) => causes.includes(cause));
}
