import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parseDocument } from "../../src/document/parse.ts";
import { type Outcome, planMove } from "../../src/move/move.ts";
import { findReader, type Reader } from "../../src/readers/releases.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";

const readerOf = (release: string) => findReader(release) as Reader;

/** The move of a corpus file. */
function move(file: string, from: string, to: string, more: { loadOnly?: boolean } = {}) {
  const read = parseDocument(readFileSync(`corpus/${file}`, "utf8"));
  return planMove(read, { from: readerOf(from), to: readerOf(to), ...more });
}

describe("planMove", () => {
  it.each<[string, string, string, Outcome, string | null, string[]]>([
    ["resume/1.17-approval-pending.json", "0.22.3", "0.24.0", "resumes", null, []],
    ["resume/1.21-approved.json", "0.24.0", "0.22.3", "resumes", "1.17", []],
    ["resume/1.17-approved-always.json", "0.22.3", "0.24.0", "asks-again", null, ["sticky-without-owner"]],
    ["resume/1.21-approved-always.json", "0.24.0", "0.22.3", "lost", "1.17", ["owned-sticky-approval-dropped"]],
    ["resume/1.21-held-write-second-park.json", "0.24.0", "0.22.3", "refused", null, ["held-write"]],
    ["resume/1.17-terminal-unrecoverable.json", "0.22.3", "0.24.0", "loads", null, ["terminal-run"]],
    ["negative/write-items-empty.json", "0.23.1", "0.24.0", "refused", null, ["pending-write-items-invalid"]],
    ["negative/version-future.json", "0.23.1", "0.24.0", "refused", null, ["label-unknown"]],
  ])("%s from %s to %s: %s", (file, from, to, outcome, label, because) => {
    const planned = move(file, from, to);
    expect({ outcome: planned.outcome, because: planned.because }).toEqual({ outcome, because });
    expect(planned.migration?.after ? planned.migration.label : null).toBe(label);
  });

  it("moves nowhere without a change", () => {
    for (const file of ["resume/1.21-approved.json", "resume/1.21-approved-always.json"])
      expect(move(file, "0.24.0", "0.24.0")).toMatchObject({ outcome: "resumes", migration: null });
  });

  it("leaves the resume out under loadOnly", () => {
    const planned = move("resume/1.17-approved-always.json", "0.22.3", "0.24.0", { loadOnly: true });
    expect(planned).toMatchObject({ outcome: "loads", to: { verdict: "accepted", resume: null } });
  });

  it("refuses what is no document", () => {
    const read = parseDocument("{");
    const planned = planMove(read, { from: readerOf("0.22.3"), to: readerOf("0.24.0") });
    expect(planned).toMatchObject({ outcome: "refused", migration: null, because: ["not-json"] });
  });
});

describe("corpus plan", () => {
  const folder = temporaryFolder();
  beforeAll(() => {
    for (const name of [
      "1.21-approved",
      "1.21-approved-always",
      "1.21-held-write-second-park",
      "1.17-approval-pending",
    ])
      writeFileSync(join(folder, `${name}.json`), readFileSync(`corpus/resume/${name}.json`));
  });
  const plan = (from: string, to: string, ...more: string[]) =>
    runCli("corpus", "plan", "--from-sdk", from, "--to-sdk", to, ...more, folder);

  it("says file by file what a rollback does", async () => {
    const { code, out, err } = await plan("0.24.0", "0.22.3");
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(
      out
        .replaceAll(`${folder}/`, "")
        .replaceAll(/ \\\n +/g, " ")
        .split("\n"),
    ).toEqual([
      "resumes     1.17-approval-pending.json  as it is",
      "lost        1.21-approved-always.json  migrated to 1.17  owned-sticky-approval-dropped",
      "resumes     1.21-approved.json  migrated to 1.17",
      "refused     1.21-held-write-second-park.json  held-write",
      "4 checkpoints, 0.24.0 to 0.22.3: 2 resumes, 0 loads, 0 asks-again, 1 lost, 1 refused",
      "  1  owned-sticky-approval-dropped",
      "  1  held-write",
      "2 must be migrated first:",
      `  $ runstate migrate --for-sdk 0.22.3 --write --backup ${folder}`,
      "",
    ]);
    expect((await plan("0.24.0", "0.22.3", "--quiet")).out.trimEnd().split("\n")).toHaveLength(2);
  });

  it("prints a migration that can be typed for lines too", async () => {
    const lines = join(folder, "states.ndjson");
    const state = JSON.parse(readFileSync("corpus/resume/1.21-approved.json", "utf8"));
    writeFileSync(lines, `${JSON.stringify({ state })}\n`);
    const moving = ["corpus", "plan", "--from-sdk", "0.24.0", "--to-sdk", "0.22.3"];
    const { out } = await runCli(...moving, "--ndjson", "--at", "/state", lines);
    rmSync(lines);
    expect(out.replaceAll(/ \\\n +/g, " ")).toContain(
      `$ runstate migrate --for-sdk 0.22.3 --ndjson --at /state ${lines} > migrated.ndjson\n`,
    );
  });

  it("is data too", async () => {
    const { code, out } = await plan("0.24.0", "0.22.3", "--format", "json");
    expect(code).toBe(1);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ formatVersion: 1, fromSdk: "0.24.0", toSdk: "0.22.3" });
    expect(report.summary).toEqual({
      ...{ checkpoints: 4, toMigrate: 2 },
      ...{ resumes: 2, loads: 0, "asks-again": 0, lost: 1, refused: 1 },
    });
    expect(report.results[1]).toMatchObject({
      line: null,
      schemaVersion: "1.21",
      from: { verdict: "accepted", resume: "ok" },
      to: { verdict: "rejected", resume: null },
      migration: {
        label: "1.17",
        status: "migrated",
        losses: [{ rule: "owned-sticky-approval-dropped", loss: "degraded" }],
        after: { verdict: "accepted" },
      },
      outcome: "lost",
    });
    const lines = (await plan("0.24.0", "0.22.3", "--format", "jsonl")).out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(report.results);
  });

  it("exits 0 when nothing is refused or broken; --strict counts losses", async () => {
    const upgrade = await plan("0.22.3", "0.24.0");
    expect(upgrade.code).toBe(0);
    const ignored = ["--ignore", "**/*held*"];
    expect((await plan("0.24.0", "0.22.3", ...ignored)).code).toBe(0);
    expect((await plan("0.24.0", "0.22.3", "--strict", ...ignored)).code).toBe(1);
  });

  it.each([
    ["no releases", ["corpus", "plan", "corpus"]],
    ["an unknown release", ["corpus", "plan", "--from-sdk", "0.22.3", "--to-sdk", "0.24.9", "corpus"]],
    ["the draft", ["corpus", "plan", "--from-sdk", "draft-1.18", "--to-sdk", "0.24.0", "corpus"]],
    ["a missing folder", ["corpus", "plan", "--from-sdk", "0.22.3", "--to-sdk", "0.24.0", "nowhere"]],
  ])("%s is exit 2 with a sentence", async (_, argv) => {
    const { code, err } = await runCli(...argv);
    expect(code).toBe(2);
    expect(err).toMatch(/^runstate: .+\n$/);
  });
});
