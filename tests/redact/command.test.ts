import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import initSqlJs from "sql.js";
import { describe, expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { corpusState } from "../parsed.ts";
import { temporaryFolder } from "../temporary.ts";

const folder = temporaryFolder();
const checkpoint = "corpus/resume/1.21-approval-pending.json";
const path = (name: string) => join(folder, name);

describe("runstate redact", () => {
  test("prints the masked copy, and on demand what was replaced", async () => {
    const { code, out, err } = await runCli("redact", checkpoint, "--report");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveProperty("current_agent.name", "mailer");
    expect(out).not.toContain(JSON.parse(readFileSync(checkpoint, "utf8")).original_input);
    expect(err).toMatch(/^text \/original_input$/m);
    expect(err).toMatch(/values replaced\n$/);
    const json = await runCli("redact", checkpoint, "--report", "--format", "json");
    const report = JSON.parse(json.err);
    expect(report).toMatchObject({ formatVersion: 1, file: checkpoint, lost: [] });
    expect(report.replaced).toContainEqual({ pointer: "/original_input", what: "text" });
  });

  test("masks otherwise each time, alike under one map", async () => {
    const [one, other] = [await runCli("redact", checkpoint), await runCli("redact", checkpoint)];
    expect(one.out).not.toBe(other.out);
    const map = path("map.key");
    const [first, second] = [
      await runCli("redact", checkpoint, "--map", map),
      await runCli("redact", checkpoint, "--map", map),
    ];
    expect(first.out).toBe(second.out);
    expect(statSync(map).mode & 0o777).toBe(0o600);
  });

  test("takes no other file for a map", async () => {
    writeFileSync(path("other.json"), "{}");
    const { code, err } = await runCli("redact", checkpoint, "--map", path("other.json"));
    expect(code).toBe(2);
    expect(err).toContain("is no map file");
    expect(readFileSync(path("other.json"), "utf8")).toBe("{}");
  });

  test("refuses a text that is no JSON in one line that holds nothing of it", async () => {
    writeFileSync(path("cut.json"), '{"original_input": "SENTINEL');
    const { code, out, err } = await runCli("redact", path("cut.json"));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^runstate: .*cut\.json:1:20 cannot be masked\. [^\n]*\n$/);
    expect(err).not.toContain("SENTINEL");
  });

  test("masks what is no checkpoint, and takes the checkpoint out of a wrapper", async () => {
    writeFileSync(
      path("rows.json"),
      JSON.stringify({ row: { state: readFileSync(checkpoint, "utf8"), owner: "SENTINEL" } }),
    );
    const { code, out } = await runCli("redact", path("rows.json"));
    expect(code).toBe(0);
    expect(out).not.toContain("SENTINEL");
    const inner = await runCli("redact", path("rows.json"), "--at", "/row/state");
    expect(JSON.parse(inner.out)).toHaveProperty("current_agent.name", "mailer");
  });

  test("never writes over its input or its map, and packs what is named so", async () => {
    writeFileSync(path("own.json"), readFileSync(checkpoint));
    expect((await runCli("redact", path("own.json"), "--output", path("own.json"))).code).toBe(2);
    expect(readFileSync(path("own.json"))).toEqual(readFileSync(checkpoint));
    expect((await runCli("redact", checkpoint, "--map", path("new.key"), "--output", path("new.key"))).code).toBe(2);
    expect(existsSync(path("new.key"))).toBe(false);
    expect((await runCli("redact", checkpoint, "--map", "-")).err).toContain("--map does not write to standard output");
    expect((await runCli("redact", checkpoint, "--output", path("masked.json.gz"))).code).toBe(0);
    expect((await runCli("validate", "--load-only", path("masked.json.gz"))).code).toBe(0);
  });

  test("takes the session that the record names out of a database with several", async () => {
    const sql = await initSqlJs({ wasmBinary: readFileSync("node_modules/sql.js/dist/sql-wasm.wasm") });
    const database = new sql.Database(new Uint8Array());
    const stored = JSON.stringify({ role: "user", content: "hi" });
    for (const text of [
      "CREATE TABLE mine (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT)",
      `INSERT INTO mine VALUES (1, 's1', '${stored}')`,
      `INSERT INTO mine VALUES (2, 's2', '{}')`,
    ])
      database.prepare(text).step();
    writeFileSync(path("two.db"), database.export());
    const state = corpusState("resume/1.21-pending-write-not-stored");
    const record = { ...state.pending_session_write, session_id: "s1", before: [] };
    writeFileSync(path("two.json"), JSON.stringify({ ...state, pending_session_write: record }));
    const args = ["redact", path("two.json"), "--table", "mine", "--session", `sqlite:${path("two.db")}`];
    expect(await runCli(...args)).toMatchObject({ code: 0, err: "" });
    writeFileSync(path("two.json"), JSON.stringify({ ...state, pending_session_write: null }));
    expect((await runCli(...args)).err).toMatch(/say which session.*"s1", "s2"/);
  });

  test.each([
    ["texts", ['{"role": "user"}']],
    ["rows", [{ session_id: "s", message_data: '{"role": "user"}' }]],
    ["a document of MongoDB", { session_id: "s", message_data: ['{"role": "user"}'] }],
  ])("says that a session of %s is no session any more", async (_, rows) => {
    const file = path("rows.json");
    writeFileSync(file, JSON.stringify(rows));
    expect((await runCli("redact", file)).err).toMatch(/^note: the items of a session stand in texts here/);
  });

  test("says where a checkpoint stands in what it masked as a whole", async () => {
    const file = path("wrapped.json");
    writeFileSync(file, JSON.stringify({ state: JSON.parse(readFileSync(checkpoint, "utf8")) }));
    expect((await runCli("redact", file)).err).toMatch(
      /^note: masked as a whole.* at \/state\. --at masks it as one\n$/,
    );
    expect((await runCli("redact", "--quiet", file)).err).toBe("");
    expect(await runCli("redact", "--at", "/state", file)).toMatchObject({ code: 0, err: "" });
  });

  test("keeps what is named, and says when nothing stands there", async () => {
    const { code, out, err } = await runCli(
      "redact",
      checkpoint,
      "--keep",
      "/original_input",
      "--keep",
      "/orignal_input",
    );
    const { original_input } = JSON.parse(readFileSync(checkpoint, "utf8"));
    expect([code, JSON.parse(out).original_input]).toEqual([0, original_input]);
    expect(err).toBe("note: nothing stands at /orignal_input; --keep has no effect there\n");
    // As an empty variable of a script gives it.
    expect(await runCli("redact", checkpoint, "--keep", "")).toMatchObject({ code: 2, out: "" });
  });

  test("an unreadable input or a bad pointer is exit 2", async () => {
    expect((await runCli("redact", path("nowhere.json"))).code).toBe(2);
    expect((await runCli("redact", checkpoint, "--keep", "original_input")).code).toBe(2);
  });
});
