import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { mostLevels } from "../../src/document/limits.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { secretSentences } from "../../src/findings/catalogue/secrets.ts";
import { type SecretRule, secretRules } from "../../src/rules/secrets.ts";
import { findSecrets } from "../../src/secrets/find.ts";

function hits(run: JsonObject): string[] {
  const found: string[] = [];
  findSecrets(run, (rule, path) => found.push(`${rule} ${pointerOf(path)}`), { withPersonal: true });
  return found.sort();
}

const planted = "sk-EXAMPLE-planted-0001";

/** A value at a place of a run. */
const places: readonly (readonly [pointer: string, run: JsonObject])[] = [
  ["/context/context", { context: { context: planted } }],
  ["/context/context/deep/0/note", { context: { context: { deep: [{ note: planted }] } } }],
  ["/context/tool_input/q", { context: { tool_input: { q: planted } } }],
  [
    "/context/approvals/t/rejection_messages/c",
    { context: { approvals: { t: { rejection_messages: { c: planted } } } } },
  ],
  ["/original_input", { original_input: planted }],
  ["/original_input/0/content", { original_input: [{ role: "user", content: planted }] }],
  ["/pending_input/0/content/0/text", { pending_input: [{ content: [{ type: "input_text", text: planted }] }] }],
  ["/model_responses/0/output/0/arguments", { model_responses: [{ output: [{ arguments: `{"q":"${planted}"}` }] }] }],
  [
    "/last_model_response/output/0/content/0/text",
    { last_model_response: { output: [{ content: [{ text: planted }] }] } },
  ],
  ["/generated_items/0/output", { generated_items: [{ output: planted }] }],
  ["/generated_items/0/custom_data/name", { generated_items: [{ custom_data: { name: planted } }] }],
  ["/session_items/0/raw_item/output", { session_items: [{ raw_item: { output: planted } }] }],
  [
    "/current_step/data/interruptions/0/raw_item/input",
    { current_step: { data: { interruptions: [{ raw_item: { input: planted } }] } } },
  ],
  [
    "/last_processed_response/functions/0/tool_call/arguments",
    { last_processed_response: { functions: [{ tool_call: { arguments: planted } }] } },
  ],
  [
    "/last_processed_response/functions/0/agent_run_state/context/context/x",
    { last_processed_response: { functions: [{ agent_run_state: { context: { context: { x: planted } } } }] } },
  ],
  [
    "/output_guardrail_results/0/output/output_info",
    { output_guardrail_results: [{ output: { output_info: planted } }] },
  ],
  ["/pending_session_write/items/0/output", { pending_session_write: { items: [{ output: planted }] } }],
  ["/trace/metadata/m", { trace: { metadata: { m: planted } } }],
  [
    "/sandbox/session_state/manifest/entries/a/content",
    { sandbox: { session_state: { manifest: { entries: { a: { type: "file", content: planted } } } } } },
  ],
  ["/no_member_of_the_sdk/x", { no_member_of_the_sdk: { x: planted } }],
];

describe("places", () => {
  test.each(places)("%s", (pointer, run) => {
    expect(hits(run)).toEqual([`secret-token ${pointer}`]);
  });

  test("members that the SDK or the API fills are not searched", () => {
    const run = { conversation_id: planted, model_responses: [{ response_id: planted, output: [{ id: planted }] }] };
    expect(hits(run)).toEqual([]);
  });
});

const card = "4000 0000 0000 0002";
const webToken = "eyJhbGciOiJIUzI1NiJ9.e30.c2ln";

