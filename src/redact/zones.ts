/** What becomes of a text: masked · `json`: masked inside when it is JSON · `word`: kept when the SDK has the word · `name`: kept unless it
 * looks like a secret · `key`: kept when it looks like a member's name · `label`: kept when it is a version · `path`: masked part by part ·
 * `option`, `argument`: masked, with what the sandbox rules look at kept · `digest`: a hash of masked text, taken anew · `scope`: a hash
 * of names · `hash`: a hash of a secret. */
export type TextRule =
  | ("mask" | "json" | "word" | "name" | "key" | "label")
  | ("path" | "option" | "argument" | "digest" | "scope" | "hash");

/** How the values in one place of a checkpoint are masked. The entries of a list are in the zone of the list. */
export interface Zone {
  readonly text: TextRule;
  readonly keepsNumbers: boolean;
  /** Zones of the members that the SDK knows there; every other one is in the zone `rest`. */
  readonly members: ReadonlyMap<string, ZoneName>;
  readonly rest: ZoneName;
  /** How keys that are no known members are treated. */
  readonly keys: "key" | "name" | "path";
}

interface Draft extends Partial<Omit<Zone, "members">> {
  /** Names of members by zone, separated by blanks. */
  readonly has?: Partial<Record<ZoneName, string>>;
}

export type ZoneName =
  | (
      | "text"
      | "json"
      | "jsonValue"
      | "word"
      | "name"
      | "count"
      | "usage"
      | "digest"
      | "scope"
      | "hash"
      | "label"
      | "foreign"
      | "session"
    )
  | ("run" | "agent" | "item" | "part" | "choice" | "caller" | "tools" | "schema" | "schemaType" | "propertyNames")
  | ("runItem" | "lookup" | "origin" | "response" | "context" | "contextMeta" | "approvals" | "decision" | "reasons")
  | ("ledger" | "invocation" | "hosted" | "hostedIdentity" | "owned" | "tracker" | "step" | "stepData" | "processed")
  | ("action" | "tool" | "toolConfig" | "mcpRequest" | "bindings" | "guardrailResult" | "guardrail" | "guardrailOutput")
  | ("behavior" | "historyRef" | "ownership" | "write" | "currentResponse" | "exchange" | "trace")
  | ("sandbox" | "sandboxSessions" | "entries" | "path" | "option" | "arguments");

/** Closed sets of the model types; see `words.ts`. */
const itemWords =
  "type status role phase detail execution button kind syntax mode memory_limit media_type effort background complexity quality moderation output_format size model connector_id require_approval ranker ttl approve";

