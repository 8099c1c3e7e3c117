/** What a cause is called, and what to look for when only the error is known. */
export interface Symptom {
  readonly title: string;
  readonly lookFor: string;
}

/** Every cause the doctor knows, the order being that in which equals are listed. Names are stable for ever. */
export const symptoms = {
  "javascript-checkpoint": {
    title: "a checkpoint of the JavaScript SDK",
    lookFor:
      "the keys currentAgent and originalInput: version labels of the two SDKs have nothing to do with each other",
  },
  "label-shortened": {
    title: "a version that something took for a number",
    lookFor: "$schemaVersion 1.1 or 1.2 with the keys of 1.10 or 1.20, or without quotes",
  },
  "label-lowered": {
    title: "a label that was lowered by hand",
    lookFor: "context.function_tool_approvals under a label below 1.18",
  },
  "newer-than-reader": {
    title: "the label is newer than the SDK that reads it",
    lookFor: "$schemaVersion against the newest label this release reads: `runstate versions` lists them",
  },
  "held-write-before-1-19": {
    title: "a held write under a label that cannot hold one",
    lookFor: "pending_session_write.held under a label below 1.19",
  },
  "held-write-without-response": {
    title: "a held write that does not say where its response begins",
    lookFor: "pending_session_write.current_response: {turn, start}",
  },
  "write-without-step": {
    title: "a pending write on a run that has no step left",
    lookFor: "current_step null beside a pending_session_write: the last write of a finished run failed",
  },
  "write-keys": {
    title: "keys of the pending write that its label does not have",
    lookFor: "the keys of pending_session_write: four up to 1.17, compaction keys from 1.18, held ones from 1.19",
  },
  "write-shape": {
    title: "a pending write of the wrong shape",
    lookFor: "the value of each key of pending_session_write; `runstate validate` names the one",
  },
  "mount-provider-missing": {
    title: "a mount whose provider package this process has not imported",
    lookFor:
      "mount strategies modal_cloud_bucket, cloudflare_bucket_mount and runloop_cloud_bucket in the sandbox manifest",
  },
  "agent-missing": {
    title: "an agent that the program does not have, or no longer under that name",
    lookFor:
      "every agent name in the file against the agents reachable from the one you pass: `runstate inspect` lists them",
  },
  "same-name-hooks": {
    title: "agents of one name that the reader cannot tell apart",
    lookFor: "agents with one name and different hooks; give each its own name before the run",
  },
  "not-a-checkpoint": {
    title: "the document is no checkpoint",
    lookFor: "a wrapper around the checkpoint (`--at`), a cut file, a byte order mark",
  },
  "native-call-without-name": {
    title: "a finished shell, patch or computer call that does not name its tool",
    lookFor:
      "items of such calls without tool_name: a pause of 0.19.4 or older that 0.20.0 or newer resumed and saved again",
  },
  "refused-by-reader": {
    title: "the reader refuses the document",
    lookFor: "the first error of `runstate validate`; the SDK hides its own words behind one sentence",
  },
  "context-omitted": {
    title: "the application's context is not in the file",
    lookFor: "context.context_meta: omitted or requires_deserializer",
  },
  "server-conversation": {
    title: "a Session beside a conversation that the server keeps",
    lookFor: "conversation_id, previous_response_id or auto_previous_response_id in the file, or given at the resume",
  },
  "guardrails-beside-server-conversation": {
    title: "output guardrails beside a conversation that the server keeps",
    lookFor:
      "conversation_id, previous_response_id or auto_previous_response_id in the file, and output_guardrails of the agent or of run_config",
  },
  "terminal-run": {
    title: "the run ended where it cannot be taken up again",
    lookFor: "terminal_unrecoverable: true",
  },
  "wrong-session": {
    title: "another session, or none, than the pending write names",
    lookFor: "pending_session_write.session_id against the id of the session you pass",
  },
  "session-without-limit": {
    title: "a session class whose get_items takes no limit",
    lookFor:
      "get_items(self) of your own session class: from 0.22.1 on a pending write is compared with get_items(limit=N)",
  },
  "store-raised": {
    title: "the store of the session raised while it was read or written",
    lookFor:
      "pending_session_write in the state that was saved after the error: once the store works again, the next resume compares it with the session first, so nothing is stored twice",
  },
  "write-in-progress": {
    title: "a second resume of the same live state while the first one still writes",
    lookFor: "two tasks that resume one RunState object; the mark is not stored, so a reload has it no more",
  },
  "acknowledged-then-changed": {
    title: "the write was confirmed and the session has changed since",
    lookFor: "append_acknowledged: true, and whether the batch is in the session",
  },
  "write-stored-then-moved": {
    title: "the batch is in the session, with other items behind it",
    lookFor: "the items of pending_session_write in the session, and what follows them",
  },
  "write-stored-in-other-form": {
    title: "the batch is in the session, spelled differently",
    lookFor: "ids, status fields, 1 against 1.0, or Unicode forms that a store has changed",
  },
  "write-partly-stored": {
    title: "only a part of the batch is in the session",
    lookFor: "which items of pending_session_write the session has",
  },
  "write-ambiguous": {
    title: "the session fits both readings, written and not written",
    lookFor: "time stamps of the last copies in the store",
  },
  "history-moved": {
    title: "other items came behind those that the write expects at the end",
    lookFor: "items that another run or process appended after the pause",
  },
  "history-replaced": {
    title: "nothing that the write expects at the end is there",
    lookFor: "a session that was cleared, compacted or edited, or another store under the same id",
  },
  "write-already-stored": {
    title: "the batch is at the end of the session and would be appended again",
    lookFor: "before: null beside a session that ends with the batch",
  },
  "resumed-already": {
    title: "an older copy of the checkpoint: the session has what it still waits for",
    lookFor: "the output of a waiting call in the session; a newer checkpoint of the same run",
  },
  "pause-lost-its-call": {
    title: "the pause kept its call out of the session and left no record of it",
    lookFor:
      "a waiting call that the session does not hold, and no pending_session_write: paused below 1.19 with output guardrails",
  },
  "orphaned-output": {
    title: "the session has an output without its call",
    lookFor:
      "a function_call_output whose call_id has no call before it: resumed after a pause below 1.19 with output guardrails",
  },
  "history-lacks-call": {
    title: "the history in the checkpoint lacks a call whose output is sent",
    lookFor:
      "a call that waits, or an output, whose call_id no call before it in original_input and generated_items has",
  },
  "output-missing": {
    title: "the session lacks the output of a call that ran",
    lookFor: "calls of the session whose output only the checkpoint has",
  },
  "items-missing": {
    title: "the session lacks a call and its output",
    lookFor: "pairs that only the checkpoint has: a detached run, a handoff filter, a failed last write",
  },
  "no-step-left": {
    title: "a run that has no step left to go on with",
    lookFor: "current_step null without terminal_unrecoverable: the run has finished, or its step was lost",
  },
  "call-unanswered": {
    title: "the session has a call that nothing answers",
    lookFor: "calls without output in the session, and whether the checkpoint of their pause is still there",
  },
  "duplicate-items": {
    title: "the session has the same call or output twice",
    lookFor: "a call_id that occurs twice with one type: an older checkpoint was resumed again",
  },
  "reused-call-id": {
    title: "one call id for two calls",
    lookFor:
      "ids that the provider gives again: from 0.20.0 on the run cannot be resumed, and of a session the older pair is not sent any more",
  },
  "reasoning-unpaired": {
    title: "reasoning without its item, or an item without its reasoning",
    lookFor:
      "reasoning items of the session and what stands behind each: they were stored together, and are sent together",
  },
  "staged-input-stored": {
    title: "the staged input is in the session already",
    lookFor: "pending_input against the end of the session",
  },
  "session-went-on": {
    title: "the session has gone on while the run waited",
    lookFor:
      "items of the session behind the call that waits: input that was stored, or a run that was started over it",
  },
  "boundary-not-proven": {
    title: "the file does not say which items belong to the paused response",
    lookFor: "current_response_generated_item_ownership, which only 1.17 and later have",
  },
  "mcp-recipient-missing": {
    title: "a pending call of a local MCP server without its recipient",
    lookFor: "tool_origin.type mcp on a pending call, and last_processed_response.mcp_tool_bindings",
  },
  "nested-run-missing": {
    title: "the run that waits inside a tool call is not in the file",
    lookFor: "last_processed_response.functions: an entry without agent_run_state",
  },
  "nested-run-dropped": {
    title: "the nested run is dropped when its agent is not found",
    lookFor: "agent_run_state.current_agent.name against the agents of the program",
  },
  "output-unsent": {
    title: "an output that the server of the conversation never gets",
    lookFor:
      "conversation_id, previous_response_id or auto_previous_response_id in the file, and outputs of the paused response among generated_items",
  },
  "output-not-committed": {
    title: "a tool has run, and its output is not in the file",
    lookFor:
      "a call that waits with executed true and completed false in context.tool_invocations: the tool raised, or the process ended, before its output was kept",
  },
  "count-carried": {
    title: "the count of stored items goes on into the next turn",
    lookFor:
      "current_turn_persisted_item_count above 0 in a file that waits for no call, and a program with a release up to 0.21.1 and a session",
  },
  "turns-used-up": {
    title: "the turns of the run are used up",
    lookFor: "current_turn against max_turns in the file: what is given to the runner at the resume does not count",
  },
  "response-unprocessed": {
    title: "a response that was accepted, and the run stopped before it was worked through",
    lookFor: "current_step.data.response_accepted true beside last_processed_response null",
  },
  "program-finished": {
    title: "a program that was finished in the response that the run is paused in",
    lookFor: "a program_output in the last entry of model_responses, beside a call that waits",
  },
  "response-edited": {
    title: "the interrupted response does not fit the rest of the file",
    lookFor:
      "last_processed_response null, model_responses or interruptions empty, or a call that reads differently in functions, in the approval and in context.tool_invocations",
  },
  "context-replaced": {
    title: "the application's own context stands where that of the run belongs",
    lookFor: "a context without approvals and usage",
  },
  "handoff-forgotten": {
    title: "a handoff beside a waiting call that old releases leave out",
    lookFor: "handoffs in last_processed_response beside a pause, resumed with 0.19.2 or older",
  },
  "field-unusable": {
    title: "a value that loads and that the resume cannot work with",
    lookFor: "current_turn, max_turns or a count as text or null, original_input null, items that are no objects",
  },
  "nested-run-by-bare-name": {
    title: "two agents of one name, the inner run stored by that name",
    lookFor: "identity on the approval and none on agent_run_state.current_agent",
  },
  "nested-decision-outside": {
    title: "a decision on an inner call that is looked for inside",
    lookFor: "a nested run's call id in the outer context.approvals, and not in the nested run's own",
  },
  "decision-unusable": {
    title: "a decision of a kind that no reader takes",
    lookFor: "approved and rejected in context.approvals: true, false, or a list of call ids",
  },
  "decided-both-ways": {
    title: "one call is approved and rejected in the same record",
    lookFor: "a call id in approved and in rejected of one record: the approval wins, and the tool runs",
  },
  "sticky-without-owner": {
    title: "a decision for all calls of a tool that names no agent",
    lookFor: "approved: true in context.approvals: from 0.23.1 such decisions need an owner",
  },
  "decision-of-another-owner": {
    title: "a decision that belongs to another agent",
    lookFor: "agent in context.function_tool_approvals against the agent of the waiting call",
  },
  "decision-under-another-name": {
    title: "a decision under another tool name than the waiting call has",
    lookFor: "keys of context.approvals against tool name and namespace of the waiting call",
  },
  "agent-is-its-own-tool": {
    title: "a nested run whose call belongs to the outer run's own agent",
    lookFor:
      "agent of the interruptions against current_agent: the same one, on a call that waits in an agent_run_state",
  },
  "waiting-id-shared": {
    title: "two waiting calls of different runs under one id",
    lookFor:
      "call_id of the interruptions: the same one twice, in a run and in an agent_run_state inside it, or in equal calls",
  },
  "decision-unbound": {
    title: "a decision that the ledger does not bind to the call",
    lookFor: "context.tool_invocations: type, scope and fingerprint of the waiting call",
  },
  "decision-not-read": {
    title: "decisions in a place that this release does not read",
    lookFor: "context.function_tool_approvals and context.hosted_mcp_approvals",
  },
  "decisions-lost-with-context": {
    title: "a context passed at the resume throws the stored decisions away",
    lookFor: "Runner.run(..., context=…) beside a loaded state, releases up to 0.19.4",
  },
  "readers-disagree": {
    title: "releases read the decisions on record differently",
    lookFor: "a decision for all calls beside one for a single call",
  },
  "nothing-decided": {
    title: "the run waits for decisions that nobody has made",
    lookFor: "the calls that wait: `runstate inspect` lists them; an older copy of the checkpoint has fewer decisions",
  },
  "held-write-odd": {
    title: "a held write whose items do not belong together",
    lookFor: "items of pending_session_write: an output without its call, user input, a call that nothing waits for",
  },
  "before-unusable": {
    title: "digests in the pending write that can never match",
    lookFor: "pending_session_write.before: at most one more entry than items, each of 64 hex digits",
  },
  "not-plain-json": {
    title: "a value given to from_json() that json.loads() never gives",
    lookFor:
      "where the program takes the value from: Decimal, OrderedDict, tuples, bytes, dates or subclasses of dict, str and int anywhere in it",
  },
  "refused-by-store": {
    title: "a store of strict JSON that does not take what Python writes",
    lookFor:
      "NaN, Infinity, \\u0000 and halves of surrogate pairs in the text; a column of text takes them, jsonb does not",
  },
  "state-not-written": {
    title: "a state that to_string() could not write",
    lookFor:
      "a value that is no JSON (a date, a Decimal, a set, an object) in a context that is a dict; nothing was saved, and the file is from before",
  },
  "history-of-another-provider": {
    title: "items that only the provider, organization or key that made them takes back",
    lookFor:
      "encrypted_content, and item ids, in the history: whether the program now uses another provider, organization or key than at the pause",
  },
  "older-reader": {
    title: "a program with an older release reads it differently, or not at all",
    lookFor: "the release that runs where it fails: `pip show openai-agents`",
  },
  "tool-missing": {
    title: "a tool, handoff or MCP server that the program no longer has",
    lookFor: "the names in last_processed_response against the tools of the current agent",
  },
  "guarded-items-stored": {
    title: "items of the paused response are stored, and the agent has output guardrails now",
    lookFor: "current_turn_persisted_item_count above 0 on a pause: guardrails or tool_use_behavior changed since",
  },
  "data-dropped": {
    title: "the reader drops or ignores something on the way in",
    lookFor: "findings of `runstate validate`",
  },
} as const satisfies Record<string, Symptom>;

export type CauseId = keyof typeof symptoms;

export const causeIds = Object.keys(symptoms) as readonly CauseId[];
