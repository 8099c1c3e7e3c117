import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json } from "../../src/document/json.ts";
import { approvalScope, type CallIdentity, callIdentity } from "../../src/python/invocation.ts";
import type { LookupKey } from "../../src/python/tool-identity.ts";
import { documentOf } from "../parsed.ts";

const folder = new URL("../vectors/python/", import.meta.url);

interface Row {
  raw: string;
  lookupKey: LookupKey | null;
  toolName: string | null;
  role: "handoff" | null;
  plain: CallIdentity | string | null;
  typed?: CallIdentity | string | null;
}

test("identities equal those that the SDK recorded in random calls", () => {
  const { rows } = JSON.parse(readFileSync(new URL("invocations.json", folder), "utf8")) as { rows: Row[] };
  for (const row of rows) {
    const document = documentOf(row.raw);
    const options = {
      lookupKey: row.lookupKey ?? undefined,
      toolName: row.toolName,
      role: row.role ?? undefined,
      place: { document, path: [] },
    };
    expect(callIdentity(document.value, options), row.raw).toEqual(row.plain);
    if ("typed" in row) {
      expect(callIdentity(document.value, { ...options, typed: true }), `typed ${row.raw}`).toEqual(row.typed);
    }
  }
});

interface LedgerCase {
  raw_item: Json;
  tool_lookup_key: LookupKey | null;
  tool_name: string | null;
  role: "handoff" | null;
  scope: string | null;
  expect: { type: string; call_id: string; approval_scope: string; fingerprint: string } | null;
}

test("identities and scopes equal the ledger vectors", () => {
  const document = documentOf(readFileSync(new URL("ledger-fingerprints.json", folder), "utf8"));
  const { cases } = document.value as unknown as { cases: LedgerCase[] };
  cases.forEach((row, index) => {
    const options = {
      lookupKey: row.tool_lookup_key ?? undefined,
      toolName: row.tool_name,
      role: row.role ?? undefined,
      place: { document, path: ["cases", index, "raw_item"] },
    };
    const wanted = row.expect && {
      type: row.expect.type,
      callId: row.expect.call_id,
      scope: row.expect.approval_scope,
      fingerprint: row.expect.fingerprint,
    };
    expect(callIdentity(row.raw_item, options)).toEqual(wanted);
    expect(approvalScope(row.raw_item, options)).toEqual(row.scope);
  });
});

test("arguments nested beyond Python's limit have no identity", () => {
  const call = (text: string) => callIdentity({ type: "function_call", call_id: "c", name: "n", arguments: text });
  expect(call("[".repeat(488) + "]".repeat(488))).toHaveProperty("fingerprint");
  expect(call("[".repeat(489) + "]".repeat(489))).toBe("too-deep");
  // No JSON, so the text itself is hashed - unless the parser gives up before it sees that.
  expect(call("[".repeat(976))).toHaveProperty("fingerprint");
  expect(call("[".repeat(977))).toBe("too-deep");
  expect(call("[".repeat(200_000))).toBe("too-deep");
});
