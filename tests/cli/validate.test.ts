import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { newestReader } from "../../src/readers/releases.ts";
import type { CheckpointResult } from "../../src/report/result.ts";
import { versions } from "../../src/versions/registry.ts";
import { fileWriter, temporaryFolder } from "../temporary.ts";
import { runCli } from "./run-cli.ts";

const corpus = fileURLToPath(new URL("../../corpus/", import.meta.url));
const good = join(corpus, "resume/1.21-approval-pending.json");
const state: Record<string, unknown> = JSON.parse(readFileSync(good, "utf8"));

const folder = temporaryFolder();
const put = fileWriter(folder);
const wrong = () => put("wrong.json", { ...state, pending_input: 7 });
const late = () => put("late.json", { ...state, $schemaVersion: "9.9" });

const results = (out: string): CheckpointResult[] => JSON.parse(out).results;
const lines = (out: string): CheckpointResult[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("validate", () => {
  it("accepts a checkpoint and says who loads it", async () => {
    const { code, out, err } = await runCli("validate", good);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`accepted by ${newestReader.release} (schema 1.21), resume: ok`);
    expect(out).toContain("loaded by 0.24.0");
    const json = await runCli("validate", "--format", "json", good);
    expect(results(json.out)[0]).toMatchObject({ file: good, line: null, verdict: "accepted", resume: "ok" });
  });

  it("rejects with place, pointer and exit 1", async () => {
    const { code, out } = await runCli("validate", wrong());
    expect(code).toBe(1);
    expect(out.split("\n")[0]).toMatch(/^.*wrong\.json:\d+:\d+ {2}error {2}\S+ {2}\/pending_input$/);
    const json = JSON.parse((await runCli("validate", "--format", "json", wrong())).out);
    expect(json.summary).toMatchObject({ checkpoints: 1, accepted: 0, rejected: 1, errors: 1 });
    expect(json.results[0].findings[0]).toMatchObject({ severity: "error", pointer: "/pending_input", resume: null });
  });

  it("counts the rules of several checkpoints, and gives the same advice once", async () => {
    const { out } = await runCli(
      "validate",
      good,
      wrong(),
      late(),
      put("later.json", { ...state, $schemaVersion: "9.9" }),
    );
    expect(out).toMatch(/\n4 checkpoints: 1 accepted, 3 rejected; .*\n {2}2 {2}label-\S+\n {2}1 {2}\S+\n$/);
    expect(out.match(/Way out: /g)).toHaveLength(2);
  });

  it("judges every input: unreadable ones are complaints, and the worst exit code wins", async () => {
    const { code, out, err } = await runCli("validate", "--format", "jsonl", wrong(), join(folder, "missing"), good);
    expect(code).toBe(2);
    expect(lines(out).map(({ verdict }) => verdict)).toEqual(["rejected", "accepted"]);
    expect(err).toMatch(/^runstate: .*missing does not exist\n$/);
  });

  it.each([
    ["99.0.0", newestReader.release],
    ["0.22.9", "0.22.3"],
    ["0.1.0", "0.8.0"],
    ["draft-1.81", "draft-1.18"],
    ["0.23.0", "0.23.1"],
    ["0.16.9", "0.16.1"],
  ])("names the release nearest to %s", async (sdk, nearest) => {
    const { code, err } = await runCli("validate", "--sdk", sdk, good);
    expect(code).toBe(2);
    expect(err).toContain(`the nearest is ${nearest}`);
  });

  it("shows every schema version's release under --sdk all, and keeps the verdict of the newest", async () => {
    const { code, out } = await runCli("validate", "--sdk", "all", "--format", "json", good);
    const [result] = results(out);
    expect(code).toBe(0);
    expect(result?.sdks).toMatchObject({
      "0.24.0": { verdict: "accepted", resume: "ok" },
      "0.23.1": { verdict: "rejected", resume: null },
    });
    expect(Object.keys(result?.sdks ?? {})).not.toContain("draft-1.18");
  });

  it("judges as if relabelled", async () => {
    const { out } = await runCli("validate", "--relabel", "1.20,1.21", "--format", "json", good);
    expect(Object.keys(results(out)[0]?.labels ?? {})).toEqual(["1.20", "1.21"]);
    const all = await runCli("validate", "--relabel", "all", "--format", "json", good);
    expect(Object.keys(results(all.out)[0]?.labels ?? {})).toHaveLength(versions.length);
    expect((await runCli("validate", "--relabel", "1.99", good)).code).toBe(2);
  });

  it("gives a result for each line under --ndjson, broken ones too", async () => {
    const path = put(
      "lines.ndjson",
      `${JSON.stringify(state)}\n\n{"a":\n${JSON.stringify({ ...state, $schemaVersion: "9.9" })}\n`,
    );
    const { code, out } = await runCli("validate", "--ndjson", "--format", "jsonl", path);
    expect(code).toBe(1);
    expect(lines(out).map(({ line, verdict }) => [line, verdict])).toEqual([
      [1, "accepted"],
      [3, "rejected"],
      [4, "rejected"],
    ]);
    for (const { findings } of lines(out)) {
      for (const { line, column } of findings) expect([line, column]).toEqual([null, null]);
    }
  });

  it("says how lines are read where a file holds several checkpoints", async () => {
    const path = join(folder, "lines.txt");
    writeFileSync(path, "{}\n{}\n");
    expect(JSON.parse((await runCli("validate", "--format", "jsonl", path)).out).findings[0].fix).toContain(
      "`--ndjson`",
    );
  });

  it("says of broken JSON what may have happened to it", async () => {
    const fix = async (text: string, ...more: string[]) =>
      results((await runCli("validate", "--format", "json", ...more, put("broken.json", text))).out)[0]?.findings[0]
        ?.fix;
    expect(await fix('{"a": 1')).toMatch(/cut off/);
    expect(await fix('{\n  "a": 1\n}', "--ndjson")).toMatch(/leave that out for one document over many lines/);
    expect(await fix("{'a': None}")).toMatch(/Python's repr/);
    expect(await fix('{"a": None}')).toMatch(/Python's repr/);
    expect(await fix('{"a": 1};')).toMatch(/^The document ends before this place/);
  });

  it("unwraps only where --at says, and says which --at to use", async () => {
    const wrapped = put("wrapped.json", { id: 7, state });
    const plain = await runCli("validate", "--format", "json", wrapped);
    expect(plain.code).toBe(1);
    expect(plain.out).toContain("--at /state");
    expect((await runCli("validate", "--at", "/state", wrapped)).code).toBe(0);
    const twice = put("twice.json", JSON.stringify(JSON.stringify(state)));
    expect((await runCli("validate", "--at", "", twice)).code).toBe(0);
    const missing = await runCli("validate", "--at", "/nowhere", wrapped);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("has nothing at /nowhere");
    expect((await runCli("validate", "--at", "state", wrapped)).code).toBe(2);
  });

  it("judges a line that has nothing at --at as one", async () => {
    const rows = put("rows.ndjson", `${JSON.stringify({ id: 1, state })}\n{"id":2}\n[1]\n`);
    const { code, out, err } = await runCli("validate", "--ndjson", "--at", "/state", "--format", "jsonl", rows);
    expect([code, err]).toEqual([1, ""]);
    expect(lines(out).map(({ line, verdict }) => [line, verdict])).toEqual([
      [1, "accepted"],
      [2, "rejected"],
      [3, "rejected"],
    ]);
    expect(lines(out)[1]?.findings).toMatchObject([
      { rule: "not-a-checkpoint", line: null, message: expect.stringContaining("found nothing at /state.") },
    ]);
    const plan = ["--from-sdk", "0.22.3", "--to-sdk", "0.24.0"];
    const planned = await runCli("corpus", "plan", ...plan, "--ndjson", "--at", "/state", "--format", "jsonl", rows);
    expect([planned.code, lines(planned.out).map(({ line }) => line)]).toEqual([1, [1, 2, 3]]);
  });

  it("says how to reach what was encoded more often than --at decodes, and what stands deeper", async () => {
    const text = JSON.stringify(state);
    const thrice = put("thrice.json", JSON.stringify(JSON.stringify(text)));
    const once = await runCli("validate", "--at", "", thrice);
    expect(once.code).toBe(1);
    expect(once.out.replaceAll(/\s+/g, " ")).toContain("decode it once more before, with json.loads() in Python");
    const inner = put("inner.json", { row: { state } });
    expect((await runCli("validate", "--at", "/row", inner)).out).toContain("--at /row/state");
  });

  it("prints no schema version that is none: it may be anything", async () => {
    const odd = put("odd.json", { ...state, $schemaVersion: "sk-proj-abcdefghijklmnopqrstuvwxyz0123" });
    for (const words of [
      ...["validate", "inspect", "doctor"].flatMap((command) => [[command], [command, "--format", "json"]]),
      ["migrate", "--to", "1.20", "--dry-run"],
      ["migrate", "--to", "1.20", "--dry-run", "--format", "json"],
      ["diff", good],
      ["corpus", "plan", "--from-sdk", "0.23.1", "--to-sdk", "0.24.0", "--format", "json"],
    ]) {
      const { out, err } = await runCli(...words, odd);
      expect(out + err).not.toContain("sk-proj");
    }
    const [result] = results((await runCli("validate", "--format", "json", odd)).out);
    expect(result).toMatchObject({ schemaVersion: null, verdict: "rejected", findings: [{ rule: "label-unknown" }] });
    expect(results((await runCli("validate", "--format", "json", late())).out)[0]?.schemaVersion).toBe("9.9");
  });

  it("limits findings, and says so", async () => {
    const { out } = await runCli("validate", "--max-findings", "0", wrong());
    expect(out).toContain("1 more finding: --max-findings");
    const json = await runCli("validate", "--max-findings", "0", "--format", "json", wrong());
    expect(JSON.parse(json.out)).toMatchObject({ results: [{ findings: [] }], summary: { errors: 1 } });
  });

  it("prints values only under --show-values", async () => {
    const path = put("value.json", { ...state, pending_input: "SENTINEL" });
    for (const format of ["text", "json", "sarif", "junit", "github"]) {
      expect((await runCli("validate", "--format", format, path)).out).not.toContain("SENTINEL");
    }
    expect((await runCli("validate", "--show-values", path)).out).toContain('Value: "SENTINEL"');
  });

  it("lets a baseline pass, and nothing else", async () => {
    const path = wrong();
    const baseline = put("baseline.json", (await runCli("validate", "--format", "json", path)).out);
    const again = await runCli("validate", "--baseline", baseline, "--format", "json", path);
    expect(again.code).toBe(0);
    expect(results(again.out)[0]?.findings[0]).toMatchObject({ known: true });
    expect((await runCli("validate", "--baseline", baseline, path, late())).code).toBe(1);
    expect((await runCli("validate", "--baseline", join(folder, "none"), path)).code).toBe(2);
    expect((await runCli("validate", "--baseline", put("broken", "{"), path)).code).toBe(2);
  });

  it.each([
    ['{"agents":\n[,]}', /not valid JSON \(line 2, column 2\)/],
    ["[]", /must hold/],
    ['{"agents":[{}]}', /has no name/],
    ['{"agents":[{"name":"a","tols":[]}]}', /did you mean tools/],
    ['{"agents":[{"name":"a","tools":"x"}]}', /must be a list of strings/],
  ])("refuses an agents file %s", async (content, message) => {
    const { code, err } = await runCli("validate", "--agents", put("agents.json", content), good);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it.each([
    ["packed", "agents.json.gz", (text: string) => gzipSync(text)],
    ["behind a byte order mark", "agents.json", (text: string) => `\ufeff${text}`],
  ])("reads an agents file %s", async (_, name, write) => {
    const path = join(folder, name);
    writeFileSync(path, write('{"agents":[{"name":"mailer","tools":[]}]}'));
    for (const command of ["validate", "inspect"]) {
      const { err, out } = await runCli(command, "--agents", path, "--format", "jsonl", good);
      expect([err, JSON.parse(out).findings[0].severity]).toEqual(["", "resume"]);
    }
  });

  it("takes only JSON pointers for --allow", async () => {
    for (const command of ["validate", "inspect"]) {
      const { code, out, err } = await runCli(command, "--allow", "x", good);
      expect([code, out, err]).toEqual([2, "", expect.stringContaining("--allow takes a JSON pointer")]);
    }
  });

  it("writes to --output and nothing to standard output", async () => {
    const path = join(folder, "report.json");
    expect(await runCli("validate", "--format", "json", "--output", path, good)).toEqual({ code: 0, out: "", err: "" });
    expect(results(readFileSync(path, "utf8"))).toHaveLength(1);
  });

  it("does not judge the file that it writes", async () => {
    const states = join(folder, "states");
    mkdirSync(states);
    writeFileSync(join(states, "a.json"), readFileSync(good));
    const report = join(states, "report.json");
    for (const input of [states, states, join(states, "*.json")]) {
      rmSync(join(states, "link.json"), { force: true });
      expect((await runCli("validate", "--format", "json", input, "--output", report)).code).toBe(0);
      expect(results(readFileSync(report, "utf8")).map(({ file }) => file)).toEqual([join(states, "a.json")]);
      symlinkSync(report, join(states, "link.json"));
    }
    // One of another name is an input like any other.
    const other = await runCli("validate", "--format", "json", states, "--output", join(folder, "other.json"));
    expect(other.code).toBe(1);
  });
});
