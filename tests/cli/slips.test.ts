import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../temporary.ts";
import { runCli } from "./run-cli.ts";

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const state = () => readFileSync(path("state.json"), "utf8");

beforeAll(() => {
  copyFileSync("corpus/resume/1.21-approval-pending.json", path("state.json"));
  writeFileSync(path("row.json"), `{"id": 7, "state": ${state()}}`);
});

/** What is typed wrong at night, and what is to be typed next. FILE and ROW stand for a checkpoint and one inside a row. */
const slips: readonly (readonly [string, string])[] = [
  ["--sdk 0.22.3 FILE", "options stand behind the command: `runstate validate --sdk …`"],
  ["-v", "`runstate --version`"],
  ["validate -sdk 0.22.3 FILE", "did you mean --sdk?"],
  ["validate \u2013-sdk 0.22.3 FILE", "begins with a dash that is no hyphen"],
  ["validate --json FILE", "did you mean --format json?"],
  ["validate --sarif FILE", "did you mean --format sarif?"],
  ["validate --sdk v0.22.3 FILE", "the nearest is 0.22.3"],
  ["validate --sdk openai-agents==0.22.3 FILE", "the nearest is 0.22.3"],
  ["validate --sdk 0.22.3,0.23.1 FILE", "the nearest is 0.22.3"],
  ["validate --sdk ALL FILE", "the nearest is all"],
  ["validate --sdk draft1.18 FILE", "the nearest is draft-1.18"],
  ["migrate --to v1.20 FILE", "the nearest is 1.20"],
  ["migrate --for-sdk 1.20 FILE", "1.20 is a schema version and no release of openai-agents; 0.24.0 reads it"],
  ["explain H99", "`runstate explain` lists them"],
  ["validate --at state ROW", "did you mean /state?"],
  ["validate --at $.state ROW", "did you mean /state?"],
  ["validate --allow $.context['key'][0] FILE", "did you mean /context/key/0?"],
  ["validate --at /stat ROW", "has nothing at /stat; a checkpoint stands at /state"],
  ["inspect --at /stat ROW", "has nothing at /stat; a checkpoint stands at /state"],
  ["inspect --at /state FILE", "has nothing at /state; leave --at out"],
  ["validate s3://bucket/state.json", "an address (s3://…) was given in place of a file"],
  ["settle FILE --session redis://ann:pw@host/0", "an address (redis://…) was given in place of a file"],
  ["settle FILE --session sqlite+aiosqlite:///chat.db", "a database is named sqlite:chat.db"],
  ["settle FILE --session sqlite:///chat.db", "a database is named sqlite:chat.db"],
];

it.each(slips)("%s", async (line, told) => {
  const words = line
    .split(" ")
    .map((word) => word.replace("FILE", path("state.json")).replace("ROW", path("row.json")));
  const { code, err } = await runCli(...words);
  expect([code, err]).toEqual([2, expect.stringContaining(told)]);
  expect(err).not.toContain("pw@");
});

it("says where a path goes wrong", async () => {
  const told = async (file: string) => (await runCli("validate", file)).err;
  expect(await told(path("sttae.json"))).toBe(
    `runstate: ${path("sttae.json")} does not exist; did you mean ${path("state.json")}?\n`,
  );
  expect(await told(path("other-name.json"))).toBe(`runstate: ${path("other-name.json")} does not exist\n`);
  expect(await told(path("no/state.json"))).toContain(`does not exist: there is no folder ${path("no")}\n`);
});

it.each([
  ["TEXT"],
  ["validate", "TEXT"],
  ["inspect", "TEXT"],
  ["diff", "FILE", "TEXT"],
  ["settle", "FILE", "--session", "TEXT"],
])("prints nothing of a text that stands in place of a file: %j", async (...words) => {
  for (const text of [state(), `[${state()}]`, state().slice(0, 200).replaceAll('"', "'")]) {
    const { code, err } = await runCli(
      ...words.map((word) => (word === "TEXT" ? text : word.replace("FILE", path("state.json")))),
    );
    expect([code, err]).toEqual([2, expect.stringContaining("a text was given in place of a file")]);
    expect(err).not.toContain("mailer");
  }
});

it("says where and how the text of `redact` is broken", async () => {
  writeFileSync(path("repr.json"), "{'a': None}");
  const { code, err } = await runCli("redact", path("repr.json"));
  expect(code).toBe(1);
  expect(err).toMatch(/repr\.json:1:2 cannot be masked\. Expected .* found a single quote\. .*state\.to_string\(\)/);
});

it("says where and how a side of `diff` is broken", async () => {
  writeFileSync(path("single.json"), "{'a': None}");
  const { code, out } = await runCli("diff", path("state.json"), path("single.json"));
  expect(code).toBe(1);
  expect(out).toContain("only the verdicts are compared. b:1:2: Expected a key in double quotes");
});

it.each([
  ["the items of a session", [{ role: "user", content: "hi" }], "--session FILE"],
  ["a checkpoint of LangGraph", { channel_values: {}, channel_versions: {} }, "RunState.to_string()"],
  ["a result of a run", { new_items: [], raw_responses: [] }, "result.to_state().to_string()"],
])("calls %s what it is", async (what, value, way) => {
  writeFileSync(path("other.json"), JSON.stringify(value));
  const { code, out } = await runCli("validate", "--format", "jsonl", path("other.json"));
  const { message, fix } = JSON.parse(out).findings[0];
  expect([code, message, fix]).toEqual([1, expect.stringContaining(`found ${what}.`), expect.stringContaining(way)]);
});
