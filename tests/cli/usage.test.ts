import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type CommandRow, commandRows } from "../../src/cli/rows.ts";
import { tool } from "../../src/tool.ts";
import { newestVersion } from "../../src/versions/registry.ts";
import { temporaryFolder } from "../temporary.ts";
import { runCli } from "./run-cli.ts";

const leaves = (rows: readonly CommandRow[], before: readonly string[] = []): { words: string[]; row: CommandRow }[] =>
  rows.flatMap((row) =>
    row.children === undefined ? [{ words: [...before, row.name], row }] : leaves(row.children, [...before, row.name]),
  );

describe("the command line", () => {
  it("prints its version", async () => {
    expect(await runCli("--version")).toEqual({ code: 0, out: `${tool.version}\n`, err: "" });
    const full = await runCli("--version", "--verbose");
    expect(full.code).toBe(0);
    expect(full.out).toContain(process.versions.node);
  });

  it("lists every command in its help", async () => {
    const { code, out } = await runCli("--help");
    expect(code).toBe(0);
    for (const { name } of commandRows) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
  });

  it.each(leaves(commandRows))("helps with $row.name: examples and exit codes", async ({ words, row }) => {
    const { code, out, err } = await runCli(...words, "--help");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const unbroken = out.replaceAll(/ \\\n +/g, " ");
    for (const example of row.examples) expect(unbroken).toContain(example);
    expect(row.examples.length).toBeGreaterThanOrEqual(2);
    expect(row.examples.length).toBeLessThanOrEqual(4);
    expect(out).toContain("Exit codes:");
    for (const line of out.split("\n")) if (!line.includes("runstate ")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it.each(leaves(commandRows))("refuses an unknown option of $row.name in one sentence", async ({ words }) => {
    const { code, out, err } = await runCli(...words, "--no-such-option");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^runstate: .*\(see `runstate .*--help`\)\n$/);
    expect(err).not.toContain("error:");
  });

  it("says of each command what its exit code 1 means, and nothing where it never comes", async () => {
    const helpOf = async (...words: string[]) => (await runCli(...words, "--help")).out.replaceAll(/\s+/g, " ");
    expect(await helpOf("inspect")).toContain("1 this release rejects the checkpoint (with --strict also warnings) 2");
    expect(await helpOf("settle")).toContain(
      "1 the resume raises, or breaks the pairing of the session (with --strict also a warning about the session) 2",
    );
    for (const command of ["versions", "explain", "schema", "completion"])
      expect(await helpOf(command)).toContain("0 fine 2 wrong usage");
  });

  it("helps with a command whichever way it is asked", async () => {
    for (const words of [["validate"], ["corpus", "plan"]])
      expect(await runCli("help", ...words)).toEqual(await runCli(...words, "--help"));
    expect(await runCli("help", "valdate")).toMatchObject({ code: 2, err: expect.stringContaining("validate?") });
  });

  it("points to the help of a command below another one", async () => {
    expect((await runCli("corpus", "plan", "--no-such-option")).err).toContain("see `runstate corpus plan --help`");
    expect((await runCli("corpus", "add")).err).toContain("see `runstate corpus add --help`");
  });

  it.each([
    [["validate", ""], "an empty path names no file"],
    [["versions", "1.15.."], "a range with both ends"],
    [["versions", ""], "takes one version"],
    [["validate", "--relabel", "", "corpus/minimal"], "one is empty"],
    [["validate", "--sdk", "", "corpus/minimal"], "a release of openai-agents is missing"],
    [["schema", ""], "an empty text is no schema version"],
  ])("has a sentence for an empty word: %j", async (words, reason) => {
    const { code, out, err } = await runCli(...words);
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(reason)]);
  });

  it("suggests the nearest command and option", async () => {
    expect((await runCli("valdate")).err).toContain("Did you mean validate?");
    expect((await runCli("validate", "--formt", "json")).err).toContain("Did you mean --format?");
  });

  it("never prints control characters of a word back", async () => {
    const { code, err } = await runCli("validate", "--\u001b[31m");
    expect(code).toBe(2);
    expect(err).toContain("\\u001b");
    expect(err).not.toContain("\u001b");
  });
});

