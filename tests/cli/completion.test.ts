import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commandRows } from "../../src/cli/rows.ts";
import { runCli } from "./run-cli.ts";

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

/** What bash offers for a command line that ends where the cursor is. */
function bashOffers(script: string, words: readonly string[]): string[] {
  const line = [
    script,
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
    `COMP_CWORD=${words.length - 1}`,
    "_runstate",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash, not a template
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join("\n");
  return spawnSync("bash", ["-c", line], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((word) => word !== "");
}

describe("completion", () => {
  it("offers commands, options and choices in bash", async () => {
    const { out } = await runCli("completion", "bash");
    expect(bashOffers(out, ["runstate", "val"])).toEqual(["validate"]);
    expect(bashOffers(out, ["runstate", "validate", "--lo"])).toEqual(["--load-only"]);
    expect(bashOffers(out, ["runstate", "validate", "--format", "sa"])).toEqual(["sarif"]);
    expect(bashOffers(out, ["runstate", "corpus", "c"])).toEqual(["check"]);
    expect(bashOffers(out, ["runstate", "corpus", "check", "--str"])).toEqual(["--strict"]);
    expect(bashOffers(out, ["runstate", "completion", ""])).toEqual(["bash", "zsh", "fish"]);
  });

  it.each(["bash", "zsh", "fish"])("is a script that %s can read", async (shell) => {
    const { code, out } = await runCli("completion", shell);
    expect(code).toBe(0);
    for (const { name } of commandRows) expect(out).toContain(name);
    if (has(shell)) expect(spawnSync(shell, ["-n"], { input: out }).stderr.toString()).toBe("");
  });

  it("knows no other shell", async () => {
    const { code, err } = await runCli("completion", "tcsh");
    expect(code).toBe(2);
    expect(err).toContain("bash, zsh, fish");
  });
});
