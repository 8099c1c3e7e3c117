import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../temporary.ts";
import { runCli } from "./run-cli.ts";

const place = temporaryFolder();
const folder = join(place, "mine");
const manifest = join(folder, "any-name.json");
const nested = join(folder, "inner", "manifest.json");

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(place, "out"), { recursive: true, force: true });
  mkdirSync(join(folder, "inner"), { recursive: true });
  cpSync("corpus/resume/1.17-approval-pending.json", join(folder, "a.json"));
  for (const file of [manifest, nested]) writeFileSync(file, '{"runstateManifest":1,"files":[]}');
});

const linesOf = (text: string) => text.trim().split("\n");
const filesIn = (text: string) => linesOf(text).map((line) => (JSON.parse(line) as { file: string }).file);

describe("walks leave the manifest of a corpus out", () => {
  test.each([
    ["validate", "--format", "jsonl"],
    ["validate", "--format", "jsonl", "--jobs", "2"],
    ["validate", "--format", "jsonl", "--at", ""],
    ["corpus", "plan", "--from-sdk", "0.22.3", "--to-sdk", "0.24.0", "--format", "jsonl"],
  ])("%s %s %s %s", async (...args) => {
    const { code, out, err } = await runCli(...args, folder);
    expect({ code, err, files: filesIn(out) }).toEqual({ code: 0, err: "", files: [join(folder, "a.json")] });
  });

  test("lines of a walked folder", async () => {
    const line = JSON.stringify(JSON.parse(readFileSync(join(folder, "a.json"), "utf8")));
    writeFileSync(join(folder, "a.json"), `${line}\n`);
    const { code, out } = await runCli("validate", folder, "--ndjson", "--format", "jsonl");
    expect([code, filesIn(out)]).toEqual([0, [join(folder, "a.json")]]);
  });

  test.each(["validate", "migrate"])(
    "lines of a walked folder with a manifest over many lines: %s",
    async (command) => {
      const line = JSON.stringify(JSON.parse(readFileSync(join(folder, "a.json"), "utf8")));
      writeFileSync(join(folder, "a.json"), `${line}\n`);
      writeFileSync(nested, '{\n  "runstateManifest": 1,\n  "files": []\n}\n');
      const words = command === "validate" ? ["--format", "jsonl"] : ["--to", "1.21"];
      const { code, out } = await runCli(command, folder, "--ndjson", ...words);
      expect([code, linesOf(out).length]).toEqual([0, 1]);
    },
  );

  test.each([["--write"], ["--out-dir", join(place, "out")]])("migrate %s", async (...target) => {
    const report = join(place, "report.ndjson");
    const { code, err } = await runCli("migrate", folder, "--to", "1.21", ...target, "--report", report);
    expect([code, err]).toEqual([0, expect.not.stringContaining("any-name")]);
    expect(filesIn(readFileSync(report, "utf8"))).toEqual([join(folder, "a.json")]);
    expect(readFileSync(manifest, "utf8")).toBe('{"runstateManifest":1,"files":[]}');
    expect(existsSync(join(place, "out", "any-name.json"))).toBe(false);
  });

  test("corpus check does not miss them in its own manifest", async () => {
    await runCli("corpus", "add", join(folder, "a.json"), "--dir", folder, "--as", "b.json");
    rmSync(join(folder, "a.json"));
    const { code, out } = await runCli("corpus", "check", folder);
    expect([code, out]).toEqual([0, expect.stringContaining("1 file: all as expected")]);
  });
});

test("corpus add loses no entry when several run at once: who comes too late is refused", async () => {
  const dir = join(place, "at-once");
  const names = ["a", "b", "c", "d"].map((name) => join(place, `${name}.json`));
  for (const file of names) cpSync("corpus/resume/1.17-approval-pending.json", file);
  const codes = await Promise.all(names.map(async (file) => (await runCli("corpus", "add", file, "--dir", dir)).code));
  const added = codes.filter((code) => code === 0).length;
  expect(added).toBeGreaterThan(0);
  expect(codes.filter((code) => code !== 0 && code !== 2)).toEqual([]);
  expect(JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")).files).toHaveLength(added);
});

test("corpus plan asks for one release on each side", async () => {
  const { code, err } = await runCli("corpus", "plan", "--from-sdk", "all", "--to-sdk", "0.24.0", folder);
  expect([code, err]).toEqual([2, expect.stringContaining("--from-sdk: name one release")]);
});

describe("a manifest is judged", () => {
  test("when it is named itself", async () => {
    const { code, out } = await runCli("validate", manifest, "--format", "jsonl");
    expect([code, filesIn(out)]).toEqual([1, [manifest]]);
    expect(out).toContain("not-a-checkpoint");
    expect((await runCli("migrate", manifest, "--to", "1.21")).code).toBe(1);
  });

  test("when it is of another version", async () => {
    writeFileSync(manifest, '{"runstateManifest":2,"files":[]}');
    const { code, out } = await runCli("validate", folder, "--format", "jsonl");
    expect([code, filesIn(out)]).toEqual([1, [join(folder, "a.json"), manifest]]);
  });
});

test.each([
  ["validate"],
  ["validate", "--jobs", "2"],
  ["migrate", "--to", "1.21", "--check"],
  ["corpus", "plan", "--from-sdk", "0.22.3", "--to-sdk", "0.24.0"],
])("a folder of manifests only is an empty match: %s", async (...args) => {
  rmSync(join(folder, "a.json"));
  const { code, err } = await runCli(...args, folder);
  expect([code, err]).toEqual([2, `runstate: ${folder} matches no file but the manifest of a corpus\n`]);
});

test.each([["inspect"], ["doctor"], ["redact"]])("%s takes no manifest for its checkpoint", async (command) => {
  rmSync(join(folder, "a.json"));
  rmSync(nested);
  const { code, err } = await runCli(command, folder);
  expect([code, err]).toEqual([2, `runstate: ${folder} matches no file but the manifest of a corpus\n`]);
});
