import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { openLive } from "../../src/live/interpreter.ts";
import { newestReader } from "../../src/readers/releases.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";
import { fakePython } from "./fake-python.ts";

const good = "corpus/resume/1.21-approval-pending.json";
const bad = "corpus/negative/version-future.json";
const newest = { release: "0.24.0", openai: "3.57.0", pydantic: "2.14.4" };
const refusal = { ok: false, error: "UserError", where: "_validate", depends: false };

const folder = temporaryFolder();

const live = (python: string, ...more: string[]) => runCli("validate", "--live", python, ...more);

describe("validate --live", () => {
  it("prints both verdicts, and says on standard error how often they agree", async () => {
    const python = fakePython(folder, "agrees", { found: newest, answers: { '"1.99"': refusal } });
    const { code, out, err } = await live(python, good, bad);
    expect(code).toBe(1); // one is rejected, by both
    expect(out).toContain("accepted by 0.24.0");
    expect(out).toContain("openai-agents 0.24.0, asked live, accepts it too");
    expect(out).toContain("openai-agents 0.24.0, asked live, rejects it (UserError in _validate) too");
    expect(err).toBe("runstate: openai-agents 0.24.0 agrees on 2 of 2 checkpoints\n");
    const json = JSON.parse((await live(python, "--format", "json", good)).out);
    expect(json.results[0].live).toEqual({
      release: "0.24.0",
      verdict: "accepted",
      error: null,
      where: null,
      agrees: true,
    });
  });

  it.each(["text", "json", "jsonl", "sarif", "junit", "github"])(
    "shows a disagreement plainly, and exits 1 (%s)",
    async (format) => {
      const python = fakePython(folder, "differs", { found: newest, answers: { "": refusal } });
      const { code, out, err } = await live(python, "--format", format, good);
      expect(code).toBe(1);
      expect(err).toContain(`${good}: accepted here, but openai-agents 0.24.0 rejects it (UserError in _validate)`);
      if (format === "text") expect(out).toContain("DISAGREEMENT");
      if (format === "jsonl") expect(JSON.parse(out).live).toMatchObject({ verdict: "rejected", agrees: false });
      const accepts = fakePython(folder, "accepts", { found: newest });
      expect((await live(accepts, bad)).err).toContain("rejected here, but openai-agents 0.24.0 loads it");
    },
  );

  it("takes what only poorer agents load as accepted where we accept", async () => {
    const python = fakePython(folder, "depends", { found: newest, answers: { "": { ...refusal, depends: true } } });
    expect((await live(python, good)).code).toBe(0);
    expect((await live(python, bad)).err).toContain("agrees on 1 of 1");
  });

  it("asks about every line, and not about bytes that are no text", async () => {
    const python = fakePython(folder, "lines", { found: newest, answers: { '{"a"': refusal } });
    const path = join(folder, "lines.ndjson");
    writeFileSync(path, Buffer.concat([Buffer.from('{"a":\n\n{"a":1}\n'), Buffer.from([0xff, 10])]));
    const { code, out } = await live(python, "--ndjson", "--format", "jsonl", path);
    expect(code).toBe(1);
    const results = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(results.map(({ line, live: said }) => [line, said.verdict, said.agrees])).toEqual([
      [1, "rejected", true],
      [3, "rejected", true],
      [4, null, null],
    ]);
  });

  it("asks the static reader of the same release, and takes the nearest for one that it does not know", async () => {
    const older = fakePython(folder, "older", { found: { ...newest, release: "0.22.3" } });
    expect((await live(older, "corpus/minimal/1.0.json")).out).toContain("accepted by 0.22.3");
    const unknown = fakePython(folder, "unknown", { found: { ...newest, release: "0.99.0" } });
    const { code, err } = await live(unknown, good);
    expect(code).toBe(0);
    expect(err).toContain(`openai-agents 0.99.0 is not known here; compared with ${newestReader.release}`);
    const beside = fakePython(folder, "beside", { found: { ...newest, openai: "2.1.0" } });
    expect((await live(beside, good)).err).toContain("openai 2.1.0 instead of 3.57.0");
  });

  it("refuses an environment of another release than the command line names", async () => {
    const python = fakePython(folder, "other", { found: newest });
    const { code, out, err } = await live(python, "--sdk", "0.22.3", good);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/other has openai-agents 0\.24\.0, not 0\.22\.3\n$/);
    expect((await live(python, "--sdk", "0.24.0", good)).code).toBe(0);
  });

  it("says that there is no such program", async () => {
    const { code, err } = await live("no-such-python", good);
    expect([code, err]).toEqual([2, "runstate: no-such-python cannot be started: there is no such program\n"]);
    // Names that no process is even tried with.
    const below = await live(`${process.execPath}/python`, good);
    expect([below.code, below.err]).toEqual([2, expect.stringContaining("a part of the path is a file")]);
  });

  it.each([
    ["has no SDK", { found: { release: null, fault: "missing" } }, "has no openai-agents installed"],
    ["is too old a Python", { python: [2, 7, 18] }, "is Python 2.7.18; the SDK needs 3.9 or newer"],
    ["has too old an SDK", { found: { release: "0.4.0", fault: "no-run-state" } }, "has no RunState yet"],
    [
      "has a broken SDK",
      { found: { release: "0.24.0", fault: "broken", error: "ImportError" } },
      "cannot import it (ImportError)",
    ],
  ])("refuses politely what %s", async (name, said, sentence) => {
    const { code, out, err } = await live(fakePython(folder, name.replaceAll(" ", "-"), said), good);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^runstate: .+\n$/);
    expect(err).toContain(sentence);
  });

  it.each([["ls"], ["cat"], [process.execPath], ["/no/such/python"], [tmpdir()], [""]])(
    "refuses politely %s",
    async (program) => {
      const { code, out, err } = await live(program, good);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toMatch(/^runstate: .+\n$/);
    },
  );

  it("passes over what a wrapper or a library prints", async () => {
    const python = fakePython(folder, "noisy", { found: newest, noise: 'loading modules\n[1]\n"x"\nno line end' });
    const { code, err } = await live(python, good);
    expect([code, err]).toEqual([0, "runstate: openai-agents 0.24.0 agrees on 1 of 1 checkpoints\n"]);
    const chatter = fakePython(folder, "chatter", { noise: "y\n".repeat(20_000) });
    expect((await live(chatter, good)).err).toMatch(/is no Python interpreter\n$/);
  });

  it("says when the interpreter ends in between", async () => {
    const path = join(folder, "die.ndjson");
    writeFileSync(path, '{"a":"DIE"}\n');
    const python = fakePython(folder, "dies", { found: newest, answers: { DIE: {} } });
    const { code, err } = await live(python, "--ndjson", path);
    expect(code).toBe(2);
    expect(err).toContain("ended while its SDK was reading");
  });

  it("does not hang when something else is wrong", () => {
    const python = fakePython(folder, "waits", { found: newest });
    for (const more of [["--agents", "none"], ["--baseline", "none"], ["--at", "x"], ["missing.json"]]) {
      const argv = ["bin/runstate.cjs", "validate", "--live", python, ...more, good];
      const { status } = spawnSync(process.execPath, argv, { timeout: 20_000 });
      expect(status).toBe(2);
    }
  });

  it("waits for no answer for ever", async () => {
    const python = fakePython(folder, "hangs", { found: newest, answers: { HANG: {} } });
    const reader = await openLive(python, process.env, 2000);
    expect(await reader.ask("{}")).toMatchObject({ loads: true });
    await expect(reader.ask("HANG")).rejects.toThrow(/hangs has not answered for \d s$/);
    reader.close();
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves no interpreter behind that hangs (%s)", async (signal) => {
    const python = fakePython(folder, `deaf-${signal}`, { found: newest, answers: { HANG: {} } });
    const path = join(folder, "hang.ndjson");
    writeFileSync(path, '{"a":"HANG"}\n');
    const argv = ["bin/runstate.cjs", "validate", "--live", python, "--ndjson", path];
    const child = spawn(process.execPath, argv, { stdio: ["ignore", "ignore", "pipe"] });
    const err = text(child.stderr);
    const ended = once(child, "close");
    const pid = await vi.waitFor(() => Number(readFileSync(`${python}.hangs`, "utf8")), 15_000);
    child.kill(signal);
    setTimeout(() => child.kill(signal), 200);
    expect(await ended).toEqual([130, null]);
    expect(await err).toMatch(/hang\.ndjson:1: interrupted while \S+ was asked\n$/);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 15_000);
  });

  const hasPython = spawnSync("python3", ["-c", "import agents"]).status === 1;
  it.skipIf(!hasPython)("runs its program on a real Python, which has no SDK here", async () => {
    const { code, err } = await live("python3", good);
    expect(code).toBe(2);
    expect(err).toBe("runstate: python3 has no openai-agents installed\n");
  });
});