const kinds: readonly (readonly [rule: SecretRule, pointer: string, run: JsonObject])[] = [
  ["secret-private-key", "/original_input", { original_input: "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIB" }],
  ["secret-connection-string", "/original_input", { original_input: "use postgres://svc:EXAMPLE-WORD@db/crm" }],
  [
    "secret-connection-string",
    "/original_input",
    { original_input: "https://b.example/o?X-Amz-Signature=00ff00ff00ff" },
  ],
  ["secret-token", "/original_input", { original_input: webToken }],
  ["secret-token", "/original_input", { original_input: `use dapi${"0a".repeat(16)} there` }],
  ["secret-token", "/original_input", { original_input: `SK${"0a".repeat(16)}` }],
  ["secret-by-name", "/context/context/crm_token", { context: { context: { crm_token: "EXAMPLE" } } }],
  ["secret-by-name", "/context/context/dbPassword", { context: { context: { dbPassword: "two words" } } }],
  ["secret-by-name", "/context/context/cookies/0", { context: { context: { cookies: ["sid-0001"] } } }],
  [
    "secret-by-name",
    "/generated_items/0/raw_item/arguments",
    { generated_items: [{ raw_item: { arguments: '{"api_key": "abcd"}' } }] },
  ],
  ["secret-by-name", "/generated_items/0/output", { generated_items: [{ output: "{'password': 'hunter2'}" }] }],
  ["secret-by-name", "/original_input", { original_input: "Server=db;User Id=sa;Password=hunter;" }],
  ["secret-card-number", "/original_input", { original_input: `my card is ${card}` }],
  ["secret-card-number", "/context/context/card", { context: { context: { card: 4_000_000_000_000_002 } } }],
  ["secret-trace-key", "/trace/tracing_api_key", { trace: { tracing_api_key: "x" } }],
  [
    "secret-mcp-config",
    "/last_processed_response/mcp_approval_requests/0/mcp_tool/tool_config/authorization",
    mcp({ authorization: "x" }),
  ],
  [
    "secret-mcp-config",
    "/last_processed_response/mcp_approval_requests/0/mcp_tool/tool_config/headers/X-Key",
    mcp({ headers: { "X-Key": "x", Accept: "*/*" } }),
  ],
  [
    "secret-mcp-config",
    "/last_processed_response/mcp_approval_requests/0/mcp_tool/tool_config/server_url",
    mcp({ server_url: "https://u:word@h/" }),
  ],
  [
    "secret-mount",
    "/sandbox/session_state/manifest/entries/m/account_key",
    sandbox({ entries: { m: { type: "azure_blob_mount", account_key: "k" } } }),
  ],
  [
    "secret-environment",
    "/sandbox/session_state/manifest/environment/value/STRIPE_KEY",
    sandbox({ environment: { value: { STRIPE_KEY: "abcd", TZ: "UTC" } } }),
  ],
  ["secret-personal", "/original_input", { original_input: "my mail is someone@example.com" }],
];

function mcp(config: JsonObject): JsonObject {
  return { last_processed_response: { mcp_approval_requests: [{ mcp_tool: { name: "m", tool_config: config } }] } };
}

function sandbox(manifest: JsonObject): JsonObject {
  return { sandbox: { session_state: { manifest } } };
}

describe("kinds", () => {
  test.each(kinds)("%s at %s", (rule, pointer, run) => {
    expect(hits(run)).toEqual([`${rule} ${pointer}`]);
  });

  test("every rule has a case", () => {
    expect([...new Set(kinds.map(([rule]) => rule))].sort()).toEqual(Object.keys(secretRules).sort());
  });

  test("neither arguments nor sentences hold a value", () => {
    for (const [, , run] of kinds) {
      findSecrets(run, (rule, _, args) => {
        const said = `${JSON.stringify(args)} ${secretSentences()[rule].message(args)}`;
        expect(said).not.toMatch(/hunter|EXAMPLE|4000|someone|eyJ|word@/);
      });
    }
  });
});

/** Filled up with `0a`: no scanner may take a line here for a real one. */
const tokens: readonly (readonly [rule: SecretRule, begin: string, length: number])[] = [
  ...["glrt-", "gldt-", "glptt-", "dckr_pat_", "dckr_oat_", "sq0atp-", "hf_", "jina_", "e2b_", "nvapi-", "csk-"],
  ...["fc-", "key-", "pul-", "sk_", "xkeysib-", "mlsn.", "rubygems_", "sb_secret_", "pscale_tkn_", "napi_", "vcp_"],
  ...["NRAK-", "glc_", "phx_", "squ_", "CCIPAT_", "lin_oauth_", "secret_", "tskey-auth-", "re_0a0a0a0a_", "dp.pt."],
  ...["hvr.", "0a0a0a0a0a0a0a.atlasv1.", "ATCTT3", "ABSK", "AGE-SECRET-KEY-1", "access_token$production$"],
  ...["access-production-0a0a0a0a-0a0a-0a0a-0a0a-", "pat-na1-0a0a0a0a-0a0a-0a0a-0a0a-"],
].map(
  (begin) => ["secret-token", begin, begin.startsWith("dckr") ? 27 : begin.startsWith("sq0atp") ? 22 : 48] as const,
);
const webhooks = [
  "https://hooks.slack.com/services/T00000000/B00000000/0a0a",
  "https://discord.com/api/webhooks/1/0a0a",
  "https://team.webhook.office.com/webhookb2/0a0a",
  "https://api.telegram.org/bot1/getMe",
];

describe("shapes", () => {
  test.each(tokens)("%s of a token that begins with %s", (rule, begin, length) => {
    const fill = begin === "AGE-SECRET-KEY-1" ? "0A" : "0a";
    const token = begin + fill.repeat(30).slice(0, length);
    expect(hits({ original_input: `use ${token}` })).toEqual([`${rule} /original_input`]);
  });

  test.each(webhooks)("%s grants access", (url) => {
    expect(hits({ original_input: `post to ${url}` })).toEqual(["secret-connection-string /original_input"]);
  });

  test("the last value of a query is one, also when it is a word", () => {
    const url = "jdbc:postgresql://db/crm?user=svc&password=hunter";
    expect(hits({ original_input: url })).toEqual(["secret-by-name /original_input"]);
  });
});

