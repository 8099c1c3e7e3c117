import { error, info, type Rule, warning } from "./rule.ts";

// What a migration says. An `error` is an unsafe loss (refused without `--allow-loss RULE`), a `warning` a degraded one or something
// that the new place cannot be told, an `info` costs nothing. The steps that say them are in `src/migrate/steps/`.

/** Said on the way up, and about the label itself. */
const up = {
  "migrate-label": info("RunState.to_json"),
  "migrate-target-unreleased": warning("RunState.to_json"),
  "ledger-rebuilt": info("_validate_completed_tool_invocations, 0.24.0"),
  "finished-call-named": info("_dedupe_processed_response_invocations, 0.24.0"),
  "ledger-native-unnamed": warning("_validate_completed_tool_invocations, 0.24.0"),
  "sticky-scope-bound": info("RunContextWrapper._restore_pending_approval_binding, 0.24.0"),
  "sticky-scope-unbound": warning("RunContextWrapper._get_approval_record_for_key, 0.24.0"),
  "sticky-hosted-not-honoured": warning("RunContextWrapper._resolve_hosted_mcp_approval_record, 0.24.0"),
  "sticky-function-unowned": warning("RunContextWrapper._approval_records_for_key, 0.24.0"),
  "sticky-beside-list": warning("RunContextWrapper._get_approval_status_for_record, 0.22.0"),
  "hosted-approvals-were-ignored": info("_build_run_state_from_json, 0.24.0"),
  "ownership-was-ignored": info("_build_run_state_from_json, 0.24.0"),
  "ownership-unproven": warning("_restore_current_response_item_identities, 0.24.0"),
  "mcp-binding-unknown": warning("_deserialize_processed_response, 0.23.1"),
  "agent-identity-order": warning("_build_agent_identity_map, 0.24.0"),
  "nested-decision-carried": info("_restore_pending_nested_agent_tool_runs, 0.24.0"),
  "nested-decision-ambiguous": warning("_restore_pending_nested_agent_tool_runs, 0.24.0"),
  "sandbox-cleaned": info("RunState.from_json, 0.21.0"),
  "held-boundary-proven": info("_build_run_state_from_json, 0.24.0"),
  "held-boundary-unproven": error("_build_run_state_from_json, 0.24.0"),
} satisfies Record<string, Rule>;

