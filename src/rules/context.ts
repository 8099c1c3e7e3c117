import { from1_15, from1_18 } from "./reach.ts";
import { error, type Rule, resumes, warning } from "./rule.ts";

/** `/current_agent`, `/context` and what hangs on it, in the order of `_build_run_state_from_json`. */
export const contextRules = {
  "current-agent-not-an-object": error("_build_run_state_from_json", { readers: { until: "0.19.4" } }),
  "current-agent-without-name": error("_build_run_state_from_json", { readers: { until: "0.19.4" } }),
  "current-agent-unnamed": error("_resolve_agent_from_data"),
  "agent-name-unusable": error("_resolve_agent_from_data"),
  "agent-identity-empty": error("_resolve_agent_from_data", { readers: { since: "0.14.0" } }),
  "context-not-an-object": error("_build_run_state_from_json"),
  "usage-not-an-object": error("deserialize_usage"),
  "usage-not-an-integer": error("deserialize_usage"),
  "usage-entries-unusable": error("deserialize_usage"),
  "usage-details-zeroed": warning("_coerce_input_token_details"),
  "user-context-not-an-object": error("_build_run_state_from_json"),
  "user-context-needs-restoring": resumes("depends", "_context_meta_requires_deserializer"),
  "user-context-guard-lost": warning("_context_meta_requires_deserializer"),
  "approvals-not-an-object": error("_rebuild_approvals", { readers: { until: "0.17.2" } }),
  "approval-record-not-an-object": error("_rebuild_approvals", { readers: { until: "0.17.2" } }),
  "approvals-forgotten": warning("_rebuild_approvals", { readers: { since: "0.17.3" } }),
  "approval-record-forgotten": warning("_rebuild_approvals", { readers: { since: "0.17.3" } }),
  "approval-decision-unusable": warning("_restore_approval_value"),
  "approval-detail-dropped": warning("_restore_approval_record", { readers: { since: "0.12.1" } }),
  "ledger-not-an-object": error("_rebuild_tool_invocations", from1_15),
  "ledger-call-id-empty": error("_rebuild_tool_invocations", from1_15),
  "ledger-entry-not-an-object": error("_rebuild_tool_invocations", from1_15),
  "ledger-entry-invalid": error("_rebuild_tool_invocations", from1_15),
  "ledger-ignored": warning("_build_run_state_from_json", { labels: { until: "1.14" } }),
  "hosted-approvals-dropped": warning("_rebuild_hosted_mcp_approvals", {
    readers: { since: "0.20.0" },
    labels: { since: "1.14" },
  }),
  "hosted-approvals-ignored": warning("_build_run_state_from_json", { labels: { until: "1.13" } }),
  "owned-approvals-below-1-18": error("_build_run_state_from_json", {
    readers: { since: "0.23.1" },
    labels: { until: "1.17" },
    aboutLabel: true,
  }),
  "owned-approvals-not-a-list": error("_build_run_state_from_json", { readers: { since: "0.23.1" } }),
  "owned-approval-invalid": error("_build_run_state_from_json", from1_18),
  "owned-approval-without-owner": error("_build_run_state_from_json", from1_18),
} satisfies Record<string, Rule>;
