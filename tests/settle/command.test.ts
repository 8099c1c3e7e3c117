import { readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { newestReader } from "../../src/readers/releases.ts";
import { runCli, runCliIn } from "../cli/run-cli.ts";
import { corpusState } from "../parsed.ts";
import { fileWriter, temporaryFolder } from "../temporary.ts";
import { call, checkpointWith, held, ordinary, output, user } from "./play.ts";

const folder = temporaryFolder();
const file = fileWriter(folder);

const checkpoint = file("checkpoint.json", checkpointWith(held([call, output])));
const session = file("session.json", JSON.stringify([user]));

describe("runstate settle", () => {
  it("tells a story and draws the session before and after, in 80 columns", async () => {
    const { code, out } = await runCli("settle", checkpoint, "--session", session, "--sdk", "0.24.0");
    expect(code).toBe(0);
    expect(out.replaceAll(folder, "")).toMatchSnapshot();
    for (const line of out.split("\n")) if (!line.includes(folder)) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("joins what is drawn with a call that stands above it: only an output without any call has a cross", async () => {
    const long = file("long.json", JSON.stringify([output, call, ...new Array(8).fill(user), output]));
    const { out } = await runCli("settle", checkpoint, "--session", long, "--sdk", "0.24.0");
    expect(out).toContain("… 3 earlier");
    expect(out).toMatch(/│ user message +│ user message\n.*╰ output call_A +╰ output call_A\n/);
    expect(out).not.toContain("✗");
  });

  it("tells of outputs that go under the session's limit, since their call does not come along", async () => {
    const stored = file("pair.json", JSON.stringify([call, output]));
    const none = file("none.json", checkpointWith(null));
    const settled = (limit: string) =>
      runCli("settle", none, "--session", stored, "--session-limit", limit, "--sdk", "0.24.0");
    const { out } = await settled("1");
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "leaves out the output of call_A in silence: its call is not among the newest items. The API takes the rest: the next fresh run sends 0 items",
    );
    expect((await settled("2")).out).toContain("Pairs are whole: the next fresh run sends 2 items");
  });

  it.each([40, 60, 72])("fits a terminal of %i columns, what may follow too", async (columns) => {
    const { out } = await runCliIn(columns, "settle", "corpus/resume/1.21-approval-pending.json", "--session", session);
    const [, ...lines] = out.split("\n");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(out).toContain("\n  X1   orphaned-output  --decide");
  });

  it("says nothing of a session where there is none, or of a record that was not read", async () => {
    const detached = (await runCli("settle", checkpoint, "--session", "none", "--then", "max-turns")).out;
    expect(detached).not.toMatch(/before {5}|this session/);
    expect(detached).toContain("max_turns handler");
    const stepless = { ...JSON.parse(checkpointWith(held([call, output]))), current_step: null };
    const refused = (await runCli("settle", file("stepless.json", JSON.stringify(stepless)), "--session", session)).out;
    expect(refused).toContain("record  not read: the checkpoint is refused");
    expect(refused).not.toMatch(/because [A-Z]/);
  });

  it("says where a saved checkpoint would not load, where the way out is told, and lists what is refused anyway once", async () => {
    const cases = readFileSync(new URL("../vectors/settle/cases.ndjson", import.meta.url), "utf8")
      .trim()
      .split("\n");
    const named = (name: string) => cases.map((line) => JSON.parse(line)).find((one) => one.name === name);
    const told = async (name: string, ...options: string[]) => {
      const { checkpoint: state, session: stored } = named(name);
      const [saved, items] = [file(`${name}.json`, JSON.stringify(state)), file("items.json", JSON.stringify(stored))];
      return (await runCli("settle", saved, "--session", items, "--sdk", "0.24.0", ...options)).out;
    };
    const tripped = await told("tripwire-behind-reasoning", "--decide", "approve", "--then", "tripwire");
    expect(tripped).toContain("A checkpoint that is saved now is refused when it is loaded.");
    expect(tripped).not.toContain("runstate doctor");
    const moved = await told("mcp-requests-answered-in-turn");
    expect(moved).toMatch(/G +already-persisted +any --decide and --then --gate on\n/);
    expect(moved.match(/already-persisted/g)).toHaveLength(1);
    const stuck = await told("mcp-requests-answered-in-turn", "--gate", "on", "--then", "run-again");
    expect(stuck).toMatch(
      /The way out:\n {4}\$ runstate doctor .*\n {8}--session .*items\.json --sdk 0\.24\.0\n {2}About the row: runstate explain G\n/,
    );
    expect(stuck.match(/refuses the resume\./g)).toHaveLength(1);
  });

  it("prints no type and no role that is none of the API's words", async () => {
    const odd = file("odd.json", JSON.stringify([{ type: "Bearer s3cret" }, { role: "Bearer s3cret", content: "" }]));
    for (const more of [[], ["--html", "-"]]) {
      const { code, out } = await runCli("settle", checkpoint, "--session", odd, ...more);
      expect(code).toBeLessThan(2);
      expect(out).toContain("item");
      expect(out).not.toContain("s3cret");
    }
  });

  it("does not call pairs whole beside a call that is forgotten", async () => {
    const { out } = await runCli(
      "settle",
      checkpoint,
      "--session",
      file("open.json", JSON.stringify([user, { ...call, call_id: "c" }])),
    );
    expect(out).toContain("forgets c");
    expect(out).toContain("The API takes the rest");
  });

  it("says whether a Responses-compaction session is asked to compact, and what its own rule counts", async () => {
    const record = { ...ordinary([output], null), response_id: "resp_1", store: null };
    const items = file("compaction.json", JSON.stringify([user, { role: "user" }, { type: "compaction" }, call]));
    const waiting = file("waiting.json", JSON.stringify([user, { ...call, call_id: "c" }, call]));
    const settled = async (localOutputs: boolean, session = items) => {
      const paused = file(
        "compaction-checkpoint.json",
        checkpointWith({ ...record, has_local_tool_outputs: localOutputs }),
      );
      const args = ["settle", paused, "--session", session, "--session-kind", "compaction"];
      const { out } = await runCli(...args);
      for (const line of out.split("\n")) if (!line.includes(folder)) expect(line.length).toBeLessThanOrEqual(80);
      return JSON.parse((await runCli(...args, "--format", "json")).out).compaction;
    };
    const now = await settled(false);
    expect(now.when).toBe("now");
    // Beside the call and its output the entry without content: it is no message.
    expect(now.why).toMatch(/ 10 items .* there are 3$/);
    expect((await settled(true)).when).toBe("deferred");
    expect((await settled(false, waiting)).why).toContain("It declines while a call has no output");
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
      sdk: newestReader.release,
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

  it("prints JSON that any reader takes: NaN and the infinities stand as strings", async () => {
    const odd = file("odd.json", '[{"role": "user", "content": "NaN Infinity", "a": NaN, "b": [-Infinity, Infinity]}]');
    for (const format of ["json", "jsonl"]) {
      const { out } = await runCli("settle", checkpoint, "--session", odd, "--format", format);
      const [item] = JSON.parse(out).sessionBefore;
      expect(item).toEqual({ role: "user", content: "NaN Infinity", a: "NaN", b: ["-Infinity", "Infinity"] });
    }
  });

  it("raises at loading when the program has no agent where the run stands", async () => {
    const settled = async (...names: string[]) => {
      const agents = file("agents.json", JSON.stringify({ agents: names.map((name) => ({ name })) }));
      const words = ["settle", checkpoint, "--session", session, "--agents", agents, "--format", "json"];
      const { code, out } = await runCli(...words);
      return { code, ...JSON.parse(out) };
    };
    const refused = await settled("other");
    expect(refused).toMatchObject({ code: 1, row: "L", outcome: "rejected-at-load", reloads: false, appended: [] });
    expect(refused.error.message).toContain("writer");
    expect(refused.error.pointer).toBe("/current_agent");
    expect(await settled("other", "writer")).toMatchObject({ code: 0, row: "H5", error: null });
  });

  it("raises before a tool runs for a call of a local MCP server without its binding, unless it is rejected", async () => {
    const paused = "corpus/features/1.17-mcp-local-pending.json";
    const settled = async (decide: string, release: string) => {
      const words = ["--session", session, "--decide", decide, "--then", "run-again", "--sdk", release];
      const { code, out } = await runCli("settle", paused, ...words, "--format", "json");
      const { appended, error } = JSON.parse(out);
      return [code, appended.length, error?.pointer];
    };
    const place = "/current_step/data/interruptions/0";
    expect(await settled("approve", "0.24.0")).toEqual([1, 0, place]);
    expect(await settled("none", "0.24.0")).toEqual([1, 0, place]);
    expect(await settled("reject", "0.24.0")).toMatchObject([expect.any(Number), 1, undefined]);
    expect(await settled("approve", "0.22.3")).toMatchObject([expect.any(Number), 1, undefined]);
  });

  it("raises for a decision on a waiting call that has no id", async () => {
    const waiting = corpusState("resume/1.21-approval-pending");
    delete waiting.current_step.data.interruptions[0].raw_item.call_id;
    const nameless = file("nameless.json", JSON.stringify(waiting));
    const settled = async (...words: string[]) => runCli("settle", nameless, "--session", "none", ...words);
    expect((await settled("--decide", "approve")).code).toBe(1);
    expect((await settled("--decide", "approve")).out).toMatch(/state.approve\(\) and\s+state.reject\(\) raise/);
    expect((await settled()).code).toBe(0);
  });

  it("escapes what a terminal would act on", async () => {
    const hostile = file("hostile.json", JSON.stringify([{ ...call, call_id: "\u001b[2J\u202e", name: "\u009b" }]));
    for (const format of ["text", "json"]) {
      const { out } = await runCli("settle", checkpoint, "--session", hostile, "--format", format);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it("never writes to the session, to what lies beside it, or to the checkpoint", async () => {
    const own = file("own-session.json", JSON.stringify([user, call]));
    const link = join(dirname(own), "link-to-session.json");
    symlinkSync(own, link);
    const database = file("own.db", "");
    const log = file("own.db-wal", "");
    const copy = file("copy.json", readFileSync(checkpoint, "utf8"));
    for (const [source, target] of [
      [own, own],
      [own, link],
      [`sqlite:${database}#one`, database],
      [`sqlite:${database}`, log],
      ["none", copy],
    ] as const) {
      const { code, err } = await runCli("settle", copy, "--session", source, "--output", target);
      expect([code, err]).toEqual([2, expect.stringContaining("would write over")]);
    }
    expect(readFileSync(own, "utf8")).toBe(JSON.stringify([user, call]));
    expect(readFileSync(copy)).toEqual(readFileSync(checkpoint));
    const doctor = ["doctor", copy, "--session", own, "--apply", "x", "--write", "--out", own];
    expect((await runCli(...doctor)).err).toContain("--out");
    expect(readFileSync(own, "utf8")).toBe(JSON.stringify([user, call]));
  });

  it("ends with 1 when the resume raises or breaks the pairing", async () => {
    const lone = file("lone.json", checkpointWith(ordinary([output])));
    expect((await runCli("settle", lone, "--session", session)).code).toBe(1);
    expect((await runCli("settle", lone, "--session", "none")).code).toBe(1);
    expect((await runCli("settle", lone, "--session", file("called.json", JSON.stringify([user, call])))).code).toBe(0);
  });

  it("takes one checkpoint: a folder with several is refused", async () => {
    const { code, out, err } = await runCli("settle", "corpus/resume", "--session", "none", "--format", "json");
    expect([code, out, err]).toEqual([2, "", expect.stringContaining("takes one checkpoint")]);
  });

  it("ends with 1 on a warning about the session with --strict", async () => {
    const empty = `sqlite:${file("empty.db", "")}`;
    expect((await runCli("settle", checkpoint, "--session", empty)).code).toBe(0);
    expect((await runCli("settle", checkpoint, "--session", empty, "--strict")).code).toBe(1);
  });

  it.each([
    [["--session", "nowhere.json"], "there is no such file"],
    [[], "needs --session"],
    [["--session", "none", "--decide", "call_X=approve"], "waits for no call"],
    [["--session", "none", "--decide", "maybe"], "--decide takes"],
    [["--session", "none", "--tool-output", "x"], "--tool-output is written"],
    [["--session", "none", "--then", "dance"], "run-again"],
    [["--session", session, "--table", "mine"], "sqlite:FILE"],
    [["--session", "none", "--tool-output", "call_zzz=x"], 'no call "call_zzz"'],
    [["--session", "none", "--then", "handoff", "--filter-drops", "call_zzz"], 'no call "call_zzz"'],
    [["--session", "none", "--then", "final", "--filter-drops", "all"], "belongs to --then handoff"],
    [["--session", "none", "--filter-drops", "all"], "belongs to --then handoff"],
  ])("ends with 2: %j", async (words, reason) => {
    const { code, err } = await runCli("settle", checkpoint, ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });
});
