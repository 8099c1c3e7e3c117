import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { goOnBehind } from "../../src/commands/inputs/pace.ts";
import { progressLine } from "../../src/report/terminal/progress.ts";
import { corpusState } from "../parsed.ts";
import { temporaryFolder } from "../temporary.ts";

const folder = temporaryFolder();
/** That of util-linux: others take their arguments in another way. */
const hasScript = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
let lines: string[] = [];
beforeAll(() => {
  const line = JSON.stringify(corpusState("resume/1.17-approval-pending"));
  lines = Array<string>(20_000).fill(line);
  writeFileSync(join(folder, "many.ndjson"), `${lines.join("\n")}\n`);
});

/** Starts the command line, interrupts it when the first output is there, and gives what it left. */
async function interrupted(
  signal: NodeJS.Signals,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child: ChildProcess = spawn(process.execPath, ["bin/runstate.cjs", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  let asked = false;
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk.toString("utf8");
    // Not at the first line: until the first pause Ctrl-C ends the process as it does any other.
    if (!asked) setTimeout(() => child.kill(signal), 400);
    asked = true;
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    err += chunk.toString("utf8");
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

describe.skipIf(!hasScript)("a terminal in place of a pipe", () => {
  it("is told of before anything is read from it", () => {
    const { stdout } = spawnSync("script", ["-qec", "node bin/runstate.cjs validate -", "/dev/null"], {
      input: "{}\n\u0004",
      encoding: "utf8",
    });
    expect(stdout).toContain("note: - is this terminal: paste the checkpoint");
  });
});

describe("Ctrl-C and what a supervisor sends", () => {
  it.each([
    [
      "SIGINT",
      ["validate", "--ndjson", "--format", "jsonl"],
      /go on with: tail -n \+(\d+) \S+ \| runstate validate --ndjson/,
    ],
    [
      "SIGINT",
      ["validate", "--jobs", "2", "--ndjson", "--format", "jsonl"],
      /go on with: tail -n \+(\d+) \S+ \| runstate/,
    ],
    ["SIGTERM", ["validate", "--jobs", "2", "--ndjson", "--format", "jsonl"], /go on with: tail -n \+(\d+) /],
    ["SIGINT", ["migrate", "--ndjson", "--to", "1.21"], /go on with: tail -n \+(\d+) \S+ \| runstate migrate --ndjson/],
    [
      "SIGTERM",
      ["migrate", "--ndjson", "--to", "1.21", "--report", join(folder, "report.ndjson")],
      /go on with: tail -n \+(\d+) \S+ \| runstate migrate --ndjson .*; with another file for --report: it begins anew/,
    ],
  ] as const)("%s ends %s with 130, whole lines, and the line to go on from", async (signal, args, sentence) => {
    const { code, out, err } = await interrupted(signal, ...args, join(folder, "many.ndjson"));
    expect(code).toBe(130);
    const said = sentence.exec(err);
    expect(said, err).not.toBeNull();
    const printed = out.split("\n");
    expect(printed.pop()).toBe("");
    expect(printed).toHaveLength(Number(said?.[1]) - 1);
    for (const line of printed.slice(-2)) JSON.parse(line);
    expect(printed.length).toBeLessThan(lines.length);
  });
});

describe("how to go on", () => {
  const behind = (file: string, ...more: string[]) => goOnBehind({ file, line: 7 }, "again", [file, ...more]);

  it("is a line that a shell takes", () => {
    expect(behind("a/b.ndjson")).toMatch(/go on with: tail -n \+8 a\/b\.ndjson \| again$/);
    expect(behind("we ird$(x).ndjson")).toContain("tail -n +8 'we ird$(x).ndjson' |");
    expect(behind("it's")).toContain("tail -n +8 'it'\\''s' |");
    expect(behind("-x")).toContain("tail -n +8 ./-x |");
    expect(behind("a.ndjson.gz")).toContain("gzip -dc a.ndjson.gz | tail -n +8 |");
  });

  it("speaks of standard input and of what comes behind", () => {
    expect(behind("-")).toMatch(/line 7 of standard input .* from line 8 on \(tail -n \+8\) to: again$/);
    expect(goOnBehind({ file: "-", line: 7 }, "again", [])).toMatch(/to: again$/);
    expect(behind("a", "b")).toMatch(/again and then with the inputs behind it$/);
    expect(goOnBehind({ file: "dir/a", line: 7 }, "again", ["dir"])).toMatch(/the inputs behind it$/);
  });
});

describe("Ctrl-C with --output", () => {
  it("keeps every line that is said to be done", async () => {
    const file = join(folder, "out.jsonl");
    const words = ["validate", "--ndjson", "--format", "jsonl", join(folder, "many.ndjson"), "--output", file];
    const child = spawn(process.execPath, ["bin/runstate.cjs", ...words], { stdio: ["ignore", "ignore", "pipe"] });
    let err = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
    });
    const poll = setInterval(() => {
      if (!existsSync(file)) return;
      clearInterval(poll);
      setTimeout(() => child.kill("SIGINT"), 400);
    }, 10);
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(130);
    const done = Number(/tail -n \+(\d+)/.exec(err)?.[1]) - 1;
    expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(done);
  });
});

describe("a slow producer", () => {
  it.each([[["validate", "--ndjson", "--format", "jsonl", "-"]], [["migrate", "--ndjson", "--to", "1.21", "-"]]])(
    "has the result of its first line while it is thinking about the second: %s",
    async (args) => {
      const child = spawn(process.execPath, ["bin/runstate.cjs", ...args], { stdio: ["pipe", "pipe", "ignore"] });
      const first = new Promise<string>((resolve) =>
        child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString())),
      );
      child.stdin.write(`${lines[0]}\n`);
      expect((await first).endsWith("\n")).toBe(true);
      const closed = new Promise((resolve) => child.on("close", resolve));
      child.stdin.end();
      expect(await closed).toBe(0);
    },
  );
});

