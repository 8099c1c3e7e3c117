import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { newestReader } from "../../src/readers/releases.ts";
import { temporaryFolder } from "../temporary.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = join(root, "bin/runstate.cjs");
const sample = join(root, "corpus/resume/1.21-approval-pending.json");

const folder = temporaryFolder();

const start = (
  args: readonly string[],
  options: { input?: string; env?: Record<string, string>; bin?: string } = {},
) => {
  const { FORCE_COLOR: _, NO_COLOR: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [options.bin ?? bin, ...args], {
    cwd: folder,
    encoding: "utf8",
    input: options.input ?? "",
    env: { ...env, ...options.env },
  });
  return { code: status, out: stdout, err: stderr };
};

/** Runs a line of bash in which "$@" is the command line and gives its exit codes. */
const shell = (line: string, ...args: string[]) =>
  spawnSync("bash", ["-c", line, "bash", process.execPath, bin, ...args], { cwd: folder, encoding: "utf8" });

describe("the built command line", () => {
  it("says in one sentence that it is not built", () => {
    mkdirSync(join(folder, "unbuilt/bin"), { recursive: true });
    cpSync(bin, join(folder, "unbuilt/bin/runstate.cjs"));
    const built = join(bin, "../../dist/cli.cjs");
    const whole = readFileSync(built, "latin1");
    // Nothing yet; a build that was interrupted before a bundle was whole, and before the commands were.
    for (const bundle of [null, whole.slice(whole.indexOf("\n") + 1), whole]) {
      if (bundle !== null) {
        mkdirSync(join(folder, "unbuilt/dist"), { recursive: true });
        writeFileSync(join(folder, "unbuilt/dist/cli.cjs"), bundle, "latin1");
      }
      const { code, out, err } = start(["versions"], { bin: join(folder, "unbuilt/bin/runstate.cjs") });
      expect({ code, out }).toEqual({ code: 70, out: "" });
      expect(err).toMatch(/^runstate: .*not built.*\n$/);
    }
  });

  it.each<[string, string, unknown]>([
    ["items", "generated_items", {}],
    ["items of two members", "generated_items", { type: "tool_call_item", agent: { name: "a" } }],
    ["responses", "model_responses", 1],
    ["outputs", "model_responses", { output: [{}] }],
    ["guardrail results", "tool_output_guardrail_results", { guardrail: { type: "x" } }],
  ])("judges 200 kB of nothing but broken %s in 250 MB, under every release too", (name, key, entry) => {
    const hook = join(folder, "peak.cjs");
    writeFileSync(hook, 'process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS))');
    const state = JSON.parse(readFileSync(join(root, "corpus/minimal/1.21.json"), "utf8"));
    const list = Array.from({ length: 200_000 / (JSON.stringify(entry).length + 1) }, () => entry);
    const file = join(folder, `broken ${name}.json`);
    writeFileSync(file, JSON.stringify({ ...state, [key]: list }));
    for (const sdk of ["0.24.0", "all"]) {
      const { status, stderr } = spawnSync(process.execPath, ["-r", hook, bin, "validate", "--sdk", sdk, file], {
        encoding: "utf8",
      });
      expect(status).toBeLessThan(2);
      expect(Number(/peak (\d+)$/.exec(stderr)?.[1]) / 1024).toBeLessThan(250);
    }
  });

  it("runs through a link, as npm installs it", () => {
    symlinkSync(bin, join(folder, "runstate"));
    expect(start(["--version"], { bin: join(folder, "runstate") }).code).toBe(0);
  });

  it("works without the code that the build kept, and with code of another build", () => {
    const copy = join(folder, "copy");
    mkdirSync(copy);
    for (const part of ["bin", "dist"]) cpSync(join(root, part), join(copy, part), { recursive: true });
    const copied = join(copy, "bin/runstate.cjs");
    writeFileSync(join(copy, "dist/cli.cjs.cache"), "0000000000000000 not what V8 wrote");
    expect(start(["validate", sample], { bin: copied }).code).toBe(0);
    rmSync(join(copy, "dist/cli.cjs.cache"));
    rmSync(join(copy, "dist/commands/validate.cjs.cache"));
    expect(start(["validate", sample], { bin: copied }).code).toBe(0);
  });

  it("takes code that the build kept only for the text, Node and machine that it is of", () => {
    const { loadBundle } = createRequire(import.meta.url)(bin);
    const file = join(folder, "cli.cjs");
    cpSync(join(root, "dist/cli.cjs"), file);
    const kept = readFileSync(join(root, "dist/cli.cjs.cache"));
    const end = kept.indexOf("\n");
    const stamp = kept.toString("latin1", 0, end);
    /** False: V8 took it. Undefined: it was not offered. */
    const rejectedWith = (text: string) => {
      writeFileSync(`${file}.cache`, Buffer.concat([Buffer.from(text), kept.subarray(end)]));
      return loadBundle(file).script.cachedDataRejected;
    };
    expect(rejectedWith(stamp)).toBe(false);
    // V8 crashed: Node 20.12 has the same version of it as 20.20.
    expect(rejectedWith(stamp.replace(process.version, "v20.12.0"))).toBeUndefined();
    expect(rejectedWith(stamp.replace(process.arch, "other"))).toBeUndefined();
    expect(rejectedWith(`0000${stamp.slice(4)}`)).toBeUndefined();
  });

  it("says that the folder it stands in is gone", () => {
    const gone = join(folder, "gone");
    mkdirSync(gone);
    const line = `cd '${gone}' && rmdir '${gone}' && exec '${process.execPath}' '${bin}' validate '${sample}'`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("runstate: the current folder does not exist any more; change to another one\n");
  });

  it("expands quoted globs", () => {
    cpSync(sample, join(folder, "one.json"));
    expect(start(["validate", "--format", "jsonl", "on*.json"])).toMatchObject({ code: 0, err: "" });
    const missing = start(["validate", "nothing-*.json"]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("matches no file");
  });

  // Root may look into everything, unless it lays that right down.
  const lowered = process.getuid?.() === 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : "env";
  it.skipIf(spawnSync("sh", ["-c", `${lowered} true`]).status !== 0)(
    "says which folder on the way of a glob cannot be looked into",
    () => {
      mkdirSync(join(folder, "locked"), { mode: 0 });
      const { status, stderr } = shell(`${lowered} "$@"`, "validate", "--quiet", "loc*/*.json");
      chmodSync(join(folder, "locked"), 0o700);
      expect([status, stderr]).toEqual([2, "runstate: locked cannot be read: permission denied\n"]);
    },
  );

  it.each([
    ['{"sdk": ""}', `a release of openai-agents is missing; the newest known one is ${newestReader.release}`],
    ['{"agents": ""}', "--agents is empty: name a file"],
    ['{"ignore": [""]}', "--ignore is empty: name a pattern"],
    ['{"allow": ["x"]}', "--allow takes a JSON pointer: empty, or each step behind a /"],
  ])("says that %s stands in the settings", (settings, sentence) => {
    writeFileSync(join(folder, ".runstaterc.json"), settings);
    const done = start(["validate", sample]);
    rmSync(join(folder, ".runstaterc.json"));
    expect(done.code).toBe(2);
    expect(done.err).toMatch(/ \(from \/.*\/\.runstaterc\.json\)\n$/);
    expect(done.err).toContain(`runstate: ${sentence} (`);
  });

  it("says where a release comes from that nobody typed", () => {
    const done = shell('RUNSTATE_SDK=all "$@"', "inspect", sample);
    expect([done.status, done.stderr]).toEqual([
      2,
      "runstate: all is no single release; name one here (`runstate validate --sdk all` asks them all) (from the variable RUNSTATE_SDK)\n",
    ]);
  });

  it("says how a file is named that looks like an option", () => {
    cpSync(sample, join(folder, "-dash.json"));
    const done = start(["validate", "-dash.json"]);
    rmSync(join(folder, "-dash.json"));
    expect([done.code, done.err]).toEqual([
      2,
      "runstate: unknown option '-dash.json' (for the file of that name: ./-dash.json)\n",
    ]);
  });

  it("reads standard input, named and not", () => {
    const input = JSON.stringify({ $schemaVersion: "9.9", current_turn: 1 });
    for (const args of [["validate", "-"], ["validate"]]) expect(start(args, { input }).code).toBe(1);
  });

  it("ends quietly when the reader of its output goes away", () => {
    const line = JSON.stringify({ $schemaVersion: "1.21", current_turn: 1 });
    writeFileSync(join(folder, "many.ndjson"), `${line}\n`.repeat(20_000));
    const pipe = 'set -o pipefail; "$@" | head -n 1 | wc -l';
    const done = shell(pipe, "validate", "--ndjson", "--format", "jsonl", "many.ndjson");
    expect(done).toMatchObject({ stdout: "1\n", stderr: "", status: 0 });
  });

  it("plans for lines of standard input, and names what it would take without one", () => {
    const move = ["corpus", "plan", "--from-sdk", "0.22.3", "--to-sdk", "0.24.0"];
    const lines = shell(`tr '\\n' ' ' < "${sample}" | "$@"`, ...move, "--ndjson");
    expect([lines.stderr, lines.stdout.split("\n")[0]]).toEqual(["", "resumes     -:1  as it is"]);
    for (const words of [move, ["corpus", "check"]]) {
      const { status, stdout, stderr } = shell('"$@"', ...words);
      expect([status, stdout, stderr]).toEqual([
        2,
        "",
        expect.stringContaining("the default is corpus/, and there is none here"),
      ]);
    }
  });

  it("makes one map for runs of redact that begin together", () => {
    const line =
      'for n in 1 2 3 4 5 6; do "$@" > copy.$n || echo refused & done; wait; sort -u copy.* | wc -l; sort -u copy.1 | wc -l';
    const { stdout, stderr } = shell(line, "redact", sample, "--map", "new.key");
    const [all, one] = stdout.split("\n");
    expect([stderr, all]).toEqual(["", one]);
  });

  it("waits for a slow reader of a non-blocking pipe and loses nothing", () => {
    const reader =
      'python3 -c "import os,fcntl,sys,time\nfcntl.fcntl(0,fcntl.F_SETFL,os.O_NONBLOCK)\ntime.sleep(0.5)\nn=0\nwhile True:\n try: b=os.read(0,4096)\n except BlockingIOError: time.sleep(0.001); continue\n if not b: break\n n+=b.count(10)\nprint(n)"';
    const done = shell(`"$@" | ${reader}`, "validate", "--ndjson", "--format", "jsonl", "many.ndjson");
    if (done.stderr.includes("not found")) return;
    expect(done.stdout).toBe("20000\n");
  });

  it("gives exit 2 and a sentence when it cannot write", () => {
    const done = start(["validate", sample, "--output", "no/such/folder.json"]);
    expect(done).toMatchObject({ code: 2, out: "" });
    expect(done.err).toBe("runstate: cannot write no/such/folder.json: the folder does not exist\n");
    expect(start(["validate", sample, "--output", "."]).err).toBe("runstate: cannot write .: it is a folder\n");
    if (!existsSync("/dev/full")) return;
    const line = JSON.stringify({ $schemaVersion: "1.21", current_turn: 1 });
    writeFileSync(join(folder, "full.ndjson"), `${line}\n`.repeat(2_000));
    for (const words of [
      ["validate", sample],
      ["validate", "--help"],
      ["validate", "--ndjson", "full.ndjson"],
    ]) {
      const full = shell('"$@" > /dev/full', ...words);
      expect([full.status, full.stderr]).toEqual([2, "runstate: cannot write standard output: the disk is full\n"]);
    }
  });

  it("keeps the results that stood there when new ones cannot be written to their end", () => {
    const report = join(folder, "report.jsonl");
    const line = JSON.stringify({ $schemaVersion: "1.21", current_turn: 1 });
    writeFileSync(join(folder, "some.ndjson"), `${line}\n`.repeat(2_000));
    writeFileSync(report, "old\n", { mode: 0o640 });
    const words = ["validate", "--ndjson", "--format", "jsonl", "--output", report, "some.ndjson"];
    // No file may have more than 100 blocks: like a full disk, it breaks off in the middle.
    const { status, stderr } = shell('ulimit -f 100; "$@"', ...words);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^runstate: cannot write .*report\.jsonl: .+\n$/)]);
    expect(readFileSync(report, "utf8")).toBe("old\n");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    // Neither is there half a file where there was none, or an empty one, or a link to nothing.
    const places = ["new.jsonl", "empty.jsonl", "link.jsonl"];
    writeFileSync(join(folder, "empty.jsonl"), "");
    symlinkSync(join(folder, "target.jsonl"), join(folder, "link.jsonl"));
    for (const name of places)
      expect(
        shell('ulimit -f 100; "$@"', ...words.map((word) => (word === report ? join(folder, name) : word))).status,
      ).toBe(2);
    const sizes = [...places, "target.jsonl"].map(
      (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size,
    );
    expect(sizes).toEqual([undefined, 0, undefined, undefined]);
    expect(start(words).code).toBe(1);
    expect(readFileSync(report, "utf8").split("\n")).toHaveLength(2_001);
    expect([statSync(report).mode & 0o777, readdirSync(folder).filter((name) => name.endsWith(".tmp"))]).toEqual([
      0o640,
      [],
    ]);
  });

  it("takes one line on standard input for a session of one item", () => {
    const input = JSON.stringify({ type: "message", role: "user", content: "x" });
    const done = start(["settle", sample, "--session", "-", "--format", "json"], { input });
    expect([done.code, JSON.parse(done.out).sessionBefore.length]).toEqual([0, 1]);
  });

  it("takes no folder for an empty standard input", () => {
    for (const words of [["validate"], ["validate", "--ndjson"], ["inspect"]]) {
      const { status, stdout, stderr } = shell('"$@" - < .', ...words);
      expect([status, stdout, stderr]).toEqual([2, "", "runstate: standard input is a folder\n"]);
    }
  });

  it("refuses to write over the file that it reads as standard input", () => {
    cpSync(sample, join(folder, "own.json"));
    for (const command of ["validate", "redact"]) {
      const { status, stderr } = shell('"$@" --output own.json < own.json', command);
      expect([status, stderr]).toEqual([2, expect.stringContaining("would write over the input")]);
    }
    expect(readFileSync(join(folder, "own.json"))).toEqual(readFileSync(sample));
  });

  it("writes to a file that is named like a version, which is no file", () => {
    for (let run = 0; run < 2; run++) expect(start(["versions", "1.21", "--output", "1.21"]).code).toBe(0);
  });

  it("takes --output /dev/stdout for standard output, which may be a file that grows", () => {
    if (!existsSync("/dev/stdout")) return;
    const twice = shell(
      '"$@" >> log.txt && "$@" >> log.txt && cat log.txt',
      "schema",
      "1.21",
      "--output",
      "/dev/stdout",
    );
    expect(twice.stdout).toBe(readFileSync(join(root, "schemas/1.21.json"), "utf8").repeat(2));
  });

  it("colours only when asked: flag, FORCE_COLOR, NO_COLOR, terminal", () => {
    const coloured = (args: string[], env: Record<string, string>) => start([...args], { env }).out.includes("\u001b[");
    expect(coloured(["validate", sample], {})).toBe(false);
    expect(coloured(["validate", sample], { FORCE_COLOR: "1" })).toBe(true);
    expect(coloured(["validate", sample], { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
    expect(coloured(["validate", sample, "--no-color"], { FORCE_COLOR: "1" })).toBe(false);
    expect(coloured(["validate", sample], { FORCE_COLOR: "0" })).toBe(false);
  });
});
