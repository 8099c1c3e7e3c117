import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inputWord } from "../../src/shell-word.ts";
import { temporaryFolder } from "../temporary.ts";
import { runCli } from "./run-cli.ts";

const corpus = new URL("../../corpus/", import.meta.url);
// What a shell would take apart: a blank, an apostrophe, a dollar; and what a screen does not show.
const folder = join(temporaryFolder(), "it's $HOME\n\u202e");
mkdirSync(folder);

const checkpoint = join(folder, "a b.json");
const session = join(folder, "session's.json");
const repaired = join(folder, "repaired.json");

/** The commands of a text: behind a prompt with the lines that go on, and in backquotes unless they name what only the reader knows. */
function commandsIn(text: string): string[] {
  const behindPrompt = [...text.matchAll(/^ *\$ (runstate (?:.*\\\n)*.*)$/gm)];
  const quoted = [...text.matchAll(/`(runstate [^`]*)`/g)];
  return [...behindPrompt, ...quoted].map(([, command = ""]) => command).filter((line) => !/ [A-Z]{4,}\b/.test(line));
}

/** The words that bash makes of a command. */
function wordsOf(command: string): string[] {
  return execFileSync("bash", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(1, -1);
}

async function expectRunnable(text: string, at: string | undefined): Promise<number> {
  const commands = commandsIn(text);
  for (const command of commands) {
    rmSync(repaired, { force: true });
    const words = wordsOf(command).map((word) => (word === "repaired.json" ? repaired : word));
    // A name alone (`runstate migrate`) says which command it is, not what to type.
    if (words.length === 1) continue;
    const { code, err } = await runCli(...words);
    expect([0, 1], `${command}\n${err}`).toContain(code);
    if (words.some((word) => word.endsWith(".json"))) expect(words).toContain(checkpoint);
    if (at !== undefined && words[0] !== "explain") expect(words).toContain(at);
  }
  return commands.length;
}

const files = [
  "negative/held-needs-1-19.json",
  "negative/held-without-boundary.json",
  "negative/pending-write-old-label.json",
  "security/card-number.json",
  "resume/1.0-approved-always-earlier.json",
  "resume/1.6-approved-always.json",
  "resume/1.17-nested-decision-ignored.json",
  "resume/1.17-pending-write-not-stored.json",
  "resume/1.21-approval-pending.json",
  "resume/1.21-held-write-second-park.json",
];

describe("commands are printed as they can be typed", () => {
  it.each(files)("%s", async (name) => {
    writeFileSync(session, "[]");
    copyFileSync(new URL(name, corpus), checkpoint);
    let count = 0;
    for (const args of [["validate"], ["inspect"], ["doctor"], ["doctor", "--session", session]])
      count += await expectRunnable((await runCli(...args, checkpoint)).out, undefined);
    count += await expectRunnable((await runCli("settle", checkpoint, "--session", session)).out, undefined);
    const state = JSON.parse(readFileSync(checkpoint, "utf8"));
    writeFileSync(checkpoint, JSON.stringify({ "it's": state }));
    for (const command of ["validate", "doctor"])
      count += await expectRunnable((await runCli(command, "--at", "/it's", checkpoint)).out, "/it's");
    expect(count).toBeGreaterThan(0);
  });

  it("names a file from its folder whose name looks like an option", () => {
    expect(["-", "--sdk.json", "a-b.json"].map(inputWord)).toEqual(["-", "./--sdk.json", "a-b.json"]);
  });

  it("takes a line out of its file", async () => {
    const lines = join(folder, "a b.ndjson");
    const state = JSON.stringify(JSON.parse(readFileSync(new URL("security/card-number.json", corpus), "utf8")));
    writeFileSync(lines, `{}\n${state}\n`);
    const { out } = await runCli("validate", "--ndjson", lines);
    const [, taken = "", command] = /`(sed .*) \| (runstate .*)`/.exec(out) ?? [];
    expect(execFileSync("bash", ["-c", taken], { encoding: "utf8" })).toBe(`${state}\n`);
    expect(command).toBe("runstate redact -");
  });

  it("keeps a command on one line where it fits", async () => {
    copyFileSync(new URL("resume/1.21-approval-pending.json", corpus), checkpoint);
    const { out } = await runCli("doctor", "--sdk", "0.23.1", "--error", "x", checkpoint);
    expect(out).not.toMatch(/`runstate [^`\n]*\n/);
  });
});
