import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/document/json.ts";
import { redactText, redactValue, textOf } from "./redacted.ts";

const folders = ["features", "resume", "quirks", "security"];
const files = folders.flatMap((folder) => readdirSync(`corpus/${folder}`).map((name) => `corpus/${folder}/${name}`));

/** Kinds of secrets and personal data, each with a mark that nothing else holds. */
const kinds: readonly ((mark: string) => string)[] = [
  (mark) => `sk-proj-${mark}0123456789abcdef`,
  (mark) => `Bearer ${mark}.eyJhbGciOi`,
  (mark) => `postgres://svc:${mark}@db.example.internal/crm?x=1`,
  (mark) => `${mark}@example.com`,
  (mark) => `Dear ${mark},\nyour card 4111 1111 1111 1111 was charged.`,
  (mark) => JSON.stringify({ inner: { password: mark } }),
  (mark) => `/home/${mark}/.ssh/id_rsa`,
  (mark) => `-----BEGIN PRIVATE KEY-----\n${mark}\n-----END PRIVATE KEY-----`,
  (mark) => `„${mark}“ 😀 \u001b[31m`,
];

/** Members that hold ids, names or words of the SDK wherever they stand in a checkpoint: those are kept. */
const kept = new Set(
  `$schemaVersion name id call_id type status role identity tool_name tool_namespace namespace server_label caller_id response_id request_id
  conversation_id previous_response_id generated_prompt_cache_key session_id tool_key approved rejected tools_used kind input_id
  agent_name agent_tool_name mcp_server_name approval_request_id container_id current_agent_key current_agent_name`.split(
    /\s+/,
  ),
);
const keptBelow = new Set(["tool_use_tracker", "mcp_tool_bindings", "tools_used", "approved", "rejected"]);

/** Puts a marked secret at every place where somebody's words stand; returns the places by mark. */
function plant(value: Json, place: string, marks: Map<string, string>, key = ""): Json {
  if (Array.isArray(value)) return value.map((entry, index) => plant(entry, `${place}/${index}`, marks, key));
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, child]): [string, Json] => [
      name,
      keptBelow.has(name) ? child : plant(child, `${place}/${name}`, marks, name),
    ]);
    return Object.fromEntries(entries) as JsonObject;
  }
  if (typeof value !== "string" || kept.has(key) || /^[0-9a-f]{64}$/.test(value)) return value;
  const mark = `PLANTED${marks.size}SENTINEL`;
  marks.set(mark, place);
  const secret = (kinds[marks.size % kinds.length] as (mark: string) => string)(mark);
  return key === "arguments" ? JSON.stringify({ a: secret, b: [1.0, secret] }) : secret;
}

test("no planted secret is left, in any place of any kind", () => {
  const places = new Set<string>();
  for (const file of files) {
    let value: Json;
    try {
      value = JSON.parse(textOf(readFileSync(file)));
    } catch {
      continue;
    }
    const marks = new Map<string, string>();
    const masked = redactText(JSON.stringify(plant(value, "", marks))).text;
    const left = [...marks].filter(([mark]) => masked.includes(mark));
    expect([file, left]).toEqual([file, []]);
    for (const place of marks.values()) places.add(place.replace(/\/\d+/g, "/*"));
  }
  expect(places.size).toBeGreaterThan(200);
  expect([...places].some((place) => place.includes("/agent_run_state/"))).toBe(true);
  expect([...places].some((place) => place.startsWith("/sandbox/"))).toBe(true);
});

test("secrets among ids, names and keys go too, the same way everywhere", () => {
  const secret = "sk-proj-PLANTED0SENTINEL0VALUE0123456789abcdef";
  const masked = redactValue({
    $schemaVersion: "1.21",
    current_agent: { name: secret },
    tool_use_tracker: { [secret]: ["send_mail"] },
    context: { context: { [secret]: 1, "ann@example.com": 2, plain_key: 3 } },
  });
  expect(JSON.stringify(masked)).not.toContain("SENTINEL");
  expect(Object.keys(masked.tool_use_tracker)).toEqual([masked.current_agent.name]);
  expect(Object.keys(masked.context.context)).toHaveLength(3);
  expect(masked.context.context).toHaveProperty("plain_key");
  expect(JSON.stringify(masked)).not.toContain("ann@example.com");
});

test.each([
  "+4915112345678",
  "whatsapp:+49 151 1234 5678",
  "4915112345678",
  "(030) 123-4567",
  "DE89 3704 0044 0532 0130 00",
  "user:DE89370400440532013000",
  `gsk_${"Ab1".repeat(16)}`,
  `hvs.${"Ab1-".repeat(8)}`,
  "123456789:AAabcdefghijklmnopqrstuvwxyz0123456",
])("a session that is named %s is named otherwise, and a decision with it", (name) => {
  const masked = redactValue({
    $schemaVersion: "1.21",
    context: { approvals: { [name]: { approved: [name] } } },
    pending_session_write: { session_id: name },
  });
  const { session_id } = masked.pending_session_write;
  expect(session_id).not.toContain(name);
  expect(masked.context.approvals).toEqual({ [session_id]: { approved: [session_id] } });
});