describe("the progress line", () => {
  it.each([
    [1200, 0.5, undefined, "1200 checkpoints, 2400/s"],
    [1, 2, undefined, "1 checkpoint, 0.5/s"],
    [3, 6, 0.5, "3 checkpoints, 0.5/s, 50 %, 6 s left"],
    [1000, 10, 0.1, "1000 checkpoints, 100/s, 10 %, 2 min left"],
    [1000, 100, 0.01, "1000 checkpoints, 10/s, 1 %, 2 h 45 min left"],
    [5, 1, 0.001, "5 checkpoints, 5.0/s"],
  ])("%d in %d s at %s", (count, seconds, fraction, line) => {
    expect(progressLine(count, seconds, fraction)).toBe(line);
  });

  // `script` gives the command a terminal, and what it writes there as it came.
  it.runIf(hasScript)("is taken away before anything else is written on the terminal", () => {
    const odd = lines.map((line, at) => (at % 400 === 0 ? "[" : line));
    writeFileSync(join(folder, "odd.ndjson"), `${odd.join("\n")}\n`);
    const command = `"${process.execPath}" bin/runstate.cjs migrate --to 1.21 --ndjson "${join(folder, "odd.ndjson")}" > "${join(folder, "up.ndjson")}"`;
    const { CI: _, ...env } = process.env;
    const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { env, encoding: "utf8" });
    expect(stdout).toContain(" checkpoints, ");
    expect(stdout).toContain("not-json");
    const shown = stdout
      .split(/[\r\n]+/)
      .flatMap((line) => (line.includes("/s, ") ? [stripVTControlCharacters(line)] : []));
    expect(shown.length).toBeGreaterThan(1);
    for (const line of shown) expect(line).toMatch(/^\d+ checkpoints, \d+\/s, \d+ %, \d+ (?:s|min) left$/);
  });
});
