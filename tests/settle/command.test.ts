import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { call, checkpointWith, held, ordinary, output, user } from "./play.ts";

const folder = mkdtempSync(join(tmpdir(), "runstate-settle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const checkpoint = file("checkpoint.json", checkpointWith(held([call, output])));
const session = file("session.json", JSON.stringify([user]));

describe("runstate settle", () => {
  it("tells a story and draws the session before and after, in 80 columns", async () => {
    const { code, out } = await runCli("settle", checkpoint, "--session", session);
    expect(code).toBe(0);
    expect(out.replaceAll(folder, "")).toMatchSnapshot();
    for (const line of out.split("\n")) if (!line.includes(folder)) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("says whether a Responses-compaction session is asked to compact, and what its own rule counts", async () => {
    const record = { ...ordinary([output], null), response_id: "resp_1", store: null };
    const items = file("compaction.json", JSON.stringify([user, { role: "user" }, { type: "compaction" }, call]));
    const settled = async (localOutputs: boolean) => {
      const paused = file(
        "compaction-checkpoint.json",
        checkpointWith({ ...record, has_local_tool_outputs: localOutputs }),
      );
      const args = ["settle", paused, "--session", items, "--session-kind", "compaction"];
      const { out } = await runCli(...args);
      for (const line of out.split("\n")) if (!line.includes(folder)) expect(line.length).toBeLessThanOrEqual(80);
      return JSON.parse((await runCli(...args, "--format", "json")).out).compaction;
    };
    const now = await settled(false);
    expect(now.when).toBe("now");
    // Beside the call and its output the entry without content: it is no message.
    expect(now.why).toMatch(/ 10 items .* there are 3$/);
    expect((await settled(true)).when).toBe("deferred");
    expect(
      JSON.parse((await runCli("settle", checkpoint, "--session", session, "--format", "json")).out).compaction,
    ).toBeNull();
  });

  it("prints contents only when asked", async () => {
    const secret = file("secret.json", JSON.stringify([{ role: "user", content: "s3cret" }]));
    expect((await runCli("settle", checkpoint, "--session", secret)).out).not.toContain("s3cret");
    expect((await runCli("settle", checkpoint, "--session", secret, "--show-values")).out).toContain("s3cret");
  });

  it("prints one JSON object, items as their store spells them", async () => {
    const spelled = file("spelled.json", '[{"role": "user", "content": "x", "n": 1.0}]');
    const { out } = await runCli("settle", checkpoint, "--session", spelled, "--format", "json");
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({
      sdk: "0.24.0",
      record: "held",
      row: "H5",
      outcome: "settled",
      error: null,
      recordAfter: null,
      reloads: true,
    });
    expect(answer.appended).toEqual([call, output]);
    expect(answer.paths.map((path: Record<string, unknown>) => path.then)).toContain("run-again");
    expect(out).toContain('"n":1.0');
    const line = await runCli("settle", checkpoint, "--session", spelled, "--format", "jsonl");
    expect(line.out.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(line.out).row).toBe("H5");
  });

  it("escapes what a terminal would act on", async () => {
    const hostile = file("hostile.json", JSON.stringify([{ ...call, call_id: "\u001b[2J\u202e", name: "\u009b" }]));
    for (const format of ["text", "json"]) {
      const { out } = await runCli("settle", checkpoint, "--session", hostile, "--format", format);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it("ends with 1 when the resume raises or breaks the pairing", async () => {
    const lone = file("lone.json", checkpointWith(ordinary([output])));
    expect((await runCli("settle", lone, "--session", session)).code).toBe(1);
    expect((await runCli("settle", lone, "--session", "none")).code).toBe(1);
    expect((await runCli("settle", lone, "--session", file("called.json", JSON.stringify([user, call])))).code).toBe(0);
  });

  it.each([
    [["--session", "nowhere.json"], "there is no such file"],
    [[], "needs --session"],
    [["--session", "none", "--decide", "call_X=approve"], "waits for no call"],
    [["--session", "none", "--decide", "maybe"], "--decide takes"],
    [["--session", "none", "--tool-output", "x"], "--tool-output is written"],
    [["--session", "none", "--then", "dance"], "run-again"],
    [["--session", session, "--table", "mine"], "sqlite:FILE"],
  ])("ends with 2: %j", async (words, reason) => {
    const { code, err } = await runCli("settle", checkpoint, ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });
});
