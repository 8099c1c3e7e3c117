// Hostile session sources: JSON of any kind, SQLite files and write-ahead logs with broken bytes. Never a crash; a session that cannot be read
// is exit 2 with a sentence; the source is never changed.
//   node scripts/fuzz/sessions.mjs [--minutes N] [--count N] [--seed N]
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readBases } from "../sdk/bases.mjs";
import { oddKeys, oddValues } from "../sdk/odd-values.mjs";
import { printTree } from "../sdk/raw-json.mjs";
import { campaign } from "./campaign.mjs";
import { loadCommandLine } from "./command-line.mjs";
import { databaseOf, walOf } from "./databases.mjs";
import { brokenBytes, overgrown, randomBytes } from "./shapes.mjs";

const run = loadCommandLine();
const corpus = join(import.meta.dirname, "../../corpus");
const bases = readBases([join(corpus, "resume"), join(corpus, "features")]).filter(({ tree }) => tree !== null);
const known = bases.flatMap(({ tree }) => [
  ...(Array.isArray(tree.session_items) ? tree.session_items.map((item) => item?.raw_item) : []),
  ...(Array.isArray(tree.pending_session_write?.items) ? tree.pending_session_write.items : []),
]);

/** An item as a session stores it, sometimes an odd one. */
function drawItem(random) {
  const item = structuredClone(random.pick(known)) ?? {};
  for (let n = 0; n < random.below(3); n++) {
    const key = random.chance(0.8) ? random.pick(Object.keys(item)) : random.pick(oddKeys);
    if (random.chance(0.3)) delete item[key];
    else if (key !== undefined)
      Object.defineProperty(item, key, {
        value: random.pick(oddValues),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return random.chance(0.05) ? random.pick(oddValues) : item;
}

/** The items that the checkpoint waits to write, whole or in part, among others. */
function drawItems(random, tree) {
  const own = Array.isArray(tree.pending_session_write?.items) ? tree.pending_session_write.items : [];
  const items = Array.from({ length: random.below(12) }, () => drawItem(random));
  if (random.chance(0.5)) items.splice(random.below(items.length + 1), 0, ...own.slice(random.below(2)));
  return items;
}

function drawJson(random, items) {
  const list = printTree(items);
  const text = random.pick([
    list,
    `{"session_id": "s", "items": ${list}}`,
    `{"items": ${list}}`,
    printTree(random.pick(oddValues)),
  ]);
  return random.weighted([
    [5, () => text],
    [3, () => brokenBytes(random, text)],
    [1, () => overgrown(random, text)],
    [1, () => randomBytes(random, random.below(200))],
  ])();
}

function drawDatabase(random, items) {
  const rows = items.map((item) => (random.chance(0.05) ? "no JSON" : printTree(item)));
  const database = databaseOf(rows, { table: random.chance(0.9) ? "agent_messages" : "other" });
  if (random.chance(0.1)) return { database: randomBytes(random, random.below(3000)) };
  if (random.chance(0.4)) return { database: spoiled(random, database) };
  const claims = random.chance(0.2)
    ? { pageCount: random.pick([1, 0xffffffff, 0x7fffffff, 1_000_000]), firstPage: random.pick([0, 1, 0xfffffffe]) }
    : {};
  const log = walOf(database, claims);
  const base = random.chance(0.5) ? databaseOf(rows.slice(0, 2)) : database;
  base.fill(2, 18, 20);
  return {
    database: random.chance(0.2) ? spoiled(random, base) : base,
    log: random.chance(0.6) ? spoiled(random, log) : log,
  };
}

function spoiled(random, bytes) {
  const copy = Buffer.from(bytes);
  if (random.chance(0.3)) return copy.subarray(0, random.below(copy.length + 1));
  for (let n = 0; n < 1 + random.below(20); n++)
    copy[random.chance(0.5) ? random.below(100) : random.below(copy.length)] = random.below(256);
  return copy;
}

const decisions = [
  [],
  ["--decide", "approve"],
  ["--decide", "reject", "--then", "run-again"],
  ["--decide", "approve", "--then", "final"],
  ["--then", "tripwire"],
];
const kinds = [[], ["--session-kind", "conversations"], ["--session-kind", "compaction"], ["--session-limit", "3"]];

function drawCommand(random, source, checkpoint) {
  const decided = [...random.pick(decisions), ...random.pick(kinds)];
  const [command, ...more] = random.chance(0.7) ? ["settle", ...decided] : ["doctor"];
  return [command, "--session", source, ...more, "--format", random.pick(["json", "text"]), checkpoint];
}

await campaign("sessions", async (random, folder) => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const base = random.pick(bases);
  const items = drawItems(random, base.tree);
  const files = { "checkpoint.json": base.text };
  const isDatabase = random.chance(0.5);
  if (isDatabase) {
    const { database, log } = drawDatabase(random, items);
    files["session.db"] = database;
    if (log !== undefined) files["session.db-wal"] = log;
  } else files["session.json"] = drawJson(random, items);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const source = isDatabase ? `sqlite:${join(folder, "session.db")}` : join(folder, "session.json");
  const argv = drawCommand(random, source, join(folder, "checkpoint.json"));
  const { code, out, err } = await run(argv);
  const complaints = [];
  if (![0, 1, 2].includes(code)) complaints.push(`runstate ${argv.join(" ")}: exit ${code}\n${err}`);
  if (code === 2 && err === "") complaints.push("exit 2 without a word");
  if (code !== 2 && out === "") complaints.push("says nothing");
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if (!existsSync(path) || !isDeepStrictEqual(readFileSync(path), Buffer.from(content)))
      complaints.push(`${name} is not what it was`);
  }
  if (readdirSync(folder).length !== Object.keys(files).length) complaints.push(`left behind: ${readdirSync(folder)}`);
  return { complaints, files };
});
