import { describe, expect, it } from "vitest";
import { type CommandRow, commandRows } from "../../src/cli/rows.ts";
import { tool } from "../../src/tool.ts";
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
    for (const example of row.examples) expect(out).toContain(example);
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
