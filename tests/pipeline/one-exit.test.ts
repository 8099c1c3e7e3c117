import { describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";

const warned = "corpus/features/1.14-hosted-mcp-approvals.json";
const failing = "corpus/quirks/nested-run-future-version.json";
const rejected = "corpus/negative/version-future.json";

const failures = (out: string) => Number(/<testsuites [^>]*failures="(\d+)"/.exec(out)?.[1]);
const errors = (out: string) => out.match(/^::error |"level":"error"/gm)?.length ?? 0;

describe("what fails the run is what a report calls a failure", () => {
  it.each([
    ["a warning", 0, [warned]],
    ["a warning under --strict", 1, ["--strict", warned]],
    ["a warning under --strict, of which nothing is printed", 1, ["--strict", "--max-findings", "0", warned]],
    ["a resume that fails", 1, [failing]],
    ["a resume that fails where only the loading is asked for", 0, ["--load-only", failing]],
    ["a rejected file", 1, [rejected]],
    ["a rejected file of which nothing is printed", 1, ["--max-findings", "0", rejected]],
  ])("%s: %i", async (_, count, words) => {
    const { code, out } = await runCli("validate", "--format", "junit", ...words);
    expect([code, failures(out), out.split("<failure ").length - 1]).toEqual([count, count, count]);
    for (const format of ["text", "json"])
      expect((await runCli("validate", "--format", format, ...words)).code).toBe(count);
  });

  it("names under --quiet what fails the run, and that there is more", async () => {
    const quiet = async (...words: string[]) => (await runCli("validate", "--quiet", ...words)).out;
    expect(await quiet(warned)).toBe("");
    expect(await quiet("--strict", warned)).toMatch(/^\S+ {2}warning {2}/);
    expect(await quiet("--max-findings", "0", rejected)).toBe(`${rejected}  1 more finding: --max-findings\n`);
    expect(await quiet("--max-findings", "0", warned)).toBe("");
  });

  it.each(["github", "sarif"])("%s calls no resume an error that was not asked for", async (format) => {
    expect(errors((await runCli("validate", "--format", format, failing)).out)).toBeGreaterThan(0);
    expect(errors((await runCli("validate", "--format", format, "--load-only", failing)).out)).toBe(0);
  });
});
