import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { unifiedDiff } from "../../src/report/migrate/unified-diff.ts";
import { runCli } from "../cli/run-cli.ts";
import { file, newer, old, refusedBelow, text } from "./files.ts";

const patchProgram = "patch";

describe("migrate: looking only", () => {
  it("prints the plan", async () => {
    const done = await runCli("migrate", "--to", "1.13", "--dry-run", file("a.json", JSON.stringify(newer)));
    expect(done.code).toBe(0);
    expect(done.out).toMatch(/a\.json {2}migrated, 1\.21 to 1\.13, \d+ edits/);
    expect(done.out).toContain("remove  /context/tool_invocations  degraded  ledger-dropped");
  });

  it("prints the plan as data", async () => {
    const done = await runCli("migrate", "--to", "1.21", "--dry-run", "--format", "json", file("a.json", old));
    const [result] = JSON.parse(done.out).results;
    expect(result).toMatchObject({ from: "1.17", to: "1.21", status: "migrated", line: null });
    expect(result.edits).toEqual([
      expect.objectContaining({
        op: "replace",
        path: "/$schemaVersion",
        value: "1.21",
        loss: "none",
        rule: "migrate-label",
      }),
    ]);
  });

  it("prints a diff without the document's values", async () => {
    const path = file("a.json", old);
    const done = await runCli("migrate", "--to", "1.21", "--diff", path);
    expect(done.out).toContain('-  "$schemaVersion": "1.17",\n+  "$schemaVersion": "1.21",\n');
    expect(done.out).not.toContain("Main");
    expect((await runCli("migrate", "--to", "1.21", "--diff", "--show-values", path)).out).toContain("Main");
    expect(text(path)).toBe(old);
  });

  const indented = JSON.stringify(newer, undefined, 2);
  const lastLabel = ({ $schemaVersion, ...rest }: JsonObject) =>
    JSON.stringify({ ...rest, $schemaVersion }, undefined, 2);
  it.each([
    ["lines", `${indented}\n`],
    ["no line break at the end", lastLabel(newer)],
    ["one line", JSON.stringify(newer)],
    ["CRLF", `${indented}\n`.replaceAll("\n", "\r\n")],
    ["what moves a cursor", indented.replace('"current_agent": {', '"current_agent": {"odd": "\u2028\u202e\x7f",')],
  ])("prints a diff that `patch` takes: %s", async (_what, content) => {
    const path = file("b.json", content);
    const { out } = await runCli("migrate", "--to", "1.4", path);
    const diff = await runCli("migrate", "--to", "1.4", "--diff", "--show-values", "--quiet", path);
    const patch = spawnSync(patchProgram, ["-s", "--binary", "--fuzz=0", path], { input: diff.out });
    if (patch.error !== undefined) return; // No `patch` here.
    expect([patch.status, text(path)]).toEqual([0, out]);
  });

  it.each([
    ['{"a": 1}\n', '{"a": 1}'],
    ['{"a": 1}', '{"a": 1}\n'],
    ['{"a": 1}\n', '{"a": 2}\n\n\n\n\n'],
    ['\n\n{"a": 1}\n\n\n', '{"a": 1}'],
  ])("a diff of %j and %j is a patch too", (before, after) => {
    const path = file("b.json", before);
    const patch = spawnSync(patchProgram, ["-s", "--fuzz=0", path], {
      input: unifiedDiff(path, before, after, "exact"),
    });
    if (patch.error !== undefined) return; // No `patch` here.
    expect([patch.status, text(path)]).toEqual([0, after]);
  });

  it("masks texts of any length in a diff, and no names", () => {
    const long = "s3cret ".repeat(3_000_000);
    const [before, after] = ["1.0", "1.1"].map((label) => JSON.stringify({ $schemaVersion: label, 'a"b': long }));
    expect(unifiedDiff("a.json", String(before), String(after), "masked")).toBe(
      [
        "--- a.json\n+++ a.json\n@@ -1,1 +1,1 @@",
        '-{"$schemaVersion":"1.0","a\\"b":"…"}',
        '+{"$schemaVersion":"1.1","a\\"b":"…"}\n',
      ].join("\n"),
    );
  });

  it("--check ends with 1 when something would change", async () => {
    const path = file("a.json", old);
    expect((await runCli("migrate", "--to", "1.21", "--check", path)).code).toBe(1);
    expect((await runCli("migrate", "--to", "1.17", "--check", path)).code).toBe(0);
    expect(text(path)).toBe(old);
  });

  it("leaves what has the label already, and warns that its reader rejects it: a rejected document is exit 1", async () => {
    const same = "corpus/negative/action-tool-name-unusable.json";
    const done = await runCli("migrate", "--to", "1.21", same);
    expect([done.code, done.out]).toEqual([1, text(same)]);
    expect(done.err).toMatch(/warning {2}unchanged-rejected[\s\S]*Way out:/);
  });

  it("fails for a warning under --strict alone, and tells it under --quiet too", async () => {
    const args = ["migrate", "--to", "1.19", "--quiet", "corpus/resume/1.21-approval-pending.json"];
    expect(await runCli(...args)).toMatchObject({ code: 0, err: "" });
    const strict = await runCli(...args, "--strict");
    expect(strict.code).toBe(1);
    expect(strict.err).toContain("migrate-target-unreleased");
  });

  it("says what it refuses, and how to go on", async () => {
    const done = await runCli("migrate", "--to", "1.13", file("a.json", refusedBelow));
    expect([done.code, done.out]).toEqual([1, ""]);
    expect(done.err).toContain("staged-input-below-1-15");
    expect(done.err).toContain("--allow-loss");
    const forced = await runCli(
      "migrate",
      "--to",
      "1.13",
      "--allow-loss",
      "staged-input-below-1-15",
      file("a.json", refusedBelow),
    );
    expect([forced.code, JSON.parse(forced.out).$schemaVersion]).toEqual([0, "1.13"]);
    expect(forced.err).toContain("unsafe  staged-input-below-1-15");
  });

  it("offers to take on a loss only where the target then reads the file", async () => {
    const program = new URL("../../corpus/features/1.21-programmatic-pending.json", import.meta.url).pathname;
    const flag = ["--allow-loss", "program-items-below-1-13"];
    const said = async (to: string) =>
      (await runCli("migrate", "--to", to, program)).err.replaceAll(/\s+/g, " ").split("`--allow-loss")[1];
    expect(await said("1.12")).toMatch(/^ program-items-below-1-13`: the items stay/);
    expect(await said("1.11")).toMatch(/^ program-items-below-1-13` does not help here: 0\.18\.0 would not read/);
    expect((await runCli("migrate", "--to", "1.12", ...flag, program)).code).toBe(0);
    expect(await runCli("migrate", "--to", "1.11", ...flag, program)).toMatchObject({ code: 1, out: "" });
  });

  it.each([
    [["--to", "1.99"]],
    [["--to", "1.21", "--for-sdk", "0.24.0"]],
    [[]],
    [["--for-sdk", "draft-1.18"]],
    [["--to", "1.21", "--write", "--check"]],
    [["--to", "1.21", "--backup"]],
    [["--to", "1.21", "--force"]],
    [["--to", "1.9", "--assume", "max-turns=no"]],
    [["--to", "1.9", "--allow-loss", "held-writ"]],
    [["--to", "1.9", "--keep-going", "copy"]],
  ])("%j is wrong usage", async (options) => {
    const done = await runCli("migrate", ...options, file("a.json", old));
    expect([done.code, done.out]).toEqual([2, ""]);
    expect(done.err).not.toBe("");
  });
});
