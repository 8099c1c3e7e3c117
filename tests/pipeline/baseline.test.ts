import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { corpusState } from "../parsed.ts";
import { fileWriter, temporaryFolder } from "../temporary.ts";

const folder = temporaryFolder();
const baseline = join(temporaryFolder(), "baseline.json");
const put = fileWriter(folder);
const state = corpusState("resume/1.21-approval-pending");
const faulty = (count: number) => ({
  ...state,
  model_responses: Array.from({ length: count }, () => ({ usage: {}, output: 7, response_id: null })),
});

beforeAll(async () => {
  put("known.json", { ...state, pending_input: 7 });
  put("many.json", faulty(1));
  await runCli("validate", "--format", "json", "--output", baseline, folder);
});

const run = (...more: string[]) => runCli("validate", "--baseline", baseline, ...more, folder);

describe("--baseline", () => {
  it("tolerates what it lists", async () => {
    expect((await runCli("validate", folder)).code).toBe(1);
    const { code, out } = await run("--format", "json");
    expect(code).toBe(0);
    const [known] = JSON.parse(out).results;
    expect(known).toMatchObject({ verdict: "rejected", findings: [{ pointer: "/pending_input", known: true }] });
  });

  it.each([
    ["text", /known$/m],
    ["github", /^::notice /m],
    ["junit", /failures="0"/],
    ["sarif", /"baselineState":"unchanged"/],
  ])("says so as %s", async (format, mark) => {
    const { code, out } = await run("--format", format);
    expect(code).toBe(0);
    expect(out).toMatch(mark);
    expect(out).not.toMatch(/^::error/m);
  });

  it.each([{}, state, { tool: { name: "other" }, results: [] }, [], null])(
    "is a report of this tool",
    async (content) => {
      const odd = `${baseline}.odd`;
      writeFileSync(odd, JSON.stringify(content));
      const { code, out, err } = await runCli("validate", "--baseline", odd, folder);
      rmSync(odd);
      expect([code, out, err]).toEqual([2, "", expect.stringContaining("is no report of")]);
    },
  );

  it("fails on another rule or place of the same file, and on another file", async () => {
    put("known.json", { ...state, pending_input: 7, model_responses: 7 });
    expect((await run()).code).toBe(1);
    put("known.json", { ...state, pending_input: 7 });
    expect((await run()).code).toBe(0);
    const added = put("new.json", { ...state, pending_input: 7 });
    expect((await run()).code).toBe(1);
    rmSync(added);
  });

  it("fails on news that is not printed", async () => {
    put("many.json", faulty(30));
    expect((await run("--max-findings", "0")).code).toBe(1);
    expect((await run()).code).toBe(1);
    put("many.json", faulty(1));
  });

  it("goes from another folder, with the report and the patterns of a config file", async () => {
    const cwd = process.cwd();
    const below = join(folder, "below");
    mkdirSync(below);
    writeFileSync(join(below, "known.json"), readFileSync(join(folder, "known.json")));
    try {
      process.chdir(folder);
      writeFileSync("base", (await runCli("validate", "--format", "json", "below/known.json")).out);
      writeFileSync(".runstaterc.json", JSON.stringify({ baseline: "base" }));
      process.chdir(below);
      expect((await runCli("validate", "known.json")).code).toBe(0);
      writeFileSync("../.runstaterc.json", JSON.stringify({ ignore: ["below/known.json"] }));
      expect((await runCli("validate", "known.json")).err).toContain("matches no file");
      process.chdir(folder);
      // The report names a file that is here: it is not meant in the folder of the report.
      rmSync(".runstaterc.json");
      writeFileSync("below/base", (await runCli("validate", "--format", "json", "known.json")).out);
      expect((await runCli("validate", "--baseline", "below/base", "known.json")).code).toBe(0);
      expect((await runCli("validate", "--baseline", "below/base", "below/known.json")).code).toBe(1);
    } finally {
      process.chdir(cwd);
      for (const name of ["below", "base", ".runstaterc.json"])
        rmSync(join(folder, name), { recursive: true, force: true });
    }
  });

  it("may be packed", async () => {
    const packed = `${baseline}.json.gz`;
    await runCli("validate", "--format", "json", "--output", packed, folder);
    expect((await runCli("validate", "--baseline", packed, folder)).code).toBe(0);
    writeFileSync(packed, "{}");
    expect((await runCli("validate", "--baseline", packed, folder)).err).toContain("is no whole gzip file");
    rmSync(packed);
  });

  it("knows a checkpoint among lines wherever it stands, and no other in its place", async () => {
    const wrapped = (id: number, pending: unknown) =>
      JSON.stringify({ id, state: { ...state, pending_input: pending } });
    const [good, bad, other] = [wrapped(1, null), wrapped(2, 7), wrapped(3, 8)];
    const rows = (...lines: (string | undefined)[]) => {
      const path = join(folder, "rows.ndjson");
      writeFileSync(path, `${lines.join("\n")}\n`);
      return path;
    };
    const judge = (path: string, ...more: string[]) =>
      runCli("validate", "--ndjson", "--at", "/state", "--max-findings", "1", ...more, path);
    const report = `${baseline}.rows`;
    await judge(rows(good, bad, "[1]"), "--format", "json", "--output", report);
    const run = (...lines: (string | undefined)[]) => judge(rows(...lines), "--baseline", report);
    expect((await run(good, bad, "[1]")).code).toBe(0);
    // What is no checkpoint is known by its line.
    expect((await run(bad, good, "[1]", bad, wrapped(4, 7))).code).toBe(0);
    expect((await run(good, good, good, "[1]")).code).toBe(1);
    expect((await run(good, other)).code).toBe(1);
    const results = JSON.parse(readFileSync(report, "utf8")).results;
    expect(results.map(({ sha256 }: { sha256?: string }) => sha256?.length)).toEqual([64, 64, undefined]);
    rmSync(report);
    rmSync(join(folder, "rows.ndjson"));
  });

  it("goes with the same files named otherwise", async () => {
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      writeFileSync("base", (await runCli("validate", "--format", "json", "known.json")).out);
      expect((await runCli("validate", "--baseline", "base", "./known.json")).code).toBe(0);
      rmSync("base");
    } finally {
      process.chdir(cwd);
    }
  });
});