/** Said on the way down; the comment at the step has what each release was seen to do. */
const down = {
  "tool-output-boundary-dropped": warning("_build_run_state_from_json, 0.23.1"),
  "held-write": error("_build_run_state_from_json, 0.23.1"),
  "held-false-stripped": info("_build_run_state_from_json, 0.23.1"),
  "owned-decision-unowned": info("RunContextWrapper._rebuild_approvals, 0.22.3"),
  "owned-sticky-approval-dropped": warning("RunContextWrapper._rebuild_approvals, 0.22.3"),
  "owned-sticky-rejection-dropped": warning("RunContextWrapper._rebuild_approvals, 0.22.3"),
  "unowned-sticky-approval-dropped": warning("RunContextWrapper._approval_records_for_key, 0.24.0"),
  "dead-sticky-rejection-dropped": warning("RunContextWrapper._approval_records_for_key, 0.24.0"),
  "apply-patch-decision-dropped": warning("RunContextWrapper._rebuild_approvals, 0.22.3"),
  "mcp-bindings-dropped": warning("_deserialize_processed_response, 0.22.3"),
  "mcp-bindings-empty-dropped": info("_deserialize_processed_response, 0.22.3"),
  "write-compaction-dropped": warning("_build_run_state_from_json, 0.22.3"),
  "write-metadata-dropped": info("_build_run_state_from_json, 0.22.3"),
  "acknowledged-write-dropped": warning("_build_run_state_from_json, 0.22.3"),
  "sandbox-name-kept": warning("sandbox session state of Vercel, 0.22.3"),
  "session-write-below-1-17": error("_build_run_state_from_json, 0.22.0"),
  "terminal-below-1-17": error("_build_run_state_from_json, 0.22.0"),
  "ownership-dropped": info("_build_run_state_from_json, 0.22.0"),
  "approvals-under-1-16": warning("_build_run_state_from_json, 0.22.0"),
  "docker-labels-kept": warning("sandbox session state of Docker, 0.22.0"),
  "sticky-against-list-dropped": warning("RunContextWrapper._get_approval_status_for_record, 0.21.0"),
  "custom-action-restored": info("resolve_interrupted_turn, 0.21.0"),
  "network-isolation-below-1-16": error("sandbox session state of Docker, 0.21.0"),
  "staged-input-below-1-15": error("_build_run_state_from_json, 0.19.4"),
  "delivered-input-below-1-15": error("_deserialize_items, 0.19.4"),
  "local-shell-output-below-1-15": warning("_deserialize_items, 0.19.4"),
  "staged-input-empty-dropped": info("_build_run_state_from_json, 0.19.4"),
  "run-again-step-dropped": warning("_build_run_state_from_json, 0.19.4"),
  "response-accepted-below-1-15": error("_build_run_state_from_json, 0.19.4"),
  "step-flags-dropped": info("_build_run_state_from_json, 0.19.4"),
  "llm-end-hooks-dropped": warning("_build_run_state_from_json, 0.19.4"),
  "own-agent-below-1-15": error("resolve_interrupted_turn, 0.19.4"),
  "executed-call-below-1-15": error("_dedupe_processed_response_invocations, 0.21.0"),
  "ledger-dropped": warning("_build_run_state_from_json, 0.19.4"),
  "ledger-empty-dropped": info("_build_run_state_from_json, 0.19.4"),
  "unbound-decision-dropped": warning("RunContextWrapper._approved_tool_invocation_status, 0.24.0"),
  "sticky-approval-dropped": warning("RunContextWrapper._rebuild_approvals, 0.19.4"),
  "sticky-rejection-unscoped": info("RunContextWrapper._rebuild_approvals, 0.19.4"),
  "sticky-rejection-spelled-out": warning("_apply_nested_approvals, 0.19.4"),
  "nested-decision-shared": warning("_deserialize_processed_response, 0.19.4"),
  "shared-decision-dropped": info("_deserialize_processed_response, 0.19.4"),
  "nested-sticky-rejection-dropped": warning("_deserialize_processed_response, 0.19.4"),
  "outer-decision-dropped": info("_apply_nested_approvals, 0.19.4"),
  "nested-decision-moved-out": info("_deserialize_processed_response, 0.19.4"),
  "redacted-sandbox-below-1-15": error("sandbox session state, 0.19.4"),
  "hosted-decision-by-name": info("RunContextWrapper._rebuild_approvals, 0.19.4"),
  "hosted-decision-dropped": warning("RunContextWrapper._rebuild_approvals, 0.19.4"),
  "hosted-approvals-emptied": info("RunContextWrapper._rebuild_approvals, 0.19.4"),
  "program-items-below-1-13": error("_deserialize_items, 0.18.3"),
  "handoff-history-dropped": warning("_build_run_state_from_json, 0.18.3"),
  "item-indexes-dropped": info("_build_run_state_from_json, 0.18.3"),
  "cache-write-tokens-dropped": info("deserialize_usage, 0.18.0"),
  "odd-decision-emptied": info("RunContextWrapper._rebuild_approvals, 0.17.3"),
  "custom-data-dropped": warning("_deserialize_items, 0.17.4"),
  "unlimited-turns-below-1-10": error("Runner.run, 0.15.3"),
  "unlimited-turns-assumed": info("Runner.run, 0.15.3"),
  "custom-tools-below-1-9": error("_deserialize_processed_response, 0.13.6"),
  "custom-actions-empty-dropped": info("_deserialize_processed_response, 0.13.6"),
  "cache-key-dropped": warning("_build_run_state_from_json, 0.13.6"),
  "cache-key-empty-dropped": info("_build_run_state_from_json, 0.13.6"),
  "agent-identity-below-1-7": error("_resolve_agent_from_data, 0.13.6"),
  "sandbox-below-1-7": error("_build_run_state_from_json, 0.13.6"),
  "rejection-text-dropped": warning("RunContextWrapper._rebuild_approvals, 0.12.0"),
  "tool-identity-below-1-5": error("_deserialize_items, 0.10.5"),
  "bare-keys-dropped": info("_deserialize_items, 0.10.5"),
  "request-ids-dropped": info("_deserialize_model_responses, 0.10.1"),
  "reasoning-policy-dropped": warning("_build_run_state_from_json, 0.9.1"),
  "reasoning-policy-empty-dropped": info("_build_run_state_from_json, 0.9.1"),
  "nested-run-below-1-1": error("_deserialize_processed_response, 0.8.4"),
} satisfies Record<string, Rule>;

/** Said by the command: files, restoring, results. */
const files = {
  "unchanged-rejected": warning("RunState.from_json"),
  "migrated-rejected": error("RunState.from_json"),
  "restore-no-record": warning("runstate"),
  "restore-ambiguous": error("runstate"),
  "restore-piece-lost": warning("runstate"),
  "restore-piece-kept": info("runstate"),
  "restored-whole": info("runstate"),
} satisfies Record<string, Rule>;

export const migrateRules = { ...up, ...down, ...files } satisfies Record<string, Rule>;

export type MigrateRule = keyof typeof migrateRules;

/** The rules of the way down. */
export type DownRule = keyof typeof down;
