import { type SecretName, secretName } from "./names.ts";

/** What a member of an item is to the search: filled by the API or the SDK (`technical`), the holder of words (`plain`), a place with
 * rules of its own, or what its name says. */
export type Role =
  | "technical"
  | "plain"
  | "nested-run"
  | "mcp-tool"
  | "trace-key"
  | "environment"
  | "user-values"
  | SecretName;

const technical = [
  ..."type id call_id name status role response_id request_id namespace caller encrypted_content usage".split(" "),
  ..."agent source_agent target_agent guardrail tool_origin tool_lookup_key tool_name tool_namespace".split(" "),
  ..."approval_request_id server_label environment_id before item_digests session_id paramsJsonSchema".split(" "),
  ..."parameters input_schema lookupKey description title tools_used response_accepted tracing_api_key_hash".split(" "),
];

/** Names that are common in items and say nothing: known here, they cost one look-up. */
const plain = [
  ..."raw_item output arguments content text input data interruptions new_items functions handoffs tool tool_call".split(
    " ",
  ),
  ..."computer_actions local_shell_calls shell_actions apply_patch_actions custom_tool_actions summary action".split(
    " ",
  ),
  ..."mcp_approval_requests request_item items annotations logprobs llm_end_hooks_started".split(" "),
];

const roles = new Map<string, Role>([
  ...technical.map((name): [string, Role] => [name, "technical"]),
  ...plain.map((name): [string, Role] => [name, "plain"]),
  ["agent_run_state", "nested-run"],
  ["mcp_tool", "mcp-tool"],
  ["tracing_api_key", "trace-key"],
  ["custom_data", "user-values"],
]);

const keptNames = 4_000;

export function roleInItem(name: string): Role {
  return roles.get(name) ?? learnRole(name);
}

function learnRole(name: string): Role {
  const role = secretName(name) ?? "plain";
  // A hostile document must not grow the table for ever.
  if (roles.size < keptNames) roles.set(name, role);
  return role;
}

export function roleInSandbox(name: string): Role {
  return name === "environment" || name === "env" ? "environment" : (secretName(name) ?? "plain");
}

/** In an environment a bare `…_KEY` is a secret too. */
export function roleInEnvironment(name: string): Role {
  return secretName(name) ?? (/_KEY$/i.test(name) ? "key" : "plain");
}
