import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { InputError, inspect, migrate, settle, UsageError, validate } from "../../src/index.ts";
import { faults } from "../../src/settle/options.ts";
import { newestVersion } from "../../src/versions/registry.ts";
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
    for (const fault of faults) expect(settle(text, { session: null, fault }).error).toBe(null);
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

// As programs without types call them.
describe("options that are none", () => {
  const text = corpus("resume/1.21-approval-pending.json");
  const wrong: readonly (readonly [call: (options: never) => unknown, options: unknown, sentence: string])[] = [
    [(options) => validate(text, options), "0.22.3", "the options of validate are an object"],
    [(options) => validate(text, options), { skd: "0.22.3" }, 'validate has no option "skd" (did you mean sdk?)'],
    [(options) => validate(text, options), { sdk: 0.24 }, "sdk of validate must be a string"],
    [
      (options) => validate(text, options),
      { relabel: "9.9" },
      `no schema version 9.9; the nearest is ${newestVersion.label}`,
    ],
    [(options) => validate(text, options), { allow: ["x"] }, "allow of validate must be a list of JSON pointers"],
    [(options) => validate(text, options), { maxFindings: -1 }, "a whole number from 0, or Infinity"],
    [(options) => validate(text, options), { agents: [] }, 'agents must hold {"agents": [{"name": …}]}'],
    [(options) => inspect(text, options), { agents: { agents: [{ nam: "a" }] } }, "agents: agent 1 has no name"],
    [(options) => inspect(text, options), { loadOnly: true }, 'inspect has no option "loadOnly"'],
    [(options) => migrate(text, options), undefined, "the options of migrate are an object"],
    [(options) => migrate(text, options), {}, "either to, a version, or forSdk, a release"],
    [(options) => migrate(text, options), { to: 1.18 }, "to of migrate must be a string"],
    [(options) => migrate(text, options), { to: "1.9", maxTurns: 0 }, "maxTurns of migrate must be a whole number"],
    [(options) => settle(text, options), {}, "session is the JSON text of a session, or null"],
    [(options) => settle(text, options), { session: null, exit: "finale" }, "exit of settle must be one of run-again,"],
    [(options) => settle(text, options), { session: null, outputs: {} }, "outputs of settle must be a Map"],
    [(options) => settle(text, options), { session: null, decide: { call_2: "approve" } }, "decide of settle must be"],
    [
      (options) => settle(text, options),
      { session: null, decide: new Map([["call_9", "approve"]]) },
      'the run waits for no call "call_9": open are "call_2"',
    ],
    [
      (options) => settle(text, options),
      { session: null, outputs: new Map([["call_9", "x"]]) },
      'outputs: the run answers no call "call_9"',
    ],
    [
      (options) => settle(text, options),
      { session: null, filterDrops: "all" },
      "filterDrops belongs to exit handoff: only its filter drops calls",
    ],
  ];

  it.each(wrong)("%# are told", (call, options, sentence) => {
    expect(() => call(options as never)).toThrow(UsageError);
    expect(() => call(options as never)).toThrow(sentence);
  });

  it("absent ones may be undefined", () => {
    const nothing = { sdk: undefined, agents: undefined } as never;
    expect(validate(text, nothing).verdict).toBe("accepted");
    expect(migrate(text, { to: "1.21", forSdk: undefined }).status).toBe("unchanged");
    expect(settle(text, { session: null, decide: new Map([["call_2", "approve"]]) }).row).toBe("L0");
  });

  it("a session that is none is an InputError", () => {
    expect(() => settle(text, { session: "{" })).toThrow(InputError);
  });
});
