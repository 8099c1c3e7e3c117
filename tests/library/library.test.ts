import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inspect, migrate, settle, validate } from "../../src/index.ts";
import { runCli } from "../cli/run-cli.ts";

const corpus = (name: string) => readFileSync(new URL(`../../corpus/${name}`, import.meta.url), "utf8");

describe("validate", () => {
  it("gives the verdict of a release, with findings as data", () => {
    const result = validate(corpus("resume/1.16-approved-always.json"), { sdk: "0.24.0" });
    expect(result).toMatchObject({ sdk: "0.24.0", schemaVersion: "1.16", verdict: "accepted", resume: "asks-again" });
    expect(result.findings.every(({ message }) => message !== "")).toBe(true);
    expect(result).not.toHaveProperty("file");
  });

  it("takes what is no checkpoint as a verdict, never as an error", () => {
    expect(validate("{").verdict).toBe("rejected");
    expect(validate(Uint8Array.of(0xff)).verdict).toBe("rejected");
    expect(validate(new TextEncoder().encode(corpus("minimal/1.21.json"))).verdict).toBe("accepted");
  });

  it("names the nearest release when one is not known", () => {
    expect(() => validate("{}", { sdk: "0.24.9" })).toThrow(/0\.24\.0/);
  });
});

describe("migrate", () => {
  it("gives the whole new text and its edits", () => {
    const text = corpus("resume/1.17-approval-pending.json");
    const result = migrate(text, { to: "1.21" });
    expect(result).toMatchObject({ from: "1.17", to: "1.21", status: "migrated" });
    expect(result.edits).toContainEqual(
      expect.objectContaining({ path: "/$schemaVersion", value: '"1.21"', loss: "none" }),
    );
    expect(migrate(result.text ?? "", { forSdk: "0.24.0" })).toMatchObject({ status: "unchanged", text: result.text });
  });

  it("gives no text when it must not", () => {
    expect(migrate("no JSON", { to: "1.21" })).toMatchObject({ status: "invalid", text: null, from: null });
    expect(migrate(corpus("negative/current-agent-without-name.json"), { to: "1.21" }).text).toBeNull();
  });
});

describe("settle and inspect", () => {
  it("plays a resume over a session that is text", () => {
    const text = corpus("resume/1.21-approval-pending.json");
    const entry = settle(text, { session: null });
    expect(entry.paths.length).toBeGreaterThan(0);
    const end = settle(text, { session: '{"session_id": "s", "items": []}', decide: "approve", exit: "final" });
    expect(end.paths).toEqual([]);
    expect(() => settle(text, { session: "{}" })).toThrow(/session/);
  });

  it("tells what waits", () => {
    const facts = inspect(corpus("resume/1.21-per-call-mixed.json"));
    expect(facts.calls.map(({ decision }) => decision)).toEqual(["approved", "rejected", null]);
    expect(inspect("[").position).toBeNull();
  });

  it("tells what the command line tells", async () => {
    const file = "corpus/features/1.21-sandbox-docker-pending.json";
    const { out } = await runCli("inspect", "--format", "json", file);
    const facts = inspect(readFileSync(file));
    expect(facts.secrets).not.toEqual([]);
    expect(JSON.parse(out)).toMatchObject({ ...facts });
  });

  it("says what they take", () => {
    const parsed = JSON.parse(corpus("minimal/1.21.json"));
    for (const call of [() => validate(parsed), () => inspect(parsed), () => migrate(parsed, { to: "1.21" })])
      expect(call).toThrow(/as its text/);
    const session = [] as unknown as string;
    expect(() => settle(corpus("minimal/1.21.json"), { session })).toThrow(/JSON text/);
  });
});
