import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type CommandRow, commandRows } from "../../src/cli/rows.ts";

const page = readFileSync("man/runstate.1", "utf8");
const leaves = (rows: readonly CommandRow[]): CommandRow[] =>
  rows.flatMap((row) => (row.children === undefined ? [row] : leaves(row.children)));

it("the man page is what the command table says", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/man.mjs", "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

it.each(leaves(commandRows))("has every option of $name", ({ options }) => {
  for (const { flags } of options) expect(page).toContain(flags.split(" ")[0]?.replaceAll("-", "\\-"));
});

it.skipIf(spawnSync("man", ["--version"]).status !== 0)("is read by man without a warning", () => {
  const { status, stderr, stdout } = spawnSync("man", ["--warnings", "-l", "man/runstate.1"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("--expect-sdk-from");
});

it("is in the package", () => {
  const { man, files } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(man).toBe("./man/runstate.1");
  expect(files).toContain("man");
});
