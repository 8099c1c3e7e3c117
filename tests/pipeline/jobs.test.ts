import { spawnSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, it } from "vitest";
import type { Found } from "../../src/commands/inputs/checkpoints.ts";
import { openCrew } from "../../src/commands/inputs/crew.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";

/** What threads answer differs for a text, for data and for lines; every other format is printed from the answers of one of these. */
const formats = ["text", "json", "jsonl"] as const;
/** Threads are started behind 8 MB, and then there must be work left for them. */
const copies = 3;

const folder = temporaryFolder();
beforeAll(() => {
  mkdirSync(join(folder, "many"));
  for (let at = 0; at < copies; at++) cpSync("corpus", join(folder, "many", String(at)), { recursive: true });
  const lines: string[] = [];
  for (const name of readdirSync("corpus", { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".json")) lines.push(readFileSync(join("corpus", name), "utf8").replaceAll(/\r?\n/g, " "));
  }
  const once = `${lines.join("\n")}\n\nno checkpoint\n`;
  writeFileSync(
    join(folder, "many.ndjson"),
    Buffer.concat([Buffer.from(once.repeat(copies)), Buffer.from([0xff, 10])]),
  );
}, 60_000); // thousands of small files, on a disk that may be busy

function start(args: readonly string[], bin = "bin/runstate.cjs") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "validate", ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Compared by hand: a difference of many megabytes is nothing that a test should print. */
function expectSame(args: readonly string[]): void {
  const [one, three] = [start(["--jobs", "1", ...args]), start(["--jobs", "3", ...args])];
  expect({ code: three.code, err: three.err }).toEqual({ code: one.code, err: one.err });
  expect(one.out.length).toBeGreaterThan(10_000);
  expect(three.out === one.out).toBe(true);
}

describe("--jobs", () => {
  it.each(formats)(
    "prints the same bytes as %s with one thread and with three",
    (format) => {
      // Where inputs come from is no matter of the format: only one of them is tried with both.
      if (format !== "json") expectSame(["--format", format, join(folder, "many")]);
      if (format !== "text") expectSame(["--format", format, "--ndjson", join(folder, "many.ndjson")]);
    },
    120_000,
  );

  it("keeps complaints in their place and the exit code of the worst", () => {
    const missing = join(folder, "missing.json");
    const args = [
      "--format",
      "jsonl",
      missing,
      join(folder, "many"),
      join(folder, "nothing"),
      "--at",
      "/current_agent",
    ];
    const done = start(["--jobs", "3", ...args]);
    expect(done).toEqual(start(args));
    expect(done.code).toBe(2);
    const said = done.err.trimEnd().split("\n");
    expect(said[0]).toMatch(/missing\.json does not exist$/);
    expect(said[1]).toMatch(/ has nothing at \/current_agent; leave --at out$/);
    expect(said.at(-1)).toMatch(/nothing does not exist$/);
  }, 60_000);

  it("gives threads what the command line says", () => {
    const report = join(folder, "report.json");
    start(["--format", "json", "--output", report, join(folder, "many")]);
    expectSame(["--baseline", report, "--strict", "--format", "json", join(folder, "many")]);
    expectSame(["--sdk", "0.22.3", "--show-values", "--max-findings", "1", "--relabel", "1.17", join(folder, "many")]);
  }, 120_000);

  it("migrates to the same bytes, report and kept lines, and says the same", () => {
    const lines = join(folder, "many.ndjson");
    const ways = [
      ["--to", "1.21"],
      ["--to", "1.13", "--dry-run", "--format", "json"],
      ["--to", "1.17", "--keep-going", "copy"],
      ["--to", "1.13", "--report", "REPORT", "--keep-dropped", "KEPT", "--allow-loss", "held-write"],
    ];
    for (const way of ways) {
      const [one, three] = ["1", "3"].map((jobs) => {
        const [report, kept] = [join(folder, `report-${jobs}`), join(folder, `kept-${jobs}`)];
        const named = way.map((word) => (word === "REPORT" ? report : word === "KEPT" ? kept : word));
        const args = ["bin/runstate.cjs", "migrate", "--jobs", jobs, "--ndjson", ...named, lines];
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 30 });
        const files = [report, kept].map((file) => (existsSync(file) ? readFileSync(file, "utf8") : ""));
        return { status, stderr, texts: [stdout, ...files] };
      });
      expect([three?.status, three?.stderr]).toEqual([one?.status, one?.stderr]);
      expect(one?.texts[0]?.length).toBeGreaterThan(10_000);
      expect(three?.texts.map((text, at) => text === one?.texts[at])).toEqual([true, true, true]);
    }
  }, 120_000);

  it("goes on with one thread where none can be started, and says so once", () => {
    for (const part of ["bin", "dist"]) cpSync(part, join(folder, "copy", part), { recursive: true });
    rmSync(join(folder, "copy/bin/worker.cjs"));
    const args = ["--format", "jsonl", "--ndjson", join(folder, "many.ndjson")];
    const done = start(["--jobs", "2", ...args], join(folder, "copy/bin/runstate.cjs"));
    expect(done.err).toBe("runstate: threads cannot be started here; going on with one\n");
    expect({ ...done, err: "" }).toEqual(start(args));
  }, 60_000);

  it("ends quietly when the reader of its output goes away", () => {
    const line = 'set -o pipefail; "$@" | head -n 1 | wc -l';
    const args = ["bin/runstate.cjs", "validate", "--jobs", "2", "--ndjson", "--format", "jsonl"];
    const done = spawnSync("bash", ["-c", line, "bash", process.execPath, ...args, join(folder, "many.ndjson")], {
      encoding: "utf8",
    });
    expect(done).toMatchObject({ stdout: "1\n", stderr: "", status: 0 });
  });

  it.each(["0", "-1", "1.5", "two", "", "65"])("refuses %j", async (jobs) => {
    const { code, out, err } = await runCli("validate", `--jobs=${jobs}`, "corpus/minimal");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("A whole number from 1 to 64 is expected");
  });
});

