import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandRows } from "../../src/cli/rows.ts";
import { temporaryFolder } from "../temporary.ts";
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
  const folder = temporaryFolder();

  it("offers commands, options and choices in bash", async () => {
    const { out } = await runCli("completion", "bash");
    expect(bashOffers(out, ["runstate", "val"])).toEqual(["validate"]);
    expect(bashOffers(out, ["runstate", "validate", "--lo"])).toEqual(["--load-only"]);
    expect(bashOffers(out, ["runstate", "validate", "--format", "sa"])).toEqual(["sarif"]);
    expect(bashOffers(out, ["runstate", "corpus", "c"])).toEqual(["check"]);
    expect(bashOffers(out, ["runstate", "corpus", "check", "--str"])).toEqual(["--strict"]);
    expect(bashOffers(out, ["runstate", "completion", ""])).toEqual(["bash", "zsh", "fish"]);
  });

  it("offers releases, schema versions and names in bash", async () => {
    const { out } = await runCli("completion", "bash");
    expect(bashOffers(out, ["runstate", "validate", "--sdk", "0.22."])).toEqual([
      "0.22.3",
      "0.22.2",
      "0.22.1",
      "0.22.0",
    ]);
    expect(bashOffers(out, ["runstate", "corpus", "plan", "--to-sdk", "0.8"])).toContain("0.8.0");
    expect(bashOffers(out, ["runstate", "migrate", "--to", "1.1"])).toContain("1.15");
    expect(bashOffers(out, ["runstate", "migrate", "--allow-loss", "own-"])).toEqual(["own-agent-below-1-15"]);
    expect(bashOffers(out, ["runstate", "versions", "1.2"])).toContain("1.20");
    expect(bashOffers(out, ["runstate", "schema", "draft"])).toEqual(["draft-1.18"]);
    expect(bashOffers(out, ["runstate", "explain", "not-j"])).toEqual(["not-json"]);
    expect(bashOffers(out, ["runstate", "explain", "X3"])).toEqual(["X3"]);
    expect(bashOffers(out, ["runstate", "explain", "--form"])).toEqual(["--format"]);
  });

  it("offers files in bash, whole names, where a command takes files", async () => {
    const { out } = await runCli("completion", "bash");
    writeFileSync(join(folder, "two words.json"), "");
    expect(bashOffers(out, ["runstate", "validate", `${folder}/t`])).toEqual([`${folder}/two words.json`]);
    expect(bashOffers(out, ["runstate", "explain", `${folder}/t`])).toEqual([]);
    expect(bashOffers(out, ["runstate", "explain", "--output", `${folder}/t`])).toEqual([`${folder}/two words.json`]);
  });

  // Tried in zsh 5.9: with the name of the command among the words, `completion` never offered a shell.
  it("takes the name of the command off the words in zsh, and answers when it is loaded", async () => {
    const { out } = await runCli("completion", "zsh");
    expect(out).toMatch(
      /^ {2}completion\) shift 1 words; \(\( CURRENT -= 1 \)\); _arguments .*':word:\(bash zsh fish\)'/m,
    );
    expect(out).toMatch(/^ {4}check\) shift 2 words; /m);
    expect(out).toMatch(/== _runstate \]\]; then _runstate "\$@"; else compdef _runstate runstate; fi\n$/);
  });

  it.each(["bash", "zsh", "fish"])("is a script that %s can read", async (shell) => {
    const { code, out } = await runCli("completion", shell);
    expect(code).toBe(0);
    for (const { name } of commandRows) expect(out).toContain(name);
    // A file: fish takes no script from the socket that a child of Node has for its input.
    const script = join(folder, `script.${shell}`);
    writeFileSync(script, out);
    if (has(shell)) expect(spawnSync(shell, ["-n", script]).stderr.toString()).toBe("");
  });

  it.runIf(has("fish"))("offers the same in fish", async () => {
    const { out } = await runCli("completion", "fish");
    const offers = (line: string) =>
      spawnSync("fish", ["-c", `${out}\ncomplete -C "${line}"`], { encoding: "utf8" })
        .stdout.trim()
        .split("\n")
        .map((offer) => offer.split("\t")[0]);
    expect(offers("runstate val")).toEqual(["validate"]);
    expect(offers("runstate validate --lo")).toEqual(["--load-only"]);
    expect(offers("runstate validate --format sa")).toEqual(["sarif"]);
    expect(offers("runstate corpus c")).toEqual(["check"]);
    expect(offers("runstate completion f")).toEqual(["fish"]);
    expect(offers("runstate validate --sdk 0.23.")).toEqual(["0.23.1"]);
    expect(offers("runstate explain not-js")).toEqual(["not-json"]);
  });

  it("knows no other shell", async () => {
    const { code, err } = await runCli("completion", "tcsh");
    expect(code).toBe(2);
    expect(err).toContain("bash, zsh, fish");
  });
});
