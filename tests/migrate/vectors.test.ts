import { describe, expect, it } from "vitest";
import type { Document } from "../../src/document/document.ts";
import type { Json, JsonObject } from "../../src/document/json.ts";
import { lossOf } from "../../src/migrate/losses.ts";
import { migrate } from "../../src/migrate/migrate.ts";
import { type MigrateRule, migrateRules } from "../../src/rules/migrate.ts";
import { cases, documentOf, meaning, readVector } from "./cases.ts";

const unsafe = new Set(Object.keys(migrateRules).filter((rule) => lossOf(rule as MigrateRule) === "unsafe"));

/** A native call whose tool nothing names gets no entry here; the recorded answer gives it one without a name. */
function withoutLedgerEntries(value: JsonObject, ids: readonly string[]): JsonObject {
  const copy = structuredClone(value);
  const ledger = (copy.context as JsonObject).tool_invocations as JsonObject;
  for (const id of ids) delete ledger[id];
  return copy;
}

describe("recorded migrations", () => {
  it.each(cases.map((one) => [one.name, one] as const))("%s", (_, one) => {
    const migration = migrate(documentOf(one.input), { to: one.to });
    if (Array.isArray(one.expected.refuse)) {
      expect(migration.status).toBe("refused");
      expect(migration.findings.some(({ rule }) => lossOf(rule as MigrateRule) === "unsafe")).toBe(true);
      return;
    }
    expect(migration.status).toBe("migrated");
    const unnamed = migration.findings
      .filter(({ rule }) => rule === "ledger-native-unnamed")
      .map(({ args }) => String(args.call));
    const right = [one.expected, one.expected_alternative].filter((value) => value !== undefined);
    const wanted = right.map((value) => meaning(unnamed.length > 0 ? withoutLedgerEntries(value, unnamed) : value));
    expect(wanted).toContainEqual(meaning(migration.result?.value ?? null));
    if (one.losses?.some((loss) => loss.class === "degraded")) expect(migration.findings).not.toEqual([]);
  });

  it.each(cases.filter((one) => one.expected_when_forced).map((one) => [one.name, one] as const))(
    "%s, forced",
    (_, one) => {
      const migration = migrate(documentOf(one.input), { to: one.to, allowLoss: unsafe });
      expect(migration.status).toBe("migrated");
      expect(meaning(migration.result?.value ?? null)).toEqual(meaning(one.expected_when_forced as JsonObject));
    },
  );
});

interface Identity {
  readonly raw_item: JsonObject;
  readonly tool_lookup_key: readonly string[] | null;
  readonly tool_name: string | null;
  readonly role: string | null;
  readonly expect: { readonly call_id: string } | null;
}

/** A finished 1.13 run whose history is one call and its output. */
function runWith(item: JsonObject, callId: Json, type: string): JsonObject {
  const agent = { name: "a" };
  // The reader drops a screenshot that is none.
  const output: Json = type === "computer_call" ? { type: "computer_screenshot", image_url: "x" } : "x";
  const raw: JsonObject = { type: `${type}_output`, call_id: callId, output };
  const items = [
    { ...item, agent },
    { type: "tool_call_output_item", raw_item: raw, agent, output: "x" },
  ];
  return {
    $schemaVersion: "1.13",
    ...{ current_turn: 1, current_agent: agent, original_input: "go", model_responses: [], max_turns: 10 },
    ...{
      context: { usage: {}, approvals: {}, context: {} },
      generated_items: items as Json,
      session_items: items as Json,
    },
    ...{ current_step: null, last_processed_response: null, last_model_response: null },
  };
}

describe("recorded identities of calls", () => {
  const rows = (readVector("ledger-fingerprints.json") as unknown as { cases: Identity[] }).cases;
  const native = ["shell_call", "local_shell_call", "computer_call", "apply_patch_call"];
  const usable = rows.filter(({ raw_item: raw, tool_name: name, expect: wanted }) => {
    const named = name !== null || !native.includes(String(raw.type));
    return String(raw.type).endsWith("_call") && raw.type !== "hosted_tool_call" && wanted !== null && named;
  });
  it.each(usable.map((row, index) => [`${index} ${row.raw_item.type}`, row] as const))("%s", (_, row) => {
    const { raw_item: raw, tool_lookup_key: key, tool_name: name, role, expect: wanted } = row;
    const lookup =
      key === null
        ? {}
        : {
            tool_lookup_key: {
              kind: key[0] ?? "",
              name: key.at(-1) ?? "",
              ...(key.length === 3 ? { namespace: key[1] ?? "" } : {}),
            },
          };
    const item = {
      type: role === "handoff" ? "handoff_call_item" : "tool_call_item",
      raw_item: raw,
      ...lookup,
      ...(name === null ? {} : { tool_name: name }),
    };
    const migration = migrate(documentOf(runWith(item, wanted?.call_id ?? "", String(raw.type))), { to: "1.21" });
    const { context } = (migration.result as Document).value as { context: JsonObject };
    // An item without a stored key goes by its own name: rows about other keys belong to pending approvals.
    if (key !== null && key.join() !== `bare,${raw.name}`) return;
    const { call_id: id, ...digests } = wanted as { call_id: string };
    expect((context.tool_invocations as JsonObject)[id]).toEqual({ ...digests, executed: true, completed: true });
  });
});
