import { type Rule, resumes, warning } from "./rule.ts";

/** What the file alone tells about the resume: it loads, and then? */
export const outlookRules = {
  "pending-call-without-id": resumes("fails", "_resolve_call_id"),
  "decision-unbound": resumes("asks-again", "_mark_restored_unbound_pending_approval", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "decision-unusable": resumes("asks-again", "_restore_approval_value"),
  "decision-under-another-name": resumes("asks-again", "_approval_records_for_key"),
  "decision-of-another-owner": resumes("asks-again", "_approval_records_for_key", { readers: { since: "0.23.1" } }),
  "decision-not-read": resumes("asks-again", "_build_run_state_from_json"),
  "sticky-without-owner": resumes("asks-again", "_approval_records_for_key", { readers: { since: "0.23.1" } }),
  "sticky-scope-differs": resumes("asks-again", "_matching_sticky_approval_keys", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "sticky-hosted-by-name": resumes("asks-again", "_matching_sticky_approval_keys", { readers: { since: "0.20.0" } }),
  "rejected-call-runs": resumes("unsafe", "_get_approval_status_for_record", { readers: { until: "0.21.0" } }),
  "approved-call-rejected": resumes("asks-again", "_get_approval_status_for_record", { readers: { until: "0.21.0" } }),
  "decided-both-ways": resumes("unsafe", "_get_approval_status_for_record"),
  "sticky-beside-opposite": warning("_get_approval_status_for_record", { readers: { since: "0.21.1" } }),
  "decisions-lost-with-context": resumes("depends", "Runner.run", { readers: { until: "0.19.4" } }),
  "output-not-committed": resumes("fails", "_dedupe_processed_response_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "inner-output-not-committed": resumes("asks-again", "_dedupe_processed_response_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "finished-call-unnamed": resumes("fails", "_dedupe_processed_response_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "inner-finished-call-unnamed": resumes("asks-again", "_dedupe_processed_response_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "interruption-without-response": resumes("fails", "Runner.run"),
  "field-unusable": resumes("fails", "Runner.run"),
  "stored-count-unusable": resumes("depends", "session_persistence.save_resumed_turn_items"),
  "approval-of-another-tool": resumes("fails", "_validate_approval_identity", { readers: { since: "0.19.3" } }),
  "approval-of-another-agent": resumes("asks-again", "resolve_interrupted_turn", { readers: { since: "0.20.0" } }),
  "queued-call-renamed": resumes("asks-again", "resolve_interrupted_turn", { readers: { until: "0.19.4" } }),
  "queued-call-differs": resumes("fails", "_dedupe_processed_response_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "nested-call-renamed": resumes("fails", "resolve_interrupted_turn", {
    readers: { since: "0.19.3" },
    labels: { until: "1.14" },
  }),
  "call-id-of-two-calls": resumes("fails", "_dedupe_processed_response_invocations", { readers: { since: "0.20.0" } }),
  "waiting-call-passed-over": resumes("unsafe", "resolve_interrupted_turn", {
    readers: { since: "0.19.3", until: "0.19.4" },
  }),
  "waiting-call-differs": resumes("asks-again", "RunContextWrapper._tool_invocation_status", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "mcp-call-without-binding": resumes("fails", "_build_mcp_tool_bindings", { readers: { since: "0.23.1" } }),
  "boundary-not-proven": resumes("depends", "_current_response_boundary", { readers: { since: "0.21.1" } }),
  "terminal-run": resumes("fails", "Runner.run", { readers: { since: "0.22.1" } }),
  "terminal-marker-ignored": resumes("unsafe", "_build_run_state_from_json", { readers: { until: "0.22.0" } }),
  "unlimited-turns-not-read": resumes("fails", "Runner.run", { readers: { until: "0.15.3" } }),
  "turns-used-up": resumes("fails", "Runner.run", { readers: { since: "0.20.0" } }),
  "last-turn-reached": resumes("depends", "Runner.run"),
  "staged-input-lost": resumes("unsafe", "_build_run_state_from_json", { readers: { until: "0.19.4" } }),
  "pending-write-lost": resumes("unsafe", "_build_run_state_from_json", { readers: { until: "0.22.0" } }),
  "approval-lost": resumes("unsafe", "_build_run_state_from_json"),
  "nested-run-missing": resumes("asks-again", "_restore_pending_nested_agent_tool_runs"),
  "nested-call-left-out": resumes("unsafe", "resolve_interrupted_turn", { readers: { until: "0.19.2" } }),
  "nested-call-unlisted": resumes("unsafe", "resolve_interrupted_turn"),
  "context-replaced": resumes("asks-again", "_build_run_state_from_json"),
  "waiting-call-edited": resumes("fails", "RunContextWrapper._tool_invocation_status", {
    readers: { since: "0.20.0" },
    labels: { until: "1.14" },
  }),
  "runs-not-as-shown": resumes("unsafe", "resolve_interrupted_turn", { readers: { until: "0.19.4" } }),
  "waiting-call-listed-twice": resumes("asks-again", "RunState.approve", { readers: { since: "0.20.0" } }),
  "open-call-left-out": warning("Runner.run"),
  "waiting-id-changed": resumes("asks-again", "resolve_interrupted_turn"),
  "waiting-calls-unlisted": resumes("asks-again", "resolve_interrupted_turn"),
  "nested-decision-outside": resumes("asks-again", "_restore_pending_nested_agent_tool_runs", {
    readers: { since: "0.20.0" },
    labels: { until: "1.14" },
  }),
  "nested-decision-ignored": resumes("asks-again", "_restore_pending_nested_agent_tool_runs", {
    readers: { since: "0.20.0" },
  }),
  "nested-call-runs-twice": resumes("unsafe", "resolve_interrupted_turn"),
  "nested-call-asked-twice": resumes("asks-again", "resolve_interrupted_turn", { readers: { since: "0.20.0" } }),
  "nested-run-by-bare-name": resumes("asks-again", "_restore_pending_nested_agent_tool_runs", {
    readers: { until: "0.22.3" },
  }),
  "pending-write-needs-session": resumes("depends", "session_persistence.settle_pending_session_write", {
    readers: { since: "0.22.1" },
  }),
  "held-write-needs-session": resumes("depends", "session_persistence.settle_pending_session_write", {
    readers: { since: "0.24.0" },
  }),
  "pending-write-beside-server-conversation": resumes("fails", "validate_session_conversation_settings", {
    readers: { since: "0.22.1" },
  }),
  "before-never-matches": resumes("fails", "session_persistence.settle_pending_session_write", {
    readers: { since: "0.22.1" },
  }),
  "before-longer-than-window": resumes("fails", "session_persistence.settle_pending_session_write", {
    readers: { since: "0.22.1" },
  }),
  "batch-output-without-call": resumes("depends", "session_persistence.settle_pending_session_write", {
    readers: { since: "0.22.1" },
  }),
  "held-output-without-call": resumes("unsafe", "prune_orphaned_function_calls", { readers: { since: "0.24.0" } }),
  "held-batch-holds-input": resumes("unsafe", "prune_orphaned_function_calls", { readers: { since: "0.24.0" } }),
  "held-call-not-pending": resumes("unsafe", "prune_orphaned_function_calls", { readers: { since: "0.24.0" } }),
  "agent-not-defined": resumes("fails", "_resolve_agent_from_data"),
  "tool-not-defined": resumes("fails", "resolve_interrupted_turn", { readers: { since: "0.19.3" } }),
  "inner-tool-not-defined": resumes("asks-again", "resolve_interrupted_turn", { readers: { since: "0.20.0" } }),
  "tool-call-dropped": resumes("unsafe", "_deserialize_processed_response"),
  "pending-handoff-lost": resumes("unsafe", "resolve_interrupted_turn", { readers: { until: "0.19.2" } }),
  "handoff-not-defined": resumes("fails", "resolve_interrupted_turn", { readers: { since: "0.19.3" } }),
  "call-of-missing-server": resumes("fails", "resolve_interrupted_turn", { readers: { since: "0.19.3" } }),
  "mcp-server-moved": resumes("fails", "resolve_interrupted_turn", { readers: { since: "0.23.1" } }),
  "mcp-server-not-defined": resumes("unsafe", "_deserialize_processed_response"),
  "guardrails-beside-server-conversation": resumes(
    "fails",
    "validate_output_guardrails_with_server_managed_conversation",
    { readers: { since: "0.22.0" } },
  ),
  "guarded-items-already-stored": resumes("depends", "_validate_resumed_session_output_guardrail_safety", {
    readers: { since: "0.21.1" },
  }),
  "response-not-processed": resumes("fails", "Runner.run", { readers: { since: "0.20.0" } }),
  "waiting-calls-alike": resumes("fails", "RunState._find_current_approval_item", { readers: { since: "0.20.0" } }),
  "waiting-id-shared": resumes("asks-again", "RunState._find_nested_approval_state", { readers: { since: "0.20.0" } }),
} satisfies Record<string, Rule>;
