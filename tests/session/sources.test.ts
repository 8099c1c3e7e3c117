import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import initSqlJs from "sql.js";
import { describe, expect, it } from "vitest";
import { oneLine } from "../../src/session/raw-item.ts";
import { readSession } from "../../src/session/source.ts";
import { withWal } from "../../src/session/wal.ts";
import { fileWriter, temporaryFolder } from "../temporary.ts";

const stores = fileURLToPath(new URL("../vectors/settle/db/", import.meta.url));
const wasm = fileURLToPath(new URL("../../node_modules/sql.js/dist/", import.meta.url));
const folder = temporaryFolder();
const file = fileWriter(folder);

async function itemsOf(source: string, wanted: string | null = null): Promise<unknown[]> {
  return (await readSession({ source, wanted }))?.items.map(({ value }) => value) ?? [];
}

const rowsOf = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ session_id: id, message_data: "{}" })));

describe("a SQLite store", () => {
  const expected = JSON.parse(readFileSync(join(stores, "expected.json"), "utf8")) as Record<
    string,
    { session_id: string; items: unknown[] }
  >;

  it.each(Object.entries(expected))("%s gives what get_items() gives", async (name, { session_id, items }) => {
    expect(await itemsOf(`sqlite:${join(stores, name)}#${session_id}`)).toEqual(items);
    expect(await itemsOf(`sqlite:${join(stores, name)}`, session_id)).toEqual(items);
  });

  it("may have a # in its name and in the ids of its sessions", async () => {
    const { session_id, items } = expected["sqlalchemy.db"] as { session_id: string; items: unknown[] };
    const odd = join(folder, "a#b.db");
    copyFileSync(join(stores, "sqlalchemy.db"), odd);
    copyFileSync(join(stores, "sqlalchemy.db"), join(folder, "a"));
    expect(await itemsOf(`sqlite:${odd}#${session_id}`)).toEqual(items);
    expect(await itemsOf(`sqlite:${odd}`, session_id)).toEqual(items);
    await expect(itemsOf(`sqlite:${odd}#s2#x`)).rejects.toThrow(/a#b\.db has no session "s2#x"/);
    await expect(itemsOf(`sqlite:${join(folder, "no.db")}#s2#x`)).rejects.toThrow(
      /session \S*no\.db: there is no such/,
    );
  });

  it("tells what stands on other branches, or on none", async () => {
    const sql = await initSqlJs({ wasmBinary: readFileSync(join(wasm, "sql-wasm.wasm")) });
    const database = new sql.Database(readFileSync(join(stores, "advanced-branches.db")));
    const notes = async () => {
      const copy = file("branches.db", Buffer.from(database.export()));
      return (await readSession({ source: `sqlite:${copy}`, wanted: "sess_1" }))?.notes.join(" ");
    };
    expect(await notes()).toContain('where a new AdvancedSQLiteSession starts. For "');
    database.prepare("INSERT INTO agent_messages (session_id, message_data) VALUES ('sess_1', '{}')").step();
    expect(await notes()).toContain("Without 1 row of a SQLiteSession");
    database.prepare("DELETE FROM message_structure").step();
    expect(await notes()).toContain("An AdvancedSQLiteSession with this id finds none of them");
  });

  it("is only read: nothing changes, nothing is left beside it", async () => {
    const before = readdirSync(stores).map((name) => [
      name,
      statSync(join(stores, name)).mtimeMs,
      readFileSync(join(stores, name)).length,
    ]);
    await readSession({ source: `sqlite:${join(stores, "wal-live.db")}`, wanted: "sess_1" });
    expect(
      readdirSync(stores).map((name) => [
        name,
        statSync(join(stores, name)).mtimeMs,
        readFileSync(join(stores, name)).length,
      ]),
    ).toEqual(before);
  });

  it("without its -wal has fewer items, and says so", async () => {
    copyFileSync(join(stores, "wal-live.db"), join(folder, "alone.db"));
    const session = await readSession({ source: `sqlite:${join(folder, "alone.db")}`, wanted: "sess_1" });
    expect(session?.items).toEqual([]);
    expect(session?.notes.join(" ")).toContain("-wal");
  });

  it("is refused where its -wal cannot be read", async () => {
    copyFileSync(join(stores, "wal-live.db"), join(folder, "shut.db"));
    mkdirSync(join(folder, "shut.db-wal"));
    const session = readSession({ source: `sqlite:${join(folder, "shut.db")}`, wanted: "sess_1" });
    await expect(session).rejects.toThrow(/cannot read the session .*shut\.db-wal: it is a folder$/);
  });

  it("tells skipped rows, other sessions, other tables, envelopes", async () => {
    const corrupt = await readSession({ source: `sqlite:${join(stores, "corrupt-row.db")}`, wanted: "sess_1" });
    expect(corrupt?.notes.join(" ")).toContain("1 of 4 rows");
    const missing = readSession({ source: `sqlite:${join(stores, "sqlalchemy.db")}#nobody`, wanted: null });
    await expect(missing).rejects.toThrow(/no session "nobody".*"sess_1"/);
    const table = readSession({ source: `sqlite:${join(stores, "sqlalchemy.db")}`, table: "mine", wanted: null });
    await expect(table).rejects.toThrow(/has no table mine; its session items are read with --table agent_messages$/);
    await expect(readSession({ source: `sqlite:${join(stores, "encrypted.db")}`, wanted: "sess_1" })).rejects.toThrow(
      "encrypted",
    );
    await expect(
      readSession({ source: `sqlite:${file("no.db", "no database at all, but long enough")}`, wanted: null }),
    ).rejects.toThrow("no SQLite");
    await expect(readSession({ source: `sqlite:${folder}`, wanted: null })).rejects.toThrow("it is a folder");
    const bare = { source: join(stores, "sqlalchemy.db"), wanted: null };
    await expect(readSession(bare)).rejects.toThrow(`--session sqlite:${bare.source}`);
  });
});

// Played with 0.19.4 to 0.24.0: both classes in one file, each session read by the class that wrote it.
it("a file of AdvancedSQLiteSession can hold a session of SQLiteSession, which has no branches", async () => {
  const sql = await initSqlJs({ wasmBinary: readFileSync(join(wasm, "sql-wasm.wasm")) });
  const database = new sql.Database(readFileSync(join(stores, "advanced-branches.db")));
  database
    .prepare(
      `INSERT INTO agent_messages (session_id, message_data) VALUES ('plain', '{"a": 1}'), ('plain', '{"a": 2}')`,
    )
    .step();
  const both = `sqlite:${file("both.db", database.export())}`;
  expect(await itemsOf(`${both}#plain`)).toEqual([{ a: 1 }, { a: 2 }]);
  const expected = JSON.parse(readFileSync(join(stores, "expected.json"), "utf8"))["advanced-branches.db"];
  expect(await itemsOf(`${both}#${expected.session_id}`)).toEqual(expected.items);
});

describe("what is no file", () => {
  it("is refused: a folder, a device without an end", async () => {
    await expect(itemsOf(`sqlite:${folder}`)).rejects.toThrow(/it is a folder/);
    if (!existsSync("/dev/zero")) return;
    await expect(itemsOf("sqlite:/dev/zero")).rejects.toThrow(/a pipe or a device/);
    await expect(itemsOf(`sqlite:${file("plain", "")}/x.db`)).rejects.toThrow("a part of the path is a file");
    await expect(itemsOf(`sqlite:${"x".repeat(300)}`)).rejects.toThrow("the name is too long");
    await expect(itemsOf("/dev/zero")).rejects.toThrow(/a device or socket/);
  });
});

describe("a table made by hand", () => {
  const made = async (name: string, table: string, row: string): Promise<string> => {
    const sql = await initSqlJs({ wasmBinary: readFileSync(join(wasm, "sql-wasm.wasm")) });
    const database = new sql.Database(new Uint8Array());
    const run = (text: string) => database.prepare(text).step();
    run(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT)`);
    run(`INSERT INTO ${table} VALUES (1, 's1', '${row}')`);
    return `sqlite:${file(name, database.export())}#s1`;
  };

  it("is found in any case of its name", async () => {
    expect(await itemsOf(await made("upper.db", "AGENT_MESSAGES", '{"a": 1}'))).toEqual([{ a: 1 }]);
  });

  // Measured with 0.24.0: SQLiteSession.get_items() skips what is no JSON, and lets ValueError and RecursionError through.
  it("cannot be read when the SDK's own get_items() raises on a row", async () => {
    await expect(itemsOf(await made("digits.db", "agent_messages", `{"n": ${"1".repeat(5000)}}`))).rejects.toThrow(
      /more digits than Python reads/,
    );
    await expect(
      itemsOf(await made("deep.db", "agent_messages", `${"[".repeat(3000)}${"]".repeat(3000)}`)),
    ).rejects.toThrow(/nested deeper/);
    expect(await itemsOf(await made("broken.db", "agent_messages", "{"))).toEqual([]);
  });
});

// Measured with SQLiteSession of 0.24.0, also in databases of UTF-16.
describe("a row of a database", () => {
  const rowOf = async (name: string, data: string) => {
    const sql = await initSqlJs({ wasmBinary: readFileSync(join(wasm, "sql-wasm.wasm")) });
    const database = new sql.Database(new Uint8Array());
    const run = (text: string) => database.prepare(text).step();
    if (name.startsWith("utf16")) run("PRAGMA encoding = 'UTF-16le'");
    run("CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT)");
    run(`INSERT INTO agent_messages VALUES (1, 's1', ${data})`);
    return itemsOf(`sqlite:${file(`${name}.db`, database.export())}#s1`);
  };
  const bytes = (...parts: (string | number[])[]) =>
    `x'${Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1"))).toString("hex")}'`;
  const wide = (width: 2 | 4, little: boolean) =>
    [...'{"a": 1}'].flatMap((letter) => {
      const unit = [letter.charCodeAt(0), ...Array(width - 1).fill(0)];
      return little ? unit : unit.reverse();
    });

  it("is skipped when its text begins with a byte order mark", async () => {
    expect(await rowOf("mark", "char(65279) || '{\"a\": 1}'")).toEqual([]);
    expect(await rowOf("utf16-mark", "char(65279) || '{\"a\": 1}'")).toEqual([]);
    expect(await rowOf("utf16-plain", "'{\"a\": 1}'")).toEqual([{ a: 1 }]);
  });

  it("can be bytes in every encoding that Python finds", async () => {
    const rows = [
      bytes('{"a": 1}'),
      bytes([0xef, 0xbb, 0xbf], '{"a": 1}'),
      bytes([0xff, 0xfe], wide(2, true)),
      bytes([0, 0, 0xfe, 0xff], wide(4, false)),
      ...[true, false].flatMap((little) => [bytes(wide(2, little)), bytes(wide(4, little))]),
    ];
    for (const [at, row] of rows.entries()) expect(await rowOf(`bytes-${at}`, row)).toEqual([{ a: 1 }]);
    expect(await rowOf("no-bytes", bytes(""))).toEqual([]);
  });

  it("can be bytes with a lone surrogate, beside other text", async () => {
    const row = bytes('{"a": "', [0xc3, 0xa9, 0xc3, 0xad, 0xed, 0x95, 0x9c, 0xed, 0xa0, 0x80], 'x"}');
    expect(await rowOf("lone-surrogate", row)).toEqual([{ a: "éí한\ud800x" }]);
  });

  it("stops the SDK when its bytes are no text", async () => {
    for (const [at, row] of [bytes('{"a": "', [0xff], '"}'), bytes(wide(2, true), [1])].entries())
      await expect(rowOf(`no-text-${at}`, row)).rejects.toThrow(/bytes that are no text/);
  });
});

describe("a write-ahead log", () => {
  const database = readFileSync(join(stores, "wal-live.db"));
  const wal = readFileSync(join(stores, "wal-live.db-wal"));

  it("counts only up to the last commit", () => {
    const whole = withWal(database, wal, "s.db");
    // A frame cut off, and a frame whose checksum does not fit, end the log.
    const broken = Uint8Array.from(wal);
    broken[wal.length - 1] = (broken[wal.length - 1] ?? 0) ^ 1;
    const cut = withWal(database, wal.subarray(0, wal.length - 100), "s.db");
    expect(withWal(database, broken, "s.db")).toEqual(cut);
    expect(cut).not.toEqual(whole);
  });

  it("with other salts is a log that was started over", () => {
    const other = Uint8Array.from(wal);
    other[16] = (other[16] ?? 0) ^ 1;
    expect(withWal(database, other, "s.db")).toHaveLength(database.length);
  });
});

describe("a JSON session", () => {
  it("is a list, or names its session, or has one item a line", async () => {
    const list = file("list.json", '[{"n": 1.0}, {"n": 1}]');
    const session = await readSession({ source: list, wanted: null });
    expect(session?.items.map(({ text }) => text)).toEqual(['{"n": 1.0}', '{"n": 1}']);
    expect(
      (await readSession({ source: file("named.json", '{"items": [{}], "session_id": "s"}'), wanted: null }))?.id,
    ).toBe("s");
    expect(await readSession({ source: "none", wanted: null })).toBeNull();
  });

  const asked = { role: "user", content: "x" };
  const told = JSON.stringify(asked);
  const row = { id: 1, session_id: "s", message_data: told };
  it.each([
    ["lines of items", `${told}\r\n${told}\n`, null],
    ["texts of items, as Redis lists them", JSON.stringify([told, told]), null],
    ["rows of a table", JSON.stringify([row, row]), "s"],
    ["rows, one a line", `${JSON.stringify(row)}\n${JSON.stringify(row)}`, "s"],
  ])("may be %s", async (_, text, id) => {
    const session = await readSession({ source: file("given.json", text), wanted: null });
    expect(session?.id).toBe(id);
    expect(session?.items).toEqual([asked, asked].map((value) => ({ text: told, value })));
  });

  // As MongoDBSession of 0.24.0 leaves them: one document a write, and below 0.24 one an item.
  const asked2 = JSON.stringify({ role: "user", content: "y" });
  const batch = (seq: unknown, generation: unknown, ...texts: unknown[]) =>
    JSON.stringify({ _id: { $oid: "a" }, session_id: "s", seq, generation, message_data: texts });
  it.each([
    ["one document", [batch(1, 0, told, asked2)], []],
    ["documents in any order", [batch(1, 0, asked2), batch(0, 0, told)], []],
    [
      "documents of canonical Extended JSON",
      [batch({ $numberInt: "10" }, { $numberInt: "0" }, asked2), batch({ $numberLong: "9" }, null, told)],
      [],
    ],
    [
      "documents that a cleared session left behind",
      [batch(0, 0, "{}"), batch(2, 1, told, asked2)],
      ["Without 1 document from before the session was cleared: the SDK leaves them out."],
    ],
    [
      "documents with texts that are none",
      [batch(1, 0, told, "x", 7, asked2)],
      ["2 of 4 rows are no JSON: the SDK skips them, and so does this."],
    ],
  ])("may be an export of MongoDB: %s", async (_, lines, notes) => {
    const session = await readSession({ source: file("mongo.json", lines.join("\n")), wanted: null });
    expect(session).toMatchObject({ id: "s", notes });
    expect(session?.items.map(({ text }) => text)).toEqual([told, asked2]);
  });

  it("is turned round where its rows stand newest first", async () => {
    const rows = [
      { ...row, id: 2, message_data: asked2 },
      { ...row, id: 1 },
    ];
    const session = await readSession({ source: file("newest.json", JSON.stringify(rows)), wanted: null });
    expect(session?.items.map(({ text }) => text)).toEqual([told, asked2]);
    expect(session?.notes).toEqual(["The rows stand newest first by their id, and are read from the last one on."]);
  });

  it("may be encoded twice", async () => {
    expect(await itemsOf(file("twice.json", JSON.stringify('[{"n": 1.0}]')))).toEqual([{ n: 1 }]);
  });

  it("may be packed", async () => {
    expect(await itemsOf(file("packed.json.gz", gzipSync('[{"n": 1}]')))).toEqual([{ n: 1 }]);
    await expect(itemsOf(file("broken.json.gz", "[]"))).rejects.toThrow(/broken\.json\.gz is no whole gzip file/);
  });

  it.each([
    ["{}", "no session; a session is a list"],
    ['{"$schemaVersion": "1.21", "x": []}', "it is a checkpoint: a session is a list"],
    ['{"object": "list", "data": [{}]}', "it is a page of the API, which may be one of many"],
    ["[1]", "item 1"],
    ["[", "bad.json:1:2 is no session. Expected a value, found the end of the text. A session is a list"],
    ["[{'role': 'user'}]", "bad.json:1:3 is no session. .*found a single quote"],
    [Buffer.from('[{"role": "user"}]').toString("base64").repeat(3), "Expected JSON, found base64"],
    ["", "bad.json:1:1 is no session. The text holds nothing but white space"],
    [gzipSync("[]"), "bad.json:1:2 is no session. This is no text: it is packed with gzip"],
    [Buffer.from("\ufeff[]", "utf16le"), "This text is UTF-16"],
    ['{"session_id": 1, "items": []}', "no string"],
    ['["x"]', "item 1 of .*bad.json is a text that is no JSON"],
    ['{"role": "user"}\n{', "line 2 of"],
    [rowsOf("a", "b"), String.raw`rows of 2 sessions \(a, b\)`],
    [rowsOf("a", "b", "c", "d"), String.raw`rows of 4 sessions \(a, b, c, … and 1 more\)`],
  ])("%s is none", async (text, reason) => {
    await expect(readSession({ source: file("bad.json", text), wanted: null })).rejects.toThrow(new RegExp(reason));
  });

  it("prints its items on one line, without anything a terminal acts on", () => {
    expect(oneLine('{ "a" : "x\u009b \u202e" ,\n "n": [ 1.0, NaN ] }')).toBe('{"a":"x\\u009b \\u202e","n":[1.0,NaN]}');
  });
});
