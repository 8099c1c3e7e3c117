import { error, type Rule, resumes, warning } from "./rule.ts";

/** Since 0.20.0 the reader cleans `/sandbox` before it looks at anything else, at every label, and raises on what it cannot clean
 * (`_mount_security.py`, the same logic in 0.20.0 … 0.24.0). */
const cleaned = { readers: { since: "0.20.0" } };
const manifest = "sanitize_raw_manifest_mount_authority";
const mount = "_sanitize_raw_mount";

/** `/sandbox`, in the order in which the reader meets it. */
export const sandboxRules = {
  "sandbox-not-an-object": error("from_json", cleaned),
  "sandbox-session-state-not-an-object": error("_run_state_sandbox_envelope_is_valid", cleaned),
  "sandbox-sessions-not-an-object": error("_run_state_sandbox_envelope_is_valid", cleaned),
  "sandbox-agent-session-not-an-object": error("_run_state_sandbox_envelope_is_valid", cleaned),
  "sandbox-agent-session-state-not-an-object": error("_run_state_sandbox_envelope_is_valid", cleaned),
  "sandbox-manifest-not-an-object": error("sanitize_raw_session_state_mount_authority", cleaned),
  "sandbox-entries-not-an-object": error("_raw_entry_tree_is_valid", cleaned),
  "sandbox-entry-not-an-object": error("_raw_entry_tree_is_valid", cleaned),
  "sandbox-entry-without-type": error("_raw_entry_tree_is_valid", cleaned),
  "sandbox-mount-type-unknown": error(manifest, cleaned),
  "sandbox-credential-file-not-text": error(mount, cleaned),
  "sandbox-mount-strategy-not-an-object": error(mount, cleaned),
  "sandbox-mount-value-with-comma": error(mount, cleaned),
  "sandbox-mount-strategy-unknown": error(mount, cleaned),
  "sandbox-mount-pattern-not-an-object": error(mount, cleaned),
  "sandbox-mount-pattern-unknown": error(mount, cleaned),
  "sandbox-rclone-config-not-text": error(mount, cleaned),
  "sandbox-rclone-config-without-path": error("_rclone_extra_args_analysis", cleaned),
  "sandbox-credential-file-source": error("_sanitize_raw_credential_file_sources", cleaned),
  "sandbox-authority-removed": warning(manifest, cleaned),
  "sandbox-needs-trusted-manifest": resumes("depends", "rebind_persisted_mount_authority", cleaned),
  "sandbox-authority-kept": warning("_build_run_state_from_json", { readers: { since: "0.14.0", until: "0.19.4" } }),
  "sandbox-dropped": warning("_build_run_state_from_json", { readers: { since: "0.14.0", until: "0.19.4" } }),
  "sandbox-ignored": warning("_build_run_state_from_json", { readers: { until: "0.13.6" } }),
} satisfies Record<string, Rule>;

export type SandboxRule = keyof typeof sandboxRules;
