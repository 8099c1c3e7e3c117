import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = (...argv: string[]) => spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });

// The examples import the package by its name, so they see what an installed package shows: dist/ and its types.
describe("the example programs", () => {
  it("run as an ES module", () => {
    const done = run("examples/library/upgrade.mjs", "corpus/resume/1.16-approved-always.json", "0.24.0");
    expect(done.stderr).toBe("");
    expect(done.stdout).toContain("1.16 → 1.21: migrated");
    expect(done.status).toBe(0);
    expect(run("examples/library/upgrade.mjs", "corpus/negative/current-agent-without-name.json").status).toBe(1);
  });

  it("run as CommonJS", () => {
    const done = run("examples/library/waiting.cjs", "corpus/resume/1.21-approval-pending.json");
    expect(done.stderr).toBe("");
    expect(done.stdout).toContain("the session stays whole");
  });

  it("show an error that they do not catch by its name, and no bundle", () => {
    const done = run("--eval", 'require("runstate").validate("{}", { sdk: "9" })');
    expect(done.stderr).toContain("\nUsageError: no release 9 of openai-agents is known");
    expect(done.stderr.length).toBeLessThan(3000);
    expect(run("--print", 'String(new (require("runstate").InputError)("x"))').stdout).toBe("InputError: x\n");
  });

  it("have the right types", () => {
    const done = run("node_modules/typescript/bin/tsc", "-p", "examples/library/tsconfig.json");
    expect(done.stdout).toBe("");
    expect(done.status).toBe(0);
  }, 60_000);
});
