import type { CauseId } from "./symptoms.ts";

/** An error text and the causes it can have. */
export interface SdkError {
  /** First words, in any case: how a caller sees it. The first of them as the SDK spells it. */
  readonly begins: readonly string[];
  /** What it tells about the reader, when it tells something. */
  readonly tells: string;
  readonly causes: readonly CauseId[];
}

const anyShape: readonly CauseId[] = ["javascript-checkpoint", "not-a-checkpoint", "refused-by-reader", "older-reader"];

/** Texts of `agents.run_state`, `agents.run_internal.session_persistence` and of the API, by their first words. */
const sdkErrors: readonly SdkError[] = [
  {
    begins: ["Cannot reconcile the pending Session write", "cannot reconcile"],
    tells: "0.22.1 or later: one sentence for every way in which the end of the session does not fit the pending write",
    causes: [
      ...(["write-stored-then-moved", "history-moved", "write-stored-in-other-form", "write-partly-stored"] as const),
      ...(["write-ambiguous", "acknowledged-then-changed", "history-replaced"] as const),
    ],
  },
  {
    begins: ["Run state pending Session write is invalid", "pending session write is invalid"],
    tells: "0.22.1 or later, at load: the record does not fit its label; the check runs late, so the rest was fine",
    causes: [
      "held-write-before-1-19",
      "held-write-without-response",
      "write-without-step",
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
    begins: ["The pending Session write is already in progress", "pending session write is already in progress"],
    tells: "two resumes share one live state",
    causes: ["write-in-progress"],
  },
  {
    begins: [
      "This RunState ended at an unrecoverable boundary",
      "runstate ended at an unrecoverable",
      "run state terminal marker",
    ],
    tells: "0.22.1 or later: the run is over for good",
    causes: ["terminal-run", "write-shape"],
  },
  {
    begins: ["Session persistence cannot be combined"],
    tells: "a Session and a conversation that the server keeps exclude each other",
    causes: ["server-conversation"],
  },
  {
    begins: [
      "Run state schema version",
      "unsupported run state schema",
      "schema version",
      "run state is missing schema version",
    ],
    tells: "the label decides before anything else is read; most often a release that was rolled back",
    causes: ["newer-than-reader", "older-reader", "javascript-checkpoint", "not-a-checkpoint"],
  },
  {
    begins: ["No tool call found for", "no function call found for"],
    tells: "the API, not the SDK: an output reached it without its call, so the session is damaged",
    causes: ["orphaned-output", "pause-lost-its-call"],
  },
  {
    begins: ["No tool output found for"],
    tells: "the API, not the SDK: a call reached it without its output",
    causes: ["output-missing", "call-unanswered", "items-missing"],
  },
  {
    begins: [
      "Cannot resume a serialized approval checkpoint with output guardrails",
      "current response boundary",
      "boundary cannot be proven",
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
    begins: ["Cannot resume a local MCP tool call", "missing or different recipient"],
    tells: "0.23.1 or later: a pending call of a local MCP server needs the recipient that 1.18 stores",
    causes: ["mcp-recipient-missing", "tool-missing"],
  },
  {
    begins: ["Run state agent not found", "run state references an agent identity", "agent not found", "agent "],
    tells: "an agent name in the file that the program does not have",
    causes: ["agent-missing", "nested-run-dropped"],
  },
  {
    begins: [
      "RunState cannot distinguish same-name agents",
      "cannot safely restore legacy duplicate-agent",
      "same-name agents",
    ],
    tells: "agents of one name whose order the reader cannot prove",
    causes: ["same-name-hooks"],
  },
  {
    begins: ["A tool call already executed", "tool call already executed"],
    tells: "0.20.0 or later: the ledger says that the tool ran, and no output is there",
    causes: ["output-not-committed", "nested-run-dropped", "nested-run-missing", "agent-missing"],
  },
  {
    begins: ["Output guardrails cannot be combined"],
    tells: "0.22.0 or later: guardrails and a conversation that the server keeps exclude each other",
    causes: ["guardrails-beside-server-conversation"],
  },
  {
    begins: ["Tool ", "not found in agent"],
    tells: "0.19.3 or later: a tool or handoff that the interrupted response needs and the agent does not have",
    causes: ["tool-missing"],
  },
  {
    begins: ["No model response found in previous state", "No processed response found in previous state"],
    tells: "every release: the response that the run was interrupted in is missing",
    causes: ["response-edited"],
  },
  {
    begins: ["Persisted tool identity", "Model reused a tool call ID"],
    tells:
      "0.19.3 or later: a call reads differently at two places; in a new turn the provider may have used its id again",
    causes: ["response-edited", "reused-call-id"],
  },
  {
    begins: ["Max turns", "MaxTurnsExceeded", "agents.exceptions.MaxTurnsExceeded"],
    tells: "every release: a resumed run keeps the max_turns of the file",
    causes: ["turns-used-up"],
  },
  {
    begins: ["Failed to deserialize nested agent run state"],
    tells: "a log line: the nested run and its approvals were dropped, and the outer run goes on",
    causes: ["nested-run-dropped", "refused-by-reader"],
  },
  {
    begins: [
      "RunState context was omitted",
      "run state context was omitted",
      "runstate context requires",
      "runstate context",
    ],
    tells: "the context of the application has to be supplied again",
    causes: ["context-omitted"],
  },
  {
    begins: ["RunState sandbox resume state", "invalid manifest", "contains an invalid manifest"],
    tells: "the sandbox manifest; when only the first load of a process fails, a provider package is not imported yet",
    causes: ["mount-provider-missing", "refused-by-reader"],
  },
  {
    begins: ["Error details are redacted", "run state deserialization failed", "runtimeerror"],
    tells: "0.20.0 or later: the words of the real error are hidden; `runstate validate` finds it again",
    causes: [...anyShape, "mount-provider-missing"],
  },
  {
    begins: ["KeyError", "'current_agent'", "typeerror", "attributeerror", "validationerror", "'context'"],
    tells: "raw Python errors reach the caller only from readers of 1.13 or older (0.19.4 and before)",
    causes: anyShape,
  },
  {
    begins: [
      "RunState completed tool invocation",
      "runstate tool invocation",
      "runstate tool_invocations",
      "run state contains",
      "invalid tool output",
    ],
    tells:
      "a rule of the loading reader; the document was cut, merged or edited, or its label does not fit what it holds",
    causes: ["refused-by-reader"],
  },
  {
    begins: ["Failed to parse run state", "invalid json", "expecting value", "extra data"],
    tells: "the text is no JSON document",
    causes: ["not-a-checkpoint"],
  },
];

/** The errors that a cause hides behind. */
export function errorsOfCause(cause: CauseId): SdkError[] {
  return sdkErrors.filter(({ causes }) => causes.includes(cause));
}

/** Class names that a traceback puts in front. */
const prefix = /^(?:[\w.]*(?:Error|Exception)\b\s*(?:code\s*:?\s*\d+\s*-?)?[:(]\s*)+/;

/** The errors that a text can be: those with which it has the most first words in common; failing that, those whose first words stand
 * anywhere in it. A text may be cut short, and it may come with a class name in front. */
export function errorsOf(text: string): SdkError[] {
  const whole = text.trim().toLowerCase();
  const bare = text.trim().replace(prefix, "").toLowerCase();
  for (const start of [bare, whole]) {
    const words = wordsOf(start);
    const found = best((begins) => commonStart(words, wordsOf(begins)));
    if (found.length > 0) return found;
  }
  return best((begins) => (begins.length > 12 && whole.includes(begins) ? begins.length : 0));
}

function wordsOf(text: string): string[] {
  return text.split(/[\s"`.,:;…()]+/).filter((word) => word !== "");
}

/** Number of first words in common; 0 when they are too few to mean this error. */
function commonStart(words: readonly string[], begins: readonly string[]): number {
  let count = 0;
  while (count < begins.length && count < words.length && words[count] === begins[count]) count++;
  return count === begins.length || count >= 3 ? count : 0;
}

function best(scoreOf: (begins: string) => number): SdkError[] {
  let most = 1;
  let found: SdkError[] = [];
  for (const error of sdkErrors) {
    const score = Math.max(...error.begins.map((begins) => scoreOf(begins.toLowerCase())));
    if (score < most) continue;
    found = score === most ? [...found, error] : [error];
    most = score;
  }
  return found;
}
