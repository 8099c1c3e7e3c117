import { from1_20 } from "./reach.ts";
import { error, type Rule, resumes, warning } from "./rule.ts";

/** `/last_processed_response`: the turn that was being worked on, and the runs nested in it. */
export const processedRules = {
  "processed-response-not-an-object": error("_build_run_state_from_json"),
  "guardrail-start-below-1-20": error("_build_run_state_from_json", {
    readers: { since: "0.24.0" },
    labels: { until: "1.19" },
    aboutLabel: true,
  }),
  "guardrail-start-invalid": error("_deserialize_processed_response", from1_20),
  "guardrail-start-beyond-results": error("_build_run_state_from_json", from1_20),
  "guardrail-start-result-dropped": error("_build_run_state_from_json", from1_20),
  "actions-not-a-list": error("_deserialize_processed_response"),
  "action-not-an-object": error("_deserialize_processed_response"),
  "action-skipped": warning("_deserialize_processed_response"),
  "action-tool-name-unusable": error("_deserialize_actions"),
  "action-call-type-unusable": error("tool_invocation_call_id", { readers: { since: "0.20.0" } }),
  "action-call-invalid": warning("_deserialize_actions"),
  "custom-actions-ignored": warning("_deserialize_processed_response", { readers: { until: "0.13.6" } }),
  "program-caller-without-program": error("ensure_programmatic_tool_call_parent", { readers: { since: "0.19.0" } }),
  "caller-not-allowed": error("ensure_tool_caller_allowed", { readers: { since: "0.19.0" } }),
  "program-caller-after-output": error("ensure_programmatic_tool_call_parent", { readers: { since: "0.19.0" } }),
  "mcp-tool-not-an-object": error("_deserialize_processed_response", { readers: { until: "0.19.4" } }),
  "mcp-tool-name-unusable": error("_deserialize_processed_response", { readers: { until: "0.19.4" } }),
  "mcp-request-invalid": error("_deserialize_processed_response"),
  "mcp-request-without-tool": warning("_deserialize_processed_response"),
  "bindings-not-an-object": error("_deserialize_processed_response", { readers: { since: "0.23.1" } }),
  "binding-dropped": warning("_deserialize_processed_response", { readers: { since: "0.23.1" } }),
  "interruption-agent-replaced": warning("_deserialize_tool_approval_item"),
  "raw-item-type-unusable": error("_deserialize_tool_call_raw_item"),
  "nested-run-not-loaded": resumes("asks-again", "_restore_pending_nested_agent_tool_runs", {
    readers: { since: "0.9.1" },
  }),
  "nested-approval-not-copyable": error("get_interruptions", { readers: { since: "0.21.0" } }),
  "nested-run-not-an-object": warning("_restore_pending_nested_agent_tool_runs", { readers: { since: "0.9.1" } }),
  "nested-run-without-interruptions": warning("_restore_pending_nested_agent_tool_runs", {
    readers: { since: "0.9.1" },
  }),
  "nested-run-ignored": warning("_deserialize_processed_response", { readers: { until: "0.9.0" } }),
} satisfies Record<string, Rule>;
