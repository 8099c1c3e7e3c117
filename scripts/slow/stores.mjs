// The lines of docs/bulk.md and docs/migrating.md that take checkpoints out of stores and put them back, word by word as they stand there,
// against a real PostgreSQL, a real Redis and an S3 server (moto): what is then in the store is what the command line makes of each file.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { leaveOut } from "./left-out.mjs";
import { pythonWith } from "./python.mjs";

const root = join(import.meta.dirname, "../..");
const bin = join(root, "bin/runstate.cjs");

const postgres = versionsOf("/usr/lib/postgresql").map((version) => join("/usr/lib/postgresql", version, "bin"))[0];
const missing = ["psql", "redis-server", "redis-cli", "parallel", "jq"].filter(
  (name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0,
);
if (postgres === undefined || missing.length > 0) leaveOut(`there is no ${missing[0] ?? "PostgreSQL server"}`);

function versionsOf(folder) {
  try {
    return readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

/** Old and new labels; the last one is refused on the way up. */
const names = ["1.21-approval-pending", "1.17-approval-pending", "1.15-approval-pending", "1.9-approval-pending"];
const texts = names.map((name) => readFileSync(join(root, "corpus/resume", `${name}.json`), "utf8"));
texts.push('{"$schemaVersion": "1.17", "current_turn": 1}');

const folder = mkdtempSync(join(tmpdir(), "runstate-stores-"));
chmodSync(folder, 0o777);
const tools = join(folder, "bin");
const work = join(folder, "work");
const servers = [];
const env = {
  ...process.env,
  PATH: [tools, process.env.PATH].join(delimiter),
  PGHOST: folder,
  PGUSER: "postgres",
  PGDATABASE: "postgres",
  AWS_ACCESS_KEY_ID: "none",
  AWS_SECRET_ACCESS_KEY: "none",
  AWS_DEFAULT_REGION: "us-east-1",
};

/** What a shell line prints; it must end as expected. */
function shell(line, input, codes = [0]) {
  const done = spawnSync("bash", ["-c", line], { cwd: work, env, encoding: "utf8", input, maxBuffer: 1 << 28 });
  if (!codes.includes(done.status)) throw new Error(`exit ${done.status}: ${line}\n${done.stderr}`);
  return done.stdout;
}

function writeTool(name, line) {
  writeFileSync(join(tools, name), `#!/bin/sh\nexec ${line} "$@"\n`);
  chmodSync(join(tools, name), 0o755);
}

/** Tries until it works, ten seconds long. */
function waitFor(line) {
  for (let tries = 0; tries < 100; tries++) {
    if (spawnSync("bash", ["-c", line], { cwd: work, env, stdio: "ignore" }).status === 0) return;
    spawnSync("sleep", ["0.1"]);
  }
  throw new Error(`never ready: ${line}`);
}

function startPostgres() {
  const data = join(folder, "data");
  // The server refuses to run as root.
  const [command, ...before] = process.getuid() === 0 ? ["runuser", "-u", "postgres", "--"] : ["env"];
  const made = spawnSync(command, [...before, join(postgres, "initdb"), "-U", "postgres", "-A", "trust", "-D", data]);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const options = ["-D", data, "-k", folder, "-c", "listen_addresses="];
  servers.push(spawn(command, [...before, join(postgres, "postgres"), ...options], { stdio: "ignore" }));
  waitFor("psql -c 'select 1'");
}

function startRedis() {
  const socket = join(folder, "redis.sock");
  servers.push(spawn("redis-server", ["--port", "0", "--unixsocket", socket, "--save", ""], { stdio: "ignore" }));
  const path = spawnSync("sh", ["-c", "command -v redis-cli"], { encoding: "utf8" }).stdout.trim();
  writeTool("redis-cli", `${path} -s '${socket}'`);
  waitFor('test "$(redis-cli ping)" = PONG');
}

function startS3() {
  const python = pythonWith("stores", ["awscli==1.46.0", "moto[server]==5.1.16"]);
  const port = 20_000 + (process.pid % 20_000);
  env.AWS_ENDPOINT_URL = `http://127.0.0.1:${port}`;
  writeTool("aws", `'${join(python, "aws")}'`);
  servers.push(spawn(join(python, "moto_server"), ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" }));
  waitFor("aws s3 ls");
}

/** The block of a page (not one that the fast tests run) in which these words stand. */
function documented(page, words) {
  const text = readFileSync(join(root, "docs", page), "utf8");
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, kind, block]) =>
    kind === "" ? [block] : [],
  );
  const found = blocks.filter((block) => words.every((word) => block.includes(word)));
  if (found.length !== 1) throw new Error(`${page}: ${found.length} blocks with ${words.join(" and ")}`);
  return found[0];
}

/** What the command line makes of each text alone: undefined where it is refused. */
function migrated(option) {
  return texts.map((text) => {
    const done = spawnSync(process.execPath, [bin, "migrate", ...option, "--quiet", "-"], {
      encoding: "utf8",
      input: text,
    });
    return done.status === 0 ? done.stdout : undefined;
  });
}

let wrong = 0;
function compare(what, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) console.log(`${what}: as expected`);
  else {
    wrong++;
    console.log(
      `${what}: ${JSON.stringify(found).slice(0, 400)}\n  expected ${JSON.stringify(expected).slice(0, 400)}`,
    );
  }
}

const lines = (text) => text.split("\n").filter((line) => line !== "");
const verdicts = (text) =>
  lines(text)
    .map((line) => JSON.parse(line).verdict)
    .sort();

function fillStores() {
  shell(
    "psql -c 'create table runs (id bigint primary key, state text)' && aws s3 mb s3://bucket && aws s3 mb s3://runs",
  );
  for (const [id, text] of texts.entries()) {
    writeFileSync(join(work, "one.json"), text);
    shell(`psql -c "insert into runs values (${id}, pg_read_file('${join(work, "one.json")}'))"`);
    shell(`redis-cli -X v set run:${id} v ex 1000 < one.json && aws s3 cp one.json 's3://bucket/runs/run ${id}.json'`);
  }
  writeFileSync(join(work, "one.json"), texts[1]);
  shell("redis-cli -X v set run:42 v ex 1000 < one.json && aws s3 cp one.json s3://runs/42.json");
}

function checkBulk() {
  const expected = migrated(["--for-sdk", "0.24.0"]);
  const rows = shell(`${documented("bulk.md", ["psql"])}\ncat migrated.ndjson`, undefined, [0, 1]);
  const found = lines(rows).map((line) => JSON.parse(line));
  compare(
    "PostgreSQL, out",
    found.map(({ id, state }) => [id, state]),
    expected.flatMap((text, id) => (text === undefined ? [] : [[id, text]])),
  );
  const judged = texts.map((_, id) => (expected[id] === undefined ? "rejected" : "accepted"));
  compare(
    "Redis, out",
    verdicts(shell(documented("bulk.md", ["redis-cli"]), undefined, [1])),
    [...judged, "accepted"].sort(),
  );
  compare("S3, out", verdicts(shell(documented("bulk.md", ["aws s3 ls"]), undefined, [1])), [...judged].sort());
}

function checkPipes() {
  const block = texts.slice(0, -1).map((text) => JSON.stringify(JSON.parse(text)));
  writeFileSync(
    join(work, "states.ndjson"),
    `${Array.from({ length: 400 }, (_, at) => block[at % block.length]).join("\n")}\n`,
  );
  writeFileSync(join(work, "checkpoint.json"), texts[1]);
  const line = documented("bulk.md", ["parallel"]).replace("64M", "1M");
  const labels = (text) => lines(text).map((one) => JSON.parse(one).schemaVersion);
  compare(
    "parallel",
    labels(shell(`${line}\ncat verdicts.ndjson`)),
    labels(shell("runstate validate --ndjson --format jsonl states.ndjson")),
  );
  compare("jq", JSON.parse(shell(documented("bulk.md", ["jq"]))), migrated(["--for-sdk", "0.24.0"])[1]);
}

function checkMigrating() {
  const expected = migrated(["--to", "1.21"]);
  const pipe = lines(shell(documented("migrating.md", ["psql", "--at /state -\n"]), undefined, [0, 1]));
  compare(
    "PostgreSQL, piped",
    pipe.map((line) => JSON.parse(line).state),
    expected.filter((text) => text !== undefined),
  );
  shell("psql -c 'alter table runs alter column state type json using state::json'");
  shell(documented("migrating.md", ["psql", "\\copy"]), undefined, [0, 1]);
  const stored = texts.map((_, id) =>
    shell(`psql -qAt -c 'select state::text from runs where id = ${id}'`).slice(0, -1),
  );
  compare(
    "PostgreSQL, back",
    stored,
    texts.map((text, id) => expected[id] ?? text),
  );
  const [redis, s3] = documented("migrating.md", ["redis-cli"]).split("\n");
  shell(redis);
  // `--raw` ends what it prints with a line break, in the value as well as here.
  compare("Redis, back", shell("redis-cli --raw get run:42").trimEnd(), expected[1].trimEnd());
  compare("Redis, time to live", Number(shell("redis-cli ttl run:42")) > 900, true);
  shell(s3);
  compare("S3, back", shell("aws s3 cp s3://runs/42.json -"), expected[1]);
}

try {
  mkdirSync(tools);
  mkdirSync(work);
  writeTool("runstate", `'${process.execPath}' '${bin}'`);
  startPostgres();
  startRedis();
  startS3();
  fillStores();
  checkBulk();
  checkPipes();
  checkMigrating();
} finally {
  for (const server of servers) server.kill("SIGINT");
  spawnSync("sleep", ["1"]);
  rmSync(folder, { recursive: true, force: true });
}
if (wrong > 0) process.exitCode = 1;
