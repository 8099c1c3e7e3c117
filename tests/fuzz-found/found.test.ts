import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { corpusState } from "../parsed.ts";
import { temporaryFolder } from "../temporary.ts";

// What the fuzzers (scripts/fuzz/) have found, kept so that it stays found.
const corpus = (name: string) => fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url));
const database = (name: string) => `sqlite:${fileURLToPath(new URL(`files/${name}.db`, import.meta.url))}`;
const folder = temporaryFolder();

describe("session databases", () => {
  const settle = (name: string) =>
    runCli("settle", "--session", database(name), corpus("resume/1.21-approval-pending.json"));

  it("refuses a log that claims 2 TB of pages", async () => {
    const { code, err } = await settle("wal-claims-too-much");
    expect(err).toContain("is damaged");
    expect(code).toBe(2);
  });

  it("ends the log at a page that no database has", async () => {
    expect((await settle("wal-page-zero")).code).toBe(0);
  });
});

describe("doctor", () => {
  it("repairs a boundary that stands under a label that has none", async () => {
    const state = corpusState("resume/1.16-approved-always");
    const file = join(folder, "stray-boundary.json");
    writeFileSync(file, JSON.stringify({ ...state, current_response_generated_item_ownership: { start: 0 } }));
    const { code, out } = await runCli("doctor", "--format", "json", file);
    expect(code).toBe(0);
    expect(out).toContain("boundary");
  });
});
