import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { newestReader } from "../../src/readers/releases.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";
import { reportCase } from "./reports.ts";

const folder = temporaryFolder();

const checkpoint = join(folder, "checkpoint.json");
const session = join(folder, "session.json");
const out = join(folder, "repaired.json");

function put(name: string): string {
  const report = reportCase(name);
  const text = JSON.stringify(report.checkpoint, null, 2);
  writeFileSync(checkpoint, text);
  writeFileSync(session, JSON.stringify(report.session ?? []));
  return text;
}

beforeEach(() => rmSync(out, { force: true }));

describe("runstate doctor", () => {
  it("prints causes, evidence, repairs and their commands in 80 columns", async () => {
    put("parked-without-its-call");
    const { code, out: text } = await runCli("doctor", checkpoint, "--session", session);
    expect(code).toBe(0);
    expect(text).toContain("1. likely  pause-lost-its-call");
    expect(text).toContain("/current_step/data/interruptions/0/raw_item/call_id");
    expect(text).toMatch(/--apply hold-the-call/);
    const words = text.split("\n").filter((line) => line.length > 80 && !line.includes(folder));
    expect(words).toEqual([]);
  });

  it("counts apart what nothing proves, puts it last and shows the first places of it", async () => {
    put("parked-without-its-call");
    const { out: text } = await runCli("doctor", checkpoint, "--session", session);
    expect(text.split("\n")[0]).toMatch(/; 1 cause, 2 things to check$/);
    expect(text).toMatch(/\n\nNot proved by what was given, so to be checked:\n\n2\. possible {2}nothing-decided\n/);
    const sound = fileURLToPath(new URL("../../corpus/resume/1.21-approval-pending.json", import.meta.url));
    const { out: page } = await runCli("doctor", sound);
    expect(page.split("\n")[0]).toMatch(/; nothing found wrong, \d things to check$/);
    expect(page).toMatch(/ {3}and \d more places?: --format json\n/);
  });

  it("the same as JSON", async () => {
    put("parked-without-its-call");
    const { code, out: text } = await runCli("doctor", checkpoint, "--session", session, "--format", "json");
    expect(code).toBe(0);
    const report = JSON.parse(text);
    expect(report).toMatchObject({ file: checkpoint, sdk: newestReader.release, verdict: "accepted" });
    expect(report.causes[0]).toMatchObject({ id: "pause-lost-its-call", confidence: "likely" });
    const [hold, append] = report.causes[0].repairs;
    expect(hold.edits[1]).toMatchObject({ op: "add", path: "/pending_session_write" });
    expect(append.session).toMatchObject([{ op: "append", at: 1, item: { call_id: "call_d1" } }]);
    const line = await runCli("doctor", checkpoint, "--session", session, "--format", "jsonl");
    expect(JSON.parse(line.out)).toEqual(report);
    expect(line.out.trim()).not.toContain("\n");
  });

  it("prints JSON that any reader takes: NaN stands as a string", async () => {
    const text = put("parked-without-its-call");
    writeFileSync(checkpoint, text.replaceAll('"call_id": "call_d1"', '"odd": NaN, "call_id": "call_d1"'));
    const { out: json } = await runCli("doctor", checkpoint, "--session", session, "--format", "json");
    const [, append] = JSON.parse(json).causes[0].repairs;
    expect(append.session[0].item).toMatchObject({ odd: "NaN", call_id: "call_d1" });
  });

  it("exits 1 on a warning with --strict", async () => {
    const warned = "corpus/quirks/indexes-short.json";
    expect((await runCli("doctor", warned)).code).toBe(0);
    expect((await runCli("doctor", warned, "--strict")).code).toBe(1);
  });

  it("exits 1 on a rejected file", async () => {
    put("javascript-checkpoint");
    expect((await runCli("doctor", checkpoint)).code).toBe(1);
    writeFileSync(checkpoint, "{");
    const broken = await runCli("doctor", checkpoint, "--format", "json");
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.out).causes[0].id).toBe("not-a-checkpoint");
  });

  it("explains an error without a file", async () => {
    const { code, out: text } = await runCli("doctor", "--error", "Cannot reconcile the pending Session write");
    expect(code).toBe(0);
    expect(text).toContain("history-moved");
    const json = await runCli("doctor", "--error", "No tool call found", "--format", "json");
    expect(JSON.parse(json.out)).toMatchObject({
      file: null,
      causes: [{ id: "orphaned-output" }, { id: "pause-lost-its-call" }, { id: "history-lacks-call" }],
    });
  });

  it.each(["xyz", ""])("does not judge a run that it was not given: --error %j", async (words) => {
    const { code, out: text } = await runCli("doctor", "--error", words);
    expect(code).toBe(0);
    expect(text).toMatch(/No known cause has an error with these words\.\s+Name the\s+checkpoint too/);
    expect(text).not.toContain("keeps this run");
  });

  it.each([
    [["--out", out], "--out belongs to --apply"],
    [["--write"], "--write belongs to --apply"],
    [["--assume", "owner=x"], "--assume belongs to --apply"],
  ])("refuses what only a repair can use: %j", async (words, reason) => {
    put("sticky-without-owner");
    const { code, err } = await runCli("doctor", checkpoint, ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  it("escapes what a terminal would act on", async () => {
    const { checkpoint: state } = structuredClone(reportCase("renamed-active-agent"));
    writeFileSync(checkpoint, JSON.stringify(state).replaceAll("Billing clerk", "Billing\\u001b[2J\\u202eclerk"));
    const { out: text } = await runCli("doctor", checkpoint);
    expect(text).toContain("Billing\\u001b[2J\\u202eclerk");
    const { out: json } = await runCli("doctor", checkpoint, "--format", "json");
    for (const unsafe of ["\u001b", "\u202e"]) expect(json + text).not.toContain(unsafe);
  });
});

describe("doctor --apply", () => {
  it("writes the repaired copy; session and original stay as they are", async () => {
    const before = put("parked-without-its-call");
    const items = readFileSync(session, "utf8");
    const { code, out: text } = await runCli(
      "doctor",
      checkpoint,
      "--session",
      session,
      "--apply",
      "hold-the-call",
      "--out",
      out,
    );
    expect(code).toBe(0);
    expect(text).toContain("2 edits");
    const after = readFileSync(out, "utf8");
    expect(JSON.parse(after).pending_session_write.held).toBe(true);
    expect(after.split("\n").filter((line) => !before.includes(line)).length).toBeLessThan(30);
    expect(readFileSync(checkpoint, "utf8")).toBe(before);
    expect(readFileSync(session, "utf8")).toBe(items);
  });

  it("prints session changes with their items, and writes nothing for them", async () => {
    put("output-missing-from-session");
    const args = ["doctor", checkpoint, "--session", session, "--apply", "add-output"];
    const { code, out: text } = await runCli(...args);
    expect(code).toBe(0);
    expect(text).toMatch(/append to the session \(becomes item 2\):\n.*"call_o1"/);
    const { out: json } = await runCli(...args, "--format", "json");
    expect(JSON.parse(json)).toMatchObject({ written: null, repair: { session: [{ op: "append", at: 2 }] } });
    expect(existsSync(out)).toBe(false);
  });

  it("never over the original without --write, nor over another file", async () => {
    const before = put("decision-stored-as-string");
    expect((await runCli("doctor", checkpoint, "--apply", "list-rejected")).code).toBe(2);
    expect((await runCli("doctor", checkpoint, "--apply", "list-rejected", "--out", checkpoint)).code).toBe(2);
    writeFileSync(out, "mine");
    const refused = await runCli("doctor", checkpoint, "--apply", "list-rejected", "--out", out);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--write writes over it")]);
    expect(readFileSync(out, "utf8")).toBe("mine");
    expect(readFileSync(checkpoint, "utf8")).toBe(before);
    expect((await runCli("doctor", checkpoint, "--apply", "list-rejected", "--write")).code).toBe(0);
    expect(readFileSync(checkpoint, "utf8")).toBe(
      before.replace(
        /"rejected": "call_q1"/,
        /"rejected": \[[^\]]*\]/.exec(readFileSync(checkpoint, "utf8"))?.[0] ?? "",
      ),
    );
  });

  it("takes what the file does not prove only from --assume", async () => {
    put("sticky-without-owner");
    const refused = await runCli("doctor", checkpoint, "--apply", "own-refund", "--out", out);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("--assume owner='Returns desk'");
    expect(
      (await runCli("doctor", checkpoint, "--apply", "own-refund", "--assume", "owner=Returns desk", "--out", out))
        .code,
    ).toBe(0);
    expect(existsSync(out)).toBe(true);
  });

  it("takes no empty statement", async () => {
    put("parked-without-its-call");
    for (const stated of ["session=", "session= ", "owner=", "recipient=/", "recipient=server/"]) {
      const { code, err } = await runCli("doctor", checkpoint, "--apply", "hold-the-call", "--assume", stated);
      expect([code, err]).toEqual([2, expect.stringContaining("needs a value")]);
    }
    expect(existsSync(out)).toBe(false);
  });

  it("writes over another file only with --write, and says so", async () => {
    put("decision-stored-as-string");
    writeFileSync(out, "mine");
    const args = ["doctor", checkpoint, "--apply", "list-rejected", "--out", out];
    const { code, err } = await runCli(...args);
    expect([code, err]).toEqual([2, expect.stringContaining("--write writes over it")]);
    expect(readFileSync(out, "utf8")).toBe("mine");
    expect((await runCli(...args, "--write")).code).toBe(0);
    expect(readFileSync(out, "utf8")).not.toBe("mine");
  });

  it("names the repairs that there are", async () => {
    put("decision-stored-as-string");
    const { code, err } = await runCli("doctor", checkpoint, "--apply", "list", "--out", out);
    expect(code).toBe(2);
    expect(err).toContain("list-rejected");
  });

  it("keeps a wrapper", async () => {
    const { checkpoint: state } = reportCase("decision-stored-as-string");
    writeFileSync(checkpoint, JSON.stringify({ row: 7, state }));
    const { code } = await runCli("doctor", checkpoint, "--at", "/state", "--apply", "list-rejected", "--out", out);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({
      row: 7,
      state: { context: { approvals: { refund: { rejected: ["call_q1"] } } } },
    });
  });
});