describe("--output", () => {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder, name);
  beforeAll(() => {
    copyFileSync("corpus/resume/1.21-approval-pending.json", path("a.json"));
    symlinkSync(path("a.json"), path("link.json"));
    writeFileSync(path("agents.json"), '{"agents":[]}');
    writeFileSync(path("known.json"), '{"results":[]}');
  });

  it.each([
    ["validate missing.json"],
    ["migrate --to 1.15 missing.json"],
    ["settle --session none missing.json"],
    ["redact --sdk all a.json"],
    ["validate --sdk 9.9.9 a.json"],
  ])("leaves the file as it was when there is no result: %s", async (line) => {
    writeFileSync(path("kept"), "keep");
    const words = line.split(" ").map((word) => (word.endsWith(".json") ? path(word) : word));
    expect((await runCli(...words, "--output", path("kept"))).code).toBe(2);
    expect(readFileSync(path("kept"), "utf8")).toBe("keep");
  });

  it.each([
    ["validate", "--agents", "a file"],
    ["validate", "--baseline", "a file"],
    ["validate", "--expect-sdk-from", "a file"],
    ["validate", "--output", "a file"],
    ["validate", "--ignore", "a pattern"],
    ["inspect", "--html", "a file"],
    ["redact", "--map", "a file"],
    ["redact", "--session", "a file"],
    ["migrate --to 1.21", "--out-dir", "a folder"],
    ["corpus add", "--dir", "a folder"],
  ])("%s takes no empty %s, as an empty variable of a script gives it", async (command, option, what) => {
    const ran = await runCli(...command.split(" "), path("a.json"), option, "");
    expect(ran).toEqual({ code: 2, out: "", err: `runstate: ${option} is empty: name ${what}\n` });
  });

  it("takes no database without a name", async () => {
    const { err } = await runCli("settle", path("a.json"), "--session", "sqlite:");
    expect(err).toBe("runstate: --session is empty: name a file\n");
  });

  // The engine gives such bytes as this character: the file would be made, under another name.
  it.each([
    [["validate"], "--output"],
    [["inspect"], "--html"],
    [["migrate", "--to", "1.21"], "--out-dir"],
    [["redact"], "--map"],
    [["corpus", "add"], "--as"],
  ])("makes no file whose name lost bytes: %s %s", async (words, option) => {
    const ran = await runCli(...words, option, path("\ufffd.x"), "corpus/minimal/1.21.json");
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringContaining("holds bytes that are no UTF-8")]);
    expect(existsSync(path("\ufffd.x"))).toBe(false);
  });

  it("prints nothing of a copy for a release that is none", async () => {
    expect(await runCli("redact", path("a.json"), "--sdk", "0.99")).toMatchObject({ code: 2, out: "" });
  });

  it("names the nearest version by number, in every command", async () => {
    for (const words of [
      ["migrate", "--to", "1.99"],
      ["validate", "--relabel", "1.99"],
    ])
      expect((await runCli(...words, path("a.json"))).err).toBe(
        `runstate: no schema version 1.99; the nearest is ${newestVersion.label}\n`,
      );
  });

  it.each([
    [["migrate", "--to", "0.22.3"], "0.22.3 is a release of openai-agents and no schema version; it writes 1.17"],
    [["migrate", "--for-sdk", "1.16"], "1.16 is a schema version and no release of openai-agents; 0.22.0 writes it"],
    [["validate", "--sdk", "1.16"], "1.16 is a schema version and no release of openai-agents; 0.22.0 writes it"],
  ])("tells releases and schema versions apart: %j", async (words, sentence) => {
    expect((await runCli(...words, path("a.json"))).err).toBe(`runstate: ${sentence}\n`);
  });

  it("says how a file without a command is judged", async () => {
    const file = path("a.json");
    expect((await runCli(file)).err).toContain(`(to judge the file of that name: \`runstate validate ${file}\`)`);
    expect((await runCli(path("none.json"))).err).toContain("(see `runstate --help`)");
  });

  it("says of a folder whose files are all left out that they are", async () => {
    expect((await runCli("validate", folder, "--ignore", "*")).err).toMatch(/matches no file that is not left out\n$/);
  });

  it("empties the file when the result is empty", async () => {
    writeFileSync(path("stale"), "stale");
    expect((await runCli("diff", "--quiet", path("a.json"), path("link.json"), "--output", path("stale"))).code).toBe(
      0,
    );
    expect(readFileSync(path("stale"), "utf8")).toBe("");
  });

  it.each([
    ["validate a.json", "a.json"],
    ["validate a.json", "link.json"],
    ["inspect link.json", "a.json"],
    ["doctor a.json", "a.json"],
    ["diff agents.json a.json", "a.json"],
    ["redact a.json", "a.json"],
    ["corpus plan --from-sdk 0.22.3 --to-sdk 0.24.0 a.json", "a.json"],
    ["corpus add a.json", "a.json"],
    ["validate --ndjson a.json", "a.json"],
    ["validate a.json --agents agents.json", "agents.json"],
    ["validate a.json --baseline known.json", "known.json"],
  ])("%s refuses %s", async (line, target) => {
    const before = readFileSync(path(target), "utf8");
    const words = line.split(" ").map((word) => (word.endsWith(".json") ? path(word) : word));
    const { code, err } = await runCli(...words, "--output", path(target));
    expect([code, err]).toEqual([2, expect.stringMatching(/^runstate: --output .* would write over .*; name .*\n$/)]);
    expect(readFileSync(path(target), "utf8")).toBe(before);
  });

  it.each([
    ["--agents", "the agents file missing.json: there is no such file"],
    ["--baseline", "the baseline missing.json: there is no such file"],
    ["--expect-sdk-from", "missing.json: there is no such file"],
  ])("says why the file of %s cannot be read", async (option, sentence) => {
    const { code, err } = await runCli("validate", path("a.json"), option, "missing.json");
    expect([code, err]).toEqual([2, `runstate: cannot read ${sentence}\n`]);
  });

  it.skipIf(!existsSync("/dev/zero")).each(["--agents", "--baseline", "--expect-sdk-from"])(
    "%s takes no device, which has no end",
    async (option) => {
      const { code, err } = await runCli("validate", path("a.json"), option, "/dev/zero");
      expect([code, err]).toEqual([2, expect.stringContaining("/dev/zero: it is a device or socket, not a file")]);
    },
  );
});
