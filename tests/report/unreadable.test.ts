import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";

const folder = temporaryFolder();
const broken = join(folder, "b&.json.gz");
cpSync("corpus/minimal/1.21.json", join(folder, "a.json"));
writeFileSync(broken, "no gzip");
const corpus = temporaryFolder();
cpSync("corpus/manifest.json", join(corpus, "manifest.json"));

const report = async (format: string) => {
  const { code, out, err } = await runCli("validate", folder, "--load-only", "--format", format);
  expect([code, err]).toEqual([2, expect.stringContaining("no whole gzip file")]);
  return out;
};

test("junit has an error for an input that cannot be read", async () => {
  const xml = await report("junit");
  expect(xml).toContain('tests="2" failures="0" errors="1"');
  expect(xml).toMatch(/<error type="input" message="[^"]*b&amp;\.json\.gz is no whole gzip file"\/>/);
});

test("sarif has a notification, and the run was no success", async () => {
  const [run] = JSON.parse(await report("sarif")).runs;
  expect(run.results).toEqual([]);
  const text = `${broken} is no whole gzip file`;
  expect(run.invocations).toEqual([
    { executionSuccessful: false, toolExecutionNotifications: [{ level: "error", message: { text } }] },
  ]);
});

test("github has an annotation", async () => {
  expect(await report("github")).toMatch(/^::error title=input::.*no whole gzip file\n$/);
});

test.each([
  ["junit", '<error type="input" message="'],
  ["sarif", '"executionSuccessful":false'],
  ["github", "::error title=input::"],
])("%s names a folder that holds nothing but the manifest of a corpus", async (format, text) => {
  const { code, out } = await runCli("validate", corpus, "--format", format);
  expect([code, out]).toEqual([2, expect.stringContaining(text)]);
  expect(out).toContain("matches no file but the manifest of a corpus");
});

test.each([
  ["validate", "--format", "junit"],
  ["migrate", "--to", "1.21", "--dry-run"],
])("no line of %s ends in blanks where a finding is of the whole document", async (...args) => {
  const list = join(folder, "list.json");
  writeFileSync(list, "[]");
  const { code, out, err } = await runCli(...args, list);
  expect([code, out + err]).toEqual([1, expect.stringMatching(/error {2}not-a-checkpoint\n/)]);
});