const ordinary: readonly string[] = [
  "secret_rotation_policy_of_the_northern_warehouses, key-value-store-of-the-northern-house, re_organised_the_houses_of_the_north",
  "https://hooks.slack.com/ and https://discord.com/developers/docs/webhooks, glass-bottomed-boats-of-1999-in-use",
  "Please enter your password: it must have eight characters.",
  "The token limit is 4096 tokens; bearer of good news, basic understanding required.",
  "client = Client(token=resolved_token, api_key=options.api_key)",
  "task-management-of-2024-projects-in-the-north",
  "See https://example.com/a?page=2&sort=asc and ssh://git@host/repo",
  "https://user:password@host is how a URL looks, or redis://:***@host",
  "6d68c971-a99c-4f9d-8108-10408c808b76",
  "f21bdfff6066c2a8583b0b63c2a8a1e54eb5885de81997f1775465e7b518eb0f",
  "trace_0123456789abcdef0123456789abcdef at 1700000000000",
  '{"max_tokens": 4096, "next_page_token": "abcdefgh", "token_count": "12345", "public_key": "abcdefgh"}',
  '{"properties": {"password": {"type": "string", "title": "Password"}}}',
  "Order 4000 0000 0000 0001 and 1234567890123456 were shipped.",
];

describe("ordinary text", () => {
  test.each(ordinary)("%s", (text) => {
    expect(hits({ original_input: text, generated_items: [{ output: text }] })).toEqual([]);
  });

  test("names about secrets, masks and numbers", () => {
    const context = {
      token_usage: 5,
      password_hash: "abcdefgh",
      secret_name: "abcdefgh",
      api_key: "***",
      password: "[redacted]",
      token: null,
      cache_key: "abcdefgh",
      tool_key: "abcdefgh",
      secret: "",
    };
    expect(hits({ context: { context } })).toEqual([]);
  });
});

describe("bounds", () => {
  test("at most 200 places", () => {
    const context = Array.from({ length: 5_000 }, () => ({ password: "hunter2" }));
    expect(hits({ context: { context } })).toHaveLength(200);
  });

  test("a text with an address is told once, with the number of its places", () => {
    const told: Json[] = [];
    const item = { raw_item: { arguments: '{"to": "ann@example.com"}' } };
    findSecrets(
      { generated_items: [item], session_items: [item] },
      (_, path, args) => told.push([pointerOf(path), args.places ?? 0]),
      { withPersonal: true },
    );
    expect(told).toEqual([["/generated_items/0/raw_item/arguments", 2]]);
  });

  test("values as deep as a document can hold, and 2 000 nested runs", () => {
    let context: Json = { password: "hunter2" };
    for (let level = 0; level < mostLevels; level++) context = level % 2 === 0 ? { a: context } : [context];
    let run: JsonObject = { context: { context } };
    for (let level = 0; level < 2_000; level++)
      run = { last_processed_response: { functions: [{ agent_run_state: run }] } };
    expect(hits(run)).toHaveLength(1);
  });

  test("session items that repeat generated ones are searched when those hold a secret, and when nobody says so", () => {
    const item = (output: string) => ({ raw_item: { output } });
    const run = (output: string): JsonObject => ({ generated_items: [item(output)], session_items: [item(output)] });
    const found = (output: string, isRepeat: boolean) => {
      const paths: string[] = [];
      findSecrets(run(output), (_, path) => paths.push(pointerOf(path)), { isRepeat: () => isRepeat });
      return paths;
    };
    const both = ["/generated_items/0/raw_item/output", "/session_items/0/raw_item/output"];
    expect(found(planted, true)).toEqual(both);
    expect(found(planted, false)).toEqual(both);
    expect(found("nothing", true)).toEqual([]);
    const other = { ...run("nothing"), session_items: [item(planted)] };
    const paths: string[] = [];
    findSecrets(other, (_, path) => paths.push(pointerOf(path)), { isRepeat: () => false });
    expect(paths).toEqual(["/session_items/0/raw_item/output"]);
  });

  test.each([
    "a@",
    "-----BEGIN ",
    ".eyJ-",
    "://a:",
    "1 ",
    "4000 0000 0000 0001 ",
    'password="',
    "token = ",
    ":",
    '\\"',
    " sk-abcdefghi",
    "Bearer a",
    "?sig",
  ])("hostile text of %j is read in time", (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const start = performance.now();
    hits({ original_input: text });
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test("any JSON is searched without an error, and stays as it is", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            "context",
            "sandbox",
            "trace",
            "generated_items",
            "last_processed_response",
            "__proto__",
            "x",
          ),
          fc.jsonValue(),
        ),
        (run) => {
          const before = JSON.stringify(run);
          hits(run as JsonObject);
          expect(JSON.stringify(run)).toBe(before);
        },
      ),
    );
  });
});
