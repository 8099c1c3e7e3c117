import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newestVersion } from "../../src/versions/registry.ts";
import { runCli } from "./run-cli.ts";

let dir = "";

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "runstate-corpus-")), "mine");
});

afterEach(() => rmSync(join(dir, ".."), { recursive: true, force: true }));

const add = (...more: string[]) =>
  runCli("corpus", "add", "corpus/resume/1.21-approval-pending.json", "--dir", dir, ...more);

describe("runstate corpus", () => {
  test("a report is no part of the corpus, and never takes the place of one", async () => {
    await runCli("corpus", "add", "corpus/minimal/1.21.json", "--dir", dir, "--as", "one.json");
    for (let run = 0; run < 2; run++) {
      const { code } = await runCli("corpus", "check", "--strict", dir, "--output", join(dir, "report.json"));
      expect(code).toBe(0);
    }
    for (const part of ["one.json", "manifest.json"]) {
      const { code, err } = await runCli("corpus", "check", dir, "--output", join(dir, part));
      expect([code, err]).toEqual([2, expect.stringContaining("a part of the corpus")]);
    }
    const words = ["corpus", "add", "corpus/minimal/1.20.json", "--dir", dir, "--output", join(dir, "manifest.json")];
    expect((await runCli(...words)).code).toBe(2);
    rmSync(join(dir, "report.json"));
    expect((await runCli("corpus", "check", dir)).code).toBe(0);
  });

  test("add enters a file of the folder where it lies, as the finding about it says", async () => {
    await add();
    const file = join(dir, "one/more.json");
    mkdirSync(join(dir, "one"));
    cpSync("corpus/minimal/1.21.json", file);
    const { code, out } = await runCli("corpus", "check", dir);
    expect([code, out.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringContaining(`\`runstate corpus add ${file} --dir DIR\``),
    ]);
    expect((await runCli("corpus", "add", file, "--dir", dir)).out).toBe(`added ${file}\n`);
    expect((await runCli("corpus", "check", dir)).code).toBe(0);
  });

  test("add enters a text that is no version as no label", async () => {
    const odd = join(dir, "..", "odd.json");
    writeFileSync(odd, '{"$schemaVersion":"my secret"}');
    expect((await runCli("corpus", "add", odd, "--dir", dir)).code).toBe(0);
    expect(readFileSync(join(dir, "manifest.json"), "utf8")).not.toContain("secret");
    expect((await runCli("corpus", "check", dir)).code).toBe(0);
  });

  test("add makes a corpus that check finds as expected", async () => {
    expect((await add("--shows", "a pause", "--writer", "0.24.0")).code).toBe(0);
    expect((await runCli("corpus", "add", "corpus/negative/version-future.json", "--dir", dir)).code).toBe(0);
    const manifest: unknown = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({
      runstateManifest: 1,
      files: [
        { file: "features/1.21-approval-pending.json", shows: "a pause", provenance: "written", writer: "0.24.0" },
        { file: "negative/version-future.json", provenance: "handmade" },
      ],
    });
    const { code, out } = await runCli("corpus", "check", dir);
    expect(code).toBe(0);
    expect(out).toContain("2 files: all as expected");
    // Of what a small corpus does not show, the number is enough.
    expect(out).toMatch(/^rules without a file: \d{3}\n {2}--format json names them$/m);
    const { uncovered } = JSON.parse((await runCli("corpus", "check", dir, "--format", "json")).out);
    expect(uncovered.rules.length).toBeGreaterThan(100);
  });

  test("a warning is named, and counts under --strict", async () => {
    await runCli("corpus", "add", "corpus/minimal/1.21.json", "--dir", dir, "--as", "one.json");
    const manifest = join(dir, "manifest.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"0.24.0": "accepted"/, '"99.0.0": "accepted"'));
    const check = (...more: string[]) => runCli("corpus", "check", dir, ...more);
    expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining("corpus-reader-unknown") });
    expect(await check("--quiet")).toMatchObject({ code: 0, out: "" });
    expect(await check("--quiet", "--strict")).toMatchObject({
      code: 1,
      out: expect.stringContaining("corpus-reader-unknown"),
    });
    const { code, out } = await check("--strict", "--max-findings", "0", "--format", "json");
    expect([code, JSON.parse(out).results[0].findings]).toEqual([1, []]);
    expect((await check("--max-findings", "0")).out).toContain("1 more finding");
  });

  test("several adds at once all enter their file", async () => {
    const files = ["1.21", "1.20", "1.19", "1.18", "1.17", "1.16"].map((label) => `corpus/minimal/${label}.json`);
    const done = await Promise.all(files.map((file) => runCli("corpus", "add", file, "--dir", dir)));
    expect(done.map(({ code, err }) => [code, err])).toEqual(files.map(() => [0, ""]));
    // One that a killed run left.
    writeFileSync(join(dir, ".manifest.json.runstate-lock"), "999999999");
    expect((await runCli("corpus", "add", "corpus/minimal/1.15.json", "--dir", dir)).code).toBe(0);
    expect((await runCli("corpus", "check", dir)).out).toContain("7 files: all as expected");
    expect(readdirSync(dir).sort()).toEqual(["features", "manifest.json"]);
  });

  test("add asks for the name of what has none", async () => {
    const { code, err } = await runCli("corpus", "add", "-", "--dir", dir);
    expect([code, err]).toEqual([2, "runstate: standard input has no name: give one with --as\n"]);
  });

  test("add never overwrites", async () => {
    await add();
    const before = readFileSync(join(dir, "manifest.json"), "utf8");
    const again = await add();
    expect(again.code).toBe(2);
    expect(again.err).toContain("already");
    expect(readFileSync(join(dir, "manifest.json"), "utf8")).toBe(before);
  });

  test("add keeps what else stands in the manifest", async () => {
    mkdirSync(dir);
    writeFileSync(join(dir, "manifest.json"), '{"runstateManifest":1,"owner":"team","files":[]}');
    await add("--as", "resume/a.json");
    expect(JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"))).toMatchObject({ owner: "team" });
  });

  test.each([
    ["a missing file", ["corpus", "add", "missing.json"]],
    ["a way out of the corpus", ["corpus", "add", "package.json", "--as", "../a.json"]],
    ["a packed place", ["corpus", "add", "package.json", "--as", "a.json.gz"]],
    ["an unknown release", ["corpus", "add", "package.json", "--writer", "9.9.9"]],
    ["a missing folder", ["corpus", "check", "missing"]],
    ["a file for a folder", ["corpus", "check", "package.json"]],
    ["a folder without a manifest", ["corpus", "check", "docs"]],
  ])("%s is exit 2 with a sentence", async (_, argv) => {
    const { code, err } = await runCli(...argv);
    expect(code).toBe(2);
    expect(err).toMatch(/^runstate: .+\n$/);
  });

  test.each([
    ["0.22.9", "--writer: no release 0.22.9 of openai-agents is known; the nearest is 0.22.3"],
    ["1.18", "--writer: 1.18 is a schema version and no release of openai-agents; 0.23.1 writes it"],
  ])("a writer %s is told as --sdk tells it", async (writer, sentence) => {
    expect(await add("--writer", writer)).toMatchObject({ code: 2, err: `runstate: ${sentence}\n` });
  });

  describe("with a changed file, one too many and one too few", () => {
    beforeEach(async () => {
      await add();
      await runCli("corpus", "add", "corpus/minimal/1.0.json", "--dir", dir);
      writeFileSync(join(dir, "features/1.21-approval-pending.json"), "{}");
      cpSync(join(dir, "features/1.0.json"), join(dir, "extra.json"));
      rmSync(join(dir, "features/1.0.json"));
    });
    const missed = ["corpus-digest", "corpus-file-missing", "corpus-file-unlisted", "corpus-label", "corpus-verdict"];

    test("as text", async () => {
      const { code, out } = await runCli("corpus", "check", dir);
      expect(code).toBe(1);
      for (const rule of missed) expect(out).toContain(rule);
    });

    test("as json", async () => {
      const { code, out } = await runCli("corpus", "check", "--format", "json", dir);
      expect(code).toBe(1);
      const report = JSON.parse(out) as { results: { findings: { rule: string }[] }[]; summary: { missed: number } };
      const rules = report.results.flatMap(({ findings }) => findings.map(({ rule }) => rule));
      expect(rules).toEqual(expect.arrayContaining(missed));
      expect(report.summary.missed).toBe(rules.length);
    });

    test.each(["jsonl", "sarif", "junit", "github"])("as %s", async (format) => {
      const { code, out } = await runCli("corpus", "check", "--format", format, dir);
      expect(code).toBe(1);
      expect(out).toContain("corpus-file-missing");
    });
  });
});

describe("runstate schema", () => {
  test.each(["1.0", "1.21", "draft-1.18"])("prints the schema of %s", async (label) => {
    const { code, out } = await runCli("schema", label);
    expect(code).toBe(0);
    expect(out).toBe(readFileSync(`schemas/${label}.json`, "utf8"));
  });

  test("names the nearest version", async () => {
    const { code, err } = await runCli("schema", "1.99");
    expect(code).toBe(2);
    expect(err).toContain(newestVersion.label);
  });

  test.each([["schema", "9.9"], ["schema", "../package"], ["schema"], ["schema", ""]])(
    "%s %s is exit 2",
    async (...argv) => {
      expect((await runCli(...argv)).code).toBe(2);
    },
  );
});
