import { info, type Rule, warning } from "./rule.ts";

/** What must not leave the house with a checkpoint. Every reader keeps these values, except for the trace key and, since 0.20.0, the
 * credentials of sandbox mounts. */
export const secretRules = {
  "secret-private-key": warning("to_json"),
  "secret-connection-string": warning("to_json"),
  "secret-token": warning("to_json"),
  "secret-by-name": warning("to_json"),
  "secret-card-number": warning("to_json"),
  "secret-trace-key": warning("TraceState.to_json"),
  "secret-mcp-config": warning("_serialize_mcp_approval_requests"),
  "secret-mount": warning("to_json"),
  "secret-environment": warning("to_json"),
  "secret-personal": info("to_json"),
} satisfies Record<string, Rule>;

export type SecretRule = keyof typeof secretRules;
