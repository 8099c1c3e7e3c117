import { error, type Rule, warning } from "./rule.ts";

const fromPendingWrite = { readers: { since: "0.22.1" }, labels: { since: "1.17" } } as const;
const fromCompaction = { readers: { since: "0.23.1" }, labels: { since: "1.18" }, draft: false } as const;
const fromHeld = { readers: { since: "0.24.0" }, labels: { since: "1.19" } } as const;
const released = { ...fromPendingWrite, draft: false } as const;
const drafted = { ...fromPendingWrite, draft: true } as const;

/** `/current_step`, `/pending_session_write`, the terminal marker and the small fields behind them. */
export const stepRules = {
  "step-not-an-object": error("_build_run_state_from_json"),
  "step-forgotten": warning("_build_run_state_from_json"),
  "step-data-not-an-object": error("_build_run_state_from_json"),
  "interruptions-not-a-list": error("_build_run_state_from_json"),
  "interruption-not-an-object": error("_deserialize_tool_approval_item"),
  "interruption-without-agent": warning("_deserialize_tool_approval_item"),
  "approval-tool-name-unusable": error("_restore_pending_approval_binding", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "step-flag-not-a-boolean": warning("_build_run_state_from_json", { readers: { since: "0.20.0" } }),
  "ownership-ignored": warning("_restore_current_response_item_identities", {
    readers: { since: "0.22.1" },
    labels: { since: "1.17" },
  }),
  "pending-write-needs-1-17": error("_build_run_state_from_json", {
    readers: { since: "0.22.1" },
    labels: { until: "1.16" },
    aboutLabel: true,
  }),
  "pending-write-without-step": error("_build_run_state_from_json", fromPendingWrite),
  "pending-write-not-an-object": error("_build_run_state_from_json", fromPendingWrite),
  "pending-write-key-missing": error("_build_run_state_from_json", fromPendingWrite),
  "pending-write-key-unknown": error("_build_run_state_from_json", released),
  "compaction-needs-1-18": error("_build_run_state_from_json", { ...released, aboutLabel: true }),
  "held-needs-1-19": error("_build_run_state_from_json", { ...released, aboutLabel: true }),
  "draft-write-key-unknown": error("the design of the held write", drafted),
  "draft-held-not-a-boolean": error("the design of the held write", drafted),
  "draft-held-with-before": error("the design of the held write", drafted),
  "draft-held-value-invalid": error("the design of the held write", drafted),
  "held-not-a-boolean": error("_build_run_state_from_json", fromHeld),
  "held-with-before": error("_build_run_state_from_json", fromHeld),
  "held-without-current-response": error("_build_run_state_from_json", fromHeld),
  "held-policy-invalid": error("_build_run_state_from_json", fromHeld),
  "held-current-response-invalid": error("_build_run_state_from_json", fromHeld),
  "held-keys-on-ordinary-write": error("_build_run_state_from_json", fromHeld),
  "pending-write-session-id-not-text": error("_build_run_state_from_json", fromPendingWrite),
  "pending-write-items-invalid": error("_build_run_state_from_json", fromPendingWrite),
  "pending-write-before-invalid": error("_build_run_state_from_json", fromPendingWrite),
  "pending-write-count-invalid": error("_build_run_state_from_json", fromPendingWrite),
  "pending-write-response-id-invalid": error("_build_run_state_from_json", fromCompaction),
  "pending-write-store-invalid": error("_build_run_state_from_json", fromCompaction),
  "pending-write-acknowledged-invalid": error("_build_run_state_from_json", fromCompaction),
  "pending-write-acknowledged-without-before": error("_build_run_state_from_json", fromCompaction),
  "pending-write-exchange-invalid": error("_build_run_state_from_json", fromCompaction),
  "pending-write-local-outputs-invalid": error("_build_run_state_from_json", fromCompaction),
  "pending-write-ignored": warning("_build_run_state_from_json", { readers: { until: "0.22.0" } }),
  "turn-not-comparable": error("_build_run_state_from_json", fromHeld),
  "terminal-marker-invalid": error("_build_run_state_from_json", { readers: { since: "0.22.1" } }),
  "terminal-marker-below-1-17": error("_build_run_state_from_json", {
    readers: { since: "0.22.1" },
    labels: { until: "1.16" },
    aboutLabel: true,
  }),
  "reasoning-policy-unusable": error("_build_run_state_from_json", { readers: { since: "0.9.2" } }),
  "reasoning-policy-unknown": warning("_build_run_state_from_json", { readers: { since: "0.9.2" } }),
  "prompt-cache-key-dropped": warning("_build_run_state_from_json", { readers: { since: "0.14.0" } }),
  "tool-tracker-unusable": error("set_tool_use_tracker_snapshot"),
  "tool-tracker-entry-odd": warning("set_tool_use_tracker_snapshot"),
  "trace-dropped": warning("_build_run_state_from_json"),
  "trace-key-not-encodable": error("TraceState.from_json", { readers: { since: "0.10.2" } }),
  "field-kind-odd": warning("_build_run_state_from_json"),
  "completed-call-missing": error("_validate_completed_tool_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "completed-call-mismatch": error("_validate_completed_tool_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
  "completed-call-without-output": error("_validate_completed_tool_invocations", {
    readers: { since: "0.20.0" },
    labels: { since: "1.15" },
  }),
} satisfies Record<string, Rule>;