test.each([
  ["call_", "sk-proj-Ab1Cd2Ef3Gh4Ij5Kl6"],
  ["fc-", `sk-ant-api03-${"Ab1".repeat(8)}`],
  ["session_", `whsec_${"Ab1".repeat(12)}`],
  ["thread-", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${"Ab1".repeat(8)}`],
])("a secret behind %s goes too, from the call and from its decision", (before, secret) => {
  const masked = redactValue({
    $schemaVersion: "1.21",
    context: { approvals: { send_mail: { approved: [before + secret] } } },
    current_step: { data: { interruptions: [{ raw_item: { call_id: before + secret } }] } },
  });
  const { call_id } = masked.current_step.data.interruptions[0]?.raw_item ?? {};
  expect(call_id).not.toContain(secret.slice(-8));
  expect(masked.context.approvals.send_mail.approved).toEqual([call_id]);
});

test("the key of a decision is masked as the names that it is made of", () => {
  const secret = `ghp_${"Ab1".repeat(12)}`;
  const masked = redactValue({
    $schemaVersion: "1.21",
    current_step: { data: { interruptions: [{ raw_item: { name: secret, namespace: "crm" } }] } },
    context: { approvals: { [`crm.${secret}`]: {}, [`deferred_top_level:${secret}`]: {} } },
  });
  const name = masked.current_step.data.interruptions[0]?.raw_item.name;
  expect(name).toMatch(/^masked-/);
  expect(Object.keys(masked.context.approvals)).toEqual([`crm.${name}`, `deferred_top_level:${name}`]);
});

test.each([
  ...["call_1234567890", "session-12", "a1b2c3d4e5f6a7b8", "2026-11-30"],
  ...[
    "task-20261130-risk-assessment",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "crm.send_mail",
    "disk-scan-agent-12345678",
  ],
])("the id %s is none of them", (name) => {
  expect(redactValue({ $schemaVersion: "1.21", conversation_id: name }).conversation_id).toBe(name);
});

test("of the usage the counts of tokens stay, and nothing that somebody put beside them", () => {
  const usage = {
    requests: 12,
    input_tokens: 345,
    input_tokens_details: { cached_tokens: 67, customer: 4915112345678 },
  };
  const masked = redactValue({ $schemaVersion: "1.21", context: { usage: { ...usage, phone: 4915112345678 } } });
  expect(masked.context.usage).toMatchObject({
    requests: 12,
    input_tokens: 345,
    input_tokens_details: { cached_tokens: 67 },
  });
  expect(JSON.stringify(masked)).not.toContain("4915112345678");
});

test("agents of one name keep one name", () => {
  const masked = redactValue({
    $schemaVersion: "1.21",
    current_agent: { name: "ann@example.com", identity: "ann@example.com#2" },
    tool_use_tracker: { "ann@example.com": [], "ann@example.com#2": [] },
  });
  const { name, identity } = masked.current_agent;
  expect([identity, Object.keys(masked.tool_use_tracker)]).toEqual([`${name}#2`, [name, `${name}#2`]]);
  expect(name).not.toContain("ann");
});

test("an earlier twin of a repeated key is masked as well", () => {
  const text = `{"$schemaVersion": "1.21", "current_turn": 1, "original_input": "SENTINEL one", "original_input": "two"}`;
  expect(redactText(text).text).not.toContain("SENTINEL");
});

test("a document that is no checkpoint keeps its keys and nothing else", () => {
  expect(redactText(`{"rows": [{"id": "row-1", "n": 123456, "on": true}]}`).text).toMatch(
    /^\{"rows": \[\{"id": "masked-\w+", "n": \d{6}, "on": true\}\]\}$/,
  );
});

test.each([
  "toolABCsk-proj-PLANTED0SENTINEL0VALUE0123456789abcdef",
  "callghp_PLANTEDSENTINELaaaaaaaaaaaaaa1234",
  "xAKIASENTINEL123456789",
  "glueglpat-SENTINEL1aaaaaaaaaa12345",
  "idgsk_SENTINELaaaaaaaaaaaaaaaaaaaaaaaaaaa1234",
])("a token glued to letters goes from an id: %s", (id) => {
  const item = { type: "tool_call_item", raw_item: { type: "function_call", call_id: id, name: id, arguments: "{}" } };
  const text = redactText(
    JSON.stringify({ $schemaVersion: "1.21", current_agent: { name: id }, generated_items: [item] }),
  );
  expect(text.text).not.toContain("SENTINEL");
});

test.each([
  "task-2024-quarterly-report-generation",
  "risk-assessment-v2-production-agent",
  "risk-scoring_model_of_the_third_kind_3",
  "call_0a1b2c3d4e5f60718293a4b5c6d7e8f9",
  "fc_68a1b2c3d4e5f60718293a4b5c6d7e8f9012345678901234",
  "send_mail_to_customer_support_desk",
])("a name that only ends a word as a key begins stays: %s", (name) => {
  expect(redactValue({ $schemaVersion: "1.21", current_agent: { name } }).current_agent.name).toBe(name);
});

test("the report names a masked key by its mask", () => {
  const secret = "sk-proj-PLANTED0SENTINEL0VALUE0123456789abcdef";
  const text = JSON.stringify({
    $schemaVersion: "1.21",
    current_agent: { name: "a" },
    context: { context: { [secret]: [1, "x"] } },
  });
  const { replaced } = redactText(text, { lists: true });
  expect(replaced.map(({ what }) => what)).toContain("key");
  expect(JSON.stringify(replaced)).not.toContain("SENTINEL");
});
