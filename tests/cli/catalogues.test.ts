import { describe, expect, it } from "vitest";
import { allCauseFacts } from "../../src/catalogues/cause-facts.ts";
import { allRowFacts } from "../../src/catalogues/row-facts.ts";
import { causeIds } from "../../src/doctor/symptoms.ts";
import { rules } from "../../src/rules/index.ts";
import { versions } from "../../src/versions/registry.ts";
import { runDocumented } from "../documented.ts";
import { runCli } from "./run-cli.ts";

describe("versions", () => {
  it("lists all, one, or a range", async () => {
    const all = JSON.parse((await runCli("versions", "--format", "json")).out).versions;
    expect(all).toHaveLength(versions.length);
    expect(all.find((one: { label: string }) => one.label === "1.21")).toMatchObject({
      label: "1.21",
      released: true,
      writtenBy: [{ release: "0.24.0" }],
    });
    expect((await runCli("versions", "1.18")).out).toContain("written by 0.23.1");
    const some = JSON.parse((await runCli("versions", "1.9..1.11", "--format", "json")).out).versions;
    expect(some.map(({ label }: { label: string }) => label)).toEqual(["1.9", "1.10", "1.11"]);
    expect((await runCli("versions", "draft-1.18")).out).toContain("never released");
  });

  it.each(["9.9", "1.11..1.9", "1.1..1.2..1.3", "1.9.."])("refuses %s", async (range) => {
    expect((await runCli("versions", range)).code).toBe(2);
  });

  it("stays within 80 columns", async () => {
    for (const line of (await runCli("versions")).out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});

/** Every row that the types of src/settle allow. */
const rows = [
  ...["L", "T", "L0", "G", "O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9", "C1", "C2", "C3", "C4"],
  ...["H2", "H3", "H4", "H5", "H6", "H7", "X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9", "X10", "X11"],
];

describe("explain", () => {
  it("lists every rule, row and cause, each with its kind", async () => {
    const listed = JSON.parse((await runCli("explain", "--format", "json")).out);
    expect(listed.rules.map(({ rule }: { rule: string }) => rule)).toEqual(Object.keys(rules).sort());
    expect(listed.rows.map(({ row }: { row: string }) => row)).toEqual(rows);
    expect(listed.causes.map(({ cause }: { cause: string }) => cause)).toEqual(causeIds);
    const lines = (await runCli("explain", "--format", "jsonl")).out.trimEnd().split("\n");
    const kinds = lines.map((line) => JSON.parse(line).kind);
    expect([...new Set(kinds)]).toEqual(["rule", "row", "cause"]);
    expect(kinds).toHaveLength(listed.rules.length + listed.rows.length + listed.causes.length);
  });

  it("lists them with titles, in groups, within 80 columns", async () => {
    const { out } = await runCli("explain");
    const places = [/^Rules, /m, /^Rows of /m, /^Causes, /m].map((title) => out.search(title));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  const sections = [
    ["rule", Object.keys(rules), ["What the SDK does", "Way out"]],
    ["row", rows, ["When", "What the SDK does", "The session gets", "The record", "The error", "Way out", "Example"]],
    ["cause", causeIds, ["What it is", "Look for", "Way out", "Example"]],
  ] as const;

  it.each(sections)("explains each %s in full, without holes", async (_, names, titles) => {
    for (const name of names) {
      const { code, out } = await runCli("explain", name);
      expect(code).toBe(0);
      for (const title of titles) expect(out).toMatch(new RegExp(`^${title}\\n  \\S`, "m"));
      expect(out).not.toMatch(/undefined|NaN digits|\[object|[.?!]\.$/m);
    }
  });

  it("prints both pages of a name that a rule and a cause share", async () => {
    const { out } = await runCli("explain", "not-a-checkpoint", "--format", "json");
    expect(JSON.parse(out)).toMatchObject({ rules: [{ kind: "rule" }], rows: [], causes: [{ kind: "cause" }] });
  });

  it("names the causes behind a row, and the errors that a cause hides behind", async () => {
    expect((await runCli("explain", "o4")).out).toContain("history-moved");
    expect((await runCli("explain", "history-moved")).out).toContain("Cannot reconcile the pending Session write");
  });

  it("names the nearest of all three", async () => {
    const { code, err } = await runCli("explain", "not-a-checkpont");
    expect(code).toBe(2);
    expect(err).toContain("did you mean not-a-checkpoint?");
    expect((await runCli("explain", "wrong-sesion")).err).toContain("did you mean wrong-session?");
    expect((await runCli("explain", "X12")).err).toContain("did you mean X1?");
    expect((await runCli("explain", "compaction")).err).toContain(
      "(names that hold it: compaction-needs-1-18, write-compaction-dropped)",
    );
    expect((await runCli("explain", "__proto__")).code).toBe(2);
  });

  const examples = new Set([...allRowFacts(), ...allCauseFacts()].map(({ example }) => example));
  it.each([...examples])("has an example that runs: %s", (example) => {
    const { code, err } = runDocumented(example);
    expect([0, 1], err).toContain(code);
    expect(err).not.toMatch(/^runstate: /m);
  });
});
