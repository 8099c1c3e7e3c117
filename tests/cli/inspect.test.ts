import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { corpusState } from "../parsed.ts";
import { temporaryFolder } from "../temporary.ts";
import { runCli } from "./run-cli.ts";

const corpus = (name: string) => fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url));
const folder = temporaryFolder();
const page = async (name: string, ...more: string[]) =>
  JSON.parse((await runCli("inspect", "--format", "json", ...more, corpus(name))).out);

describe("inspect", () => {
  it("limits its findings, and lets warnings count", async () => {
    const some = corpus("resume/1.16-approved-always.json");
    const secrets = corpus("security/1.21-context-mapping-secrets.json");
    const shown = (await runCli("inspect", "--max-findings", "0", some)).out;
    expect(shown).toMatch(/Findings\n {2}\d more findings?: --max-findings\n$/);
    expect((await page("resume/1.16-approved-always.json", "--max-findings", "0")).findings).toEqual([]);
    expect((await runCli("inspect", "--max-findings", "0", "--html", "-", some)).out).toMatch(/<p>\d more finding/);
    expect((await runCli("inspect", secrets)).code).toBe(0);
    const strict = await runCli("inspect", "--strict", secrets);
    expect([strict.code, strict.out]).toEqual([1, (await runCli("inspect", secrets)).out]);
  });

  it("says where the run stands and what it waits for", async () => {
    const facts = await page("resume/1.21-per-call-mixed.json");
    expect(facts).toMatchObject({
      schemaVersion: "1.21",
      verdict: "accepted",
      writtenBy: ["0.24.0"],
      loadedBy: expect.arrayContaining(["0.24.0"]),
      position: { agent: "mailer", turn: 1, maxTurns: 10, step: "next_step_interruption", terminal: false },
    });
    expect(facts.calls.map((call: { callId: string }) => call.callId)).toEqual(["call_1", "call_2", "call_3"]);
    expect(facts.calls[0]).toMatchObject({ tool: "send_mail", lookup: "bare", owner: "mailer", nestedIn: null });
    expect(facts.turns[0].calls.map((call: { state: string }) => call.state)).toEqual([
      "waiting",
      "waiting",
      "waiting",
    ]);
  });

  it("tells which decisions count, and for which releases", async () => {
    const { calls } = await page("resume/1.21-per-call-mixed.json");
    expect(calls.map(({ decision, counts }: { decision: string; counts: boolean }) => [decision, counts])).toEqual([
      ["approved", true],
      ["rejected", true],
      [null, false],
    ]);
    expect(calls[0].honouredBy[0]).toBe("0.24.0");
    const old = await page("resume/1.16-approved-always.json");
    expect(old.calls[0].honouredBy).toContain("0.22.3");
  });

  it("finds the calls of nested runs", async () => {
    const { calls } = await page("resume/1.21-agent-tool-nested-pending.json");
    expect(calls.some((call: { nestedIn: string | null }) => call.nestedIn !== null)).toBe(true);
  });

  // Resumed with 0.19.4, which runs the call, and with 0.24.0, which asks for it once more.
  it("shows a decision about a nested run's call that stands in the outermost run", async () => {
    const file = "corpus/quirks/nested-decision-outside.json";
    expect((await runCli("inspect", "--sdk", "0.19.4", file)).out).toContain(
      "    approved; honoured by 0.15.3 … 0.19.4\n",
    );
    expect((await runCli("inspect", file)).out).toContain(
      "    approved, but it will not count; honoured by 0.15.3 … 0.19.4\n",
    );
  });

  it("names every call on the way to a run in a nested run", async () => {
    const state = corpusState("resume/1.21-agent-tool-nested-pending");
    const [outer] = state.last_processed_response.functions;
    outer.agent_run_state = JSON.parse(JSON.stringify(state).replaceAll("call_out", "call_mid"));
    const file = join(folder, "deep.json");
    writeFileSync(file, JSON.stringify(state));
    expect((await runCli("inspect", file)).out).toContain("in the run of call_out > call_mid");
    const { calls } = JSON.parse((await runCli("inspect", "--format", "json", file)).out);
    expect(calls.map(({ nestedIn, way }: { nestedIn: string; way: string[] }) => [nestedIn, way])).toEqual([
      ["call_mid", ["call_out", "call_mid"]],
    ]);
    const html = `${file}.html`;
    await runCli("inspect", "--html", html, file);
    expect(readFileSync(html, "utf8")).toMatch(
      /the run of this call waits for:.*send_mail.* in the run of <code>call_mid</,
    );
  });

  it("tells what the pending write owes", async () => {
    const { write } = await page("resume/1.21-pending-write-not-stored.json");
    expect(write).toMatchObject({ record: "ordinary", pointer: "/pending_session_write" });
    expect(write.items).toBeGreaterThan(0);
    expect((await page("resume/1.21-held-write-current-response.json")).write.record).toBe("held");
  });

  it("prints a page of at most 80 columns, and values only when asked", async () => {
    const { code, out } = await runCli("inspect", corpus("resume/1.21-approval-pending.json"));
    expect(code).toBe(0);
    for (const title of ["Where it stands", "Turns", "Waiting for a decision", "History"]) expect(out).toContain(title);
    for (const line of out.split("\n").filter((text) => text.startsWith("  ")))
      expect(line.length).toBeLessThanOrEqual(80);
    expect(out).not.toContain("@example.com");
    const open = await runCli("inspect", "--show-values", corpus("resume/1.21-approval-pending.json"));
    expect(open.out).toContain("@example.com");
  });

  it("says of a secret what it is and where, never the value", async () => {
    const { out } = await runCli("inspect", corpus("security/1.21-context-mapping-secrets.json"));
    expect(out).toContain("  a password, by its name  /context/context/db/password  secret-by-name\n");
    const { secrets } = await page("security/1.21-context-mapping-secrets.json");
    expect(secrets).toContainEqual({
      rule: "secret-personal",
      what: "an e-mail address",
      pointer: "/model_responses/1/output/0/arguments",
    });
  });

  it("says of a run that ended for good nothing of a resume", async () => {
    for (const options of [[], ["--html", "-"]]) {
      const { out } = await runCli("inspect", "corpus/resume/1.21-terminal-unrecoverable-first-run.json", ...options);
      expect(out).toContain("ended for good: no resume goes on from here");
      expect(out).not.toContain("begins a new turn");
    }
  });

  it.each([
    [{ max_turns: null }, "turn 2, no limit", ">2, no limit<"],
    [{ max_turns: "10" }, "turn 2; waits", ">2<"],
    [{ current_agent: { name: "" } }, "agent without a name", ">without a name<"],
    [{ original_input: { a: 1 } }, "original input: an object with 1 key", "an object with 1 key"],
  ])("says of %j neither more nor less than it holds", async (change, line, markup) => {
    const state = corpusState("resume/1.21-approval-pending");
    const file = join(folder, "odd.json");
    writeFileSync(file, JSON.stringify({ ...state, ...change }));
    expect((await runCli("inspect", file)).out).toContain(line);
    expect((await runCli("inspect", "--html", "-", file)).out).toContain(markup);
  });

  it("ends with 1 on a rejected file, and still says what it can", async () => {
    const { code, out } = await runCli("inspect", corpus("negative/context-list.json"));
    expect(code).toBe(1);
    expect(out).toContain("rejected");
  });

  it("takes one checkpoint", async () => {
    expect((await runCli("inspect", corpus("resume"))).code).toBe(2);
  });
});