/** Where what stands. Whatever is not named here was written by a user, a model or the application, and is masked. */
const drafts: Record<ZoneName, Draft> = {
  text: {},
  json: { text: "json" },
  // A patch that the model made as a function or custom call says of which type it is in there.
  jsonValue: { rest: "jsonValue", has: { word: "type" } },
  word: { text: "word" },
  name: { text: "name" },
  count: { keepsNumbers: true },
  usage: {
    has: {
      count:
        "requests input_tokens output_tokens total_tokens cached_tokens cache_write_tokens reasoning_tokens audio_tokens text_tokens image_tokens accepted_prediction_tokens rejected_prediction_tokens",
      usage: "input_tokens_details output_tokens_details request_usage_entries",
    },
  },
  digest: { text: "digest" },
  scope: { text: "scope" },
  hash: { text: "hash" },
  label: { text: "label" },
  foreign: { has: { label: "$schemaVersion" } },
  session: { has: { name: "session_id", item: "items" } },
  run: {
    has: {
      label: "$schemaVersion",
      count: "current_turn max_turns current_turn_persisted_item_count generated_session_item_indexes",
      agent: "current_agent",
      item: "original_input pending_input",
      response: "model_responses last_model_response",
      context: "context",
      tracker: "tool_use_tracker",
      guardrailResult:
        "input_guardrail_results output_guardrail_results tool_input_guardrail_results tool_output_guardrail_results",
      name: "conversation_id previous_response_id generated_prompt_cache_key",
      word: "reasoning_item_id_policy",
      historyRef: "nested_history_owned_session_item_refs",
      ownership: "current_response_generated_item_ownership",
      runItem: "generated_items session_items",
      step: "current_step",
      processed: "last_processed_response",
      write: "pending_session_write",
      trace: "trace",
      sandbox: "sandbox",
      text: "auto_previous_response_id no_active_agent_run terminal_unrecoverable",
    },
  },
  agent: { text: "name", has: { name: "name identity" } },
  item: {
    rest: "part",
    has: {
      word: itemWords,
      name: "id call_id approval_request_id name namespace server_label response_id",
      caller: "caller",
      item: "provider_data raw_item",
      json: "arguments input",
      choice: "environment action",
      tools: "tools",
      text: "created_by code encrypted_content result fingerprint env",
    },
  },
  part: { rest: "part", has: { word: itemWords, choice: "environment action", text: "env attributes labels" } },
  choice: { text: "word", rest: "part", has: { word: itemWords, text: "env" } },
  caller: { has: { word: "type", name: "caller_id" } },
  tools: {
    has: { word: "type", name: "name server_label", tools: "tools", schema: "parameters input_schema inputSchema" },
  },
  schema: { rest: "schema", has: { schemaType: "type format $ref", propertyNames: "required" } },
  schemaType: { text: "word", rest: "schema" },
  propertyNames: { text: "key", rest: "schema" },
  runItem: {
    has: {
      word: "type",
      item: "raw_item rawItem",
      agent: "agent source_agent target_agent",
      name: "tool_name tool_namespace input_id",
      lookup: "tool_lookup_key",
      origin: "tool_origin",
    },
  },
  lookup: { text: "name", has: { name: "kind name namespace" } },
  origin: { has: { name: "type mcp_server_name agent_name agent_tool_name" } },
  response: { has: { usage: "usage", item: "output", name: "response_id request_id" } },
  context: {
    has: {
      usage: "usage",
      approvals: "approvals",
      ledger: "tool_invocations",
      text: "context tool_input",
      contextMeta: "context_meta",
      hosted: "hosted_mcp_approvals",
      owned: "function_tool_approvals",
    },
  },
  contextMeta: { has: { word: "original_type serialized_via" } },
  approvals: { keys: "name", rest: "decision" },
  decision: { has: { name: "approved rejected", reasons: "rejection_messages", scope: "sticky_scope" } },
  reasons: { keys: "name" },
  ledger: { keys: "name", rest: "invocation" },
  invocation: { has: { word: "type", scope: "approval_scope", digest: "fingerprint" } },
  hosted: { has: { hostedIdentity: "identity", decision: "decision" } },
  hostedIdentity: { has: { word: "type", name: "server_label tool_name request_id" } },
  owned: { has: { agent: "agent", name: "tool_key", decision: "decision" } },
  tracker: { keys: "name", rest: "name" },
  step: { has: { word: "type", stepData: "data", runItem: "interruptions" } },
  stepData: { has: { runItem: "interruptions" } },
  processed: {
    has: {
      runItem: "new_items interruptions",
      action:
        "functions computer_actions custom_tool_actions local_shell_actions shell_actions apply_patch_actions handoffs",
      mcpRequest: "mcp_approval_requests",
      name: "tools_used",
      bindings: "mcp_tool_bindings",
      count: "tool_output_guardrail_result_start",
    },
  },
  action: {
    has: {
      item: "tool_call",
      run: "agent_run_state",
      tool: "tool computer custom_tool local_shell shell apply_patch handoff",
    },
  },
  tool: {
    has: {
      name: "name tool_name agent_name namespace server_label",
      word: "type",
      lookup: "lookupKey",
      schema: "paramsJsonSchema inputJsonSchema",
      toolConfig: "tool_config",
    },
  },
  toolConfig: { has: { word: "type require_approval", name: "server_label" } },
  mcpRequest: { has: { runItem: "request_item", tool: "mcp_tool" } },
  bindings: { keys: "name", rest: "name" },
  guardrailResult: {
    has: { guardrail: "guardrail", agent: "agent", guardrailOutput: "output", name: "tool_name tool_call_id" },
  },
  guardrail: { has: { word: "type", name: "name" } },
  guardrailOutput: { has: { behavior: "behavior" } },
  behavior: { has: { word: "type" } },
  historyRef: { has: { count: "index input_index", digest: "digest" } },
  ownership: { has: { count: "start end interruptions" } },
  write: {
    has: {
      name: "session_id response_id",
      item: "items",
      digest: "before",
      count: "persisted_count",
      currentResponse: "current_response",
      exchange: "compaction_model_exchange",
      word: "reasoning_item_id_policy",
      text: "held store append_acknowledged has_local_tool_outputs",
    },
  },
  currentResponse: { has: { count: "turn start" } },
  exchange: { has: { digest: "item_digests", word: "reasoning_item_id_policy" } },
  trace: { has: { word: "object", name: "id", hash: "tracing_api_key_hash" } },
  sandbox: {
    text: "option",
    rest: "option",
    has: {
      word: "type backend_id network_mode snapshot_fingerprint_version",
      name: "session_id container_id id current_agent_key current_agent_name agent_name",
      path: "root base_path mount_path src config_file_path box_config_file service_account_file",
      sandbox: "session_state manifest mount_strategy pattern options snapshot",
      sandboxSessions: "sessions_by_agent",
      entries: "entries children",
      arguments: "extra_args",
    },
  },
  sandboxSessions: { keys: "name", rest: "sandbox" },
  entries: { keys: "path", rest: "sandbox" },
  path: { text: "path" },
  option: { text: "option", rest: "option" },
  arguments: { text: "argument" },
};

const zones = new Map(Object.entries(drafts).map(([name, draft]) => [name, zoneFrom(draft)] as const));

export function zoneOf(name: ZoneName): Zone {
  return zones.get(name) as Zone;
}

/** The zone of the member `key`. */
export function zoneBelow(zone: Zone, key: string): Zone {
  return zoneOf(zone.members.get(key) ?? zone.rest);
}

function zoneFrom({ has = {}, ...own }: Draft): Zone {
  const members = new Map<string, ZoneName>();
  for (const [zone, names] of Object.entries(has)) {
    for (const name of names.split(" ")) members.set(name, zone as ZoneName);
  }
  return { text: "mask", keepsNumbers: false, rest: "text", keys: "key", ...own, members };
}
