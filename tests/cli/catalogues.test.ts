import { describe, expect, it } from "vitest";
import { rules } from "../../src/rules/index.ts";
import { runCli } from "./run-cli.ts";

describe("versions", () => {
  it("lists all, one, or a range", async () => {
    const all = JSON.parse((await runCli("versions", "--format", "json")).out).versions;
    expect(all).toHaveLength(22);
    expect(all.at(-1)).toMatchObject({ label: "1.21", released: true, writtenBy: [{ release: "0.24.0" }] });
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

describe("explain", () => {
  it("lists every rule", async () => {
    const listed = JSON.parse((await runCli("explain", "--format", "json")).out).rules;
    expect(listed.map(({ rule }: { rule: string }) => rule)).toEqual(Object.keys(rules).sort());
  });

  it("explains each in full, without holes", async () => {
    for (const rule of Object.keys(rules)) {
      const { code, out } = await runCli("explain", rule);
      expect(code).toBe(0);
      expect(out).toContain("What the SDK does");
      expect(out).not.toMatch(/undefined|NaN digits|\[object/);
    }
  });

  it("names the nearest rule", async () => {
    const { code, err } = await runCli("explain", "not-a-checkpont");
    expect(code).toBe(2);
    expect(err).toContain("did you mean not-a-checkpoint?");
    expect((await runCli("explain", "__proto__")).code).toBe(2);
  });
});
