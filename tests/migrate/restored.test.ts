import { describe, expect, it } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/document/json.ts";
import { type Kept, keepDropped } from "../../src/migrate/keep-dropped.ts";
import { readKept } from "../../src/migrate/kept-file.ts";
import { migrate } from "../../src/migrate/migrate.ts";
import { migrateRestoring } from "../../src/migrate/migrate-restoring.ts";
import { callIdentity } from "../../src/python/invocation.ts";
import { documentOf, inputOf } from "./cases.ts";
import { contextOf, paused } from "./migrated.ts";

const innerOf = (state: JsonObject) =>
  ((state.last_processed_response as JsonObject).functions as JsonObject[])[0]?.agent_run_state as JsonObject;

/** The way down, what was kept, and the state as the older release reads it. */
function goDown(state: JsonObject, to: string) {
  const source = documentOf(state);
  const { result, edits } = migrate(source, { to });
  if (result === null) throw new Error("refused");
  const named = { file: "a.json", line: null, from: String(state.$schemaVersion), to };
  const kept = JSON.parse(JSON.stringify(keepDropped(named, source, result, edits))) as Kept;
  return { kept, state: JSON.parse(result.text) as JsonObject };
}

function goUp(state: JsonObject, kept: Kept) {
  const { result, findings } = migrateRestoring(documentOf(state), { to: kept.from }, kept);
  const lost = findings.filter(({ rule }) => rule === "restore-piece-lost").map(({ path }) => path.join("/"));
  return { state: result?.value as JsonObject, lost };
}

/** Members in the order in which `jsonb` of Postgres gives them back. */
function asJsonb(value: Json): Json {
  if (Array.isArray(value)) return value.map(asJsonb);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, asJsonb(value[key] as Json)]));
}

const nested = () => inputOf("down_1.13_s4b_nested_decided");

describe("what was dropped goes back", () => {
  it.each(["1.17", "1.13"])("from a column of the type jsonb, nested runs too (%s)", (to) => {
    for (const original of [nested(), inputOf("down_1.13_s3_sticky")]) {
      const { kept, state } = goDown(original, to);
      expect(goUp(asJsonb(state) as JsonObject, kept)).toEqual({ state: original, lost: [] });
    }
  });

  // 0.22.3 saves an action of a nested run under the agents' own tools, and leaves out those that have run.
  it("into a nested run that stands where it stood, whatever the entry around it looks like now", () => {
    const original = nested();
    const { kept, state } = goDown(original, "1.17");
    (innerOf(state).last_processed_response as JsonObject).tools_used = ["renamed"];
    const { state: back, lost } = goUp(state, kept);
    expect(lost).toEqual([]);
    expect(contextOf(innerOf(back))).toEqual(contextOf(innerOf(original)));
    innerOf(state).current_turn = 2;
    expect(goUp(state, kept).lost).not.toEqual([]);
  });

  // 0.19.4 leaves the names of native tools out. 0.24.0 drops a nested run whose ledger knows another tool, and the resume raises.
  it("but not a ledger for which the reader would drop the nested run", () => {
    const original = nested();
    const inner = innerOf(original);
    const raw_item = { type: "shell_call", id: "s", call_id: "s1", status: "completed", action: { commands: ["ls"] } };
    const output = { type: "shell_call_output", call_id: "s1", output: [] };
    const agent = inner.current_agent as Json;
    const call: JsonObject = { type: "tool_call_item", raw_item, agent, tool_name: "shell" };
    const items = [call, { type: "tool_call_output_item", raw_item: output, agent, output: "" }];
    for (const list of ["generated_items", "session_items"]) (inner[list] as Json[]).unshift(...structuredClone(items));
    const identity = callIdentity(raw_item, { toolName: "shell" });
    if (identity === null || typeof identity !== "object") throw new Error("a call without an identity");
    const { type, scope, fingerprint } = identity;
    const entry = { type, approval_scope: scope, fingerprint, executed: true, completed: true };
    (contextOf(inner).tool_invocations as JsonObject).s1 = entry;
    const { kept, state } = goDown(original, "1.13");
    expect(goUp(state, kept)).toMatchObject({ lost: [], state: original });
    for (const list of ["generated_items", "session_items"])
      delete ((innerOf(state)[list] as Json[])[0] as JsonObject).tool_name;
    expect(goUp(state, kept).lost).toContain(
      "last_processed_response/functions/0/agent_run_state/context/tool_invocations",
    );
  });
});

describe("the record of a row that was saved again", () => {
  // Runs of one program look alike but for the ids that the API gave.
  const rows = ["resp_a", "resp_b", "resp_c"].map((id) => {
    const row = paused();
    ((row.model_responses as JsonObject[]).at(-1) as JsonObject).response_id = id;
    return row;
  });
  const records = rows.map((row, at) => {
    const source = documentOf(row);
    const { result, edits } = migrate(source, { to: "1.17" });
    if (result === null) throw new Error("refused");
    const named = { file: "-", line: at + 1, from: "1.21", to: "1.17" };
    return { kept: JSON.stringify(keepDropped(named, source, result, edits)), state: result.value as JsonObject };
  });
  const lines = records.map(({ kept }) => kept);
  const found = (state: JsonObject, ordinal: number, of = lines) => {
    const input = { file: "-", line: ordinal + 1 };
    return readKept("kept", of, ["-"]).find(documentOf({ ...state, x_saved: 1 }), input, ordinal);
  };

  it("is the one whose run stands where the row's does, in whatever order rows come back", () => {
    const [first, , third] = records;
    expect(found(third?.state ?? {}, 0)).toEqual(JSON.parse(lines[2] ?? ""));
    expect(found(first?.state ?? {}, 2)).toEqual(JSON.parse(lines[0] ?? ""));
  });

  it("is that of its number where none or several stand there", () => {
    expect(found({ ...(records[0]?.state ?? {}), current_turn: 9 }, 1)).toEqual(JSON.parse(lines[1] ?? ""));
    const twin = JSON.stringify({ ...JSON.parse(lines[0] ?? ""), original: "0".repeat(64) });
    expect(found(records[0]?.state ?? {}, 2, [...lines.slice(0, 2), twin])).toEqual(JSON.parse(twin));
  });
});