class Thread extends EventEmitter {
  readonly batches: Found[][] = [];
  postMessage(batch: Found[]): void {
    this.batches.push(batch);
  }
  answer(): void {
    this.emit(
      "message",
      this.batches.shift()?.map(({ line }) => line),
    );
  }
}

describe("a crew of threads", () => {
  const found = (line: number, length = 10): Found => ({ file: "-", line, text: "x".repeat(length) });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const open = (deliver: (line: number) => void) => {
    const threads = [new Thread(), new Thread()] as const;
    const crew = openCrew<number>(threads as unknown as Worker[], async (line) => deliver(line));
    return { crew, threads };
  };

  it("delivers in the order of the inputs, whoever is first", async () => {
    const lines: number[] = [];
    const { crew, threads } = open((line) => lines.push(line));
    for (let line = 1; line <= 5; line++) await crew.take(found(line), undefined);
    const end = crew.end();
    const [later, first] = threads[0].batches[0]?.[0]?.line === 2 ? threads : [threads[1], threads[0]];
    later.answer();
    await turn();
    expect(lines).toEqual([]);
    first.answer();
    later.answer();
    await end;
    expect(lines).toEqual([1, 2, 3, 4, 5]);
  });

  it("lets the reader wait while threads have enough to do", async () => {
    const { crew, threads } = open(() => {});
    for (let line = 1; line <= 2; line++) expect(crew.take(found(line, 500_000), undefined)).toBeUndefined();
    let isFree = false;
    const wait = crew.take(found(3, 500_000), undefined)?.then(() => {
      isFree = true;
    });
    await turn();
    expect(isFree).toBe(false);
    threads[0].answer();
    await wait;
    expect(isFree).toBe(true);
  });

  it("hands on what a delivery throws, and a bug of a thread", async () => {
    const { crew, threads } = open(() => {
      throw new Error("no reader");
    });
    await crew.take(found(1), undefined);
    for (const thread of threads) thread.answer();
    await expect(crew.end()).rejects.toThrow("no reader");
    const other = open(() => {});
    other.threads[1].emit("error", new TypeError("a bug"));
    await expect(other.crew.take(found(1), undefined)).rejects.toThrow("a bug");
  });
});
