import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newestVersion } from "../../src/versions/registry.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "runstate-new-"));
  for (const part of ["src/versions", "src/rules", "src/findings/catalogue", "scripts/templates"])
    cpSync(part, join(root, part), { recursive: true });
  mkdirSync(join(root, "corpus/minimal"), { recursive: true });
  for (const file of ["manifest.json", `minimal/${newestVersion.label}.json`])
    cpSync(join("corpus", file), join(root, "corpus", file));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function run(script: string, ...args: string[]): { code: number | null; out: string } {
  const env = { ...process.env, RUNSTATE_ROOT: root };
  const done = spawnSync(process.execPath, [join("scripts", script), ...args], { env, encoding: "utf8" });
  return { code: done.status, out: done.stdout + done.stderr };
}

const [major = "", minor = ""] = newestVersion.label.split(".");
const next = `${major}.${Number(minor) + 1}`;
const file = `v${next.replace(".", "-")}`;

describe("new:version", () => {
  test("makes and registers a version", () => {
    expect(run("new-version.mjs", next, "Something new.").code).toBe(0);
    expect(readFileSync(join(root, "src/versions", `${file}.ts`), "utf8")).toContain("Something new.");
    expect(readFileSync(join(root, "src/versions/index.ts"), "utf8")).toContain(`"./${file}.ts"`);
    expect(existsSync(join(root, "tests/versions", `${file}.test.ts`))).toBe(true);
    expect(readFileSync(join(root, `corpus/minimal/${next}.json`), "utf8")).toContain(`"$schemaVersion": "${next}"`);
    expect(readFileSync(join(root, "corpus/manifest.json"), "utf8")).toContain(`minimal/${next}.json`);
  });

  test("refuses without a summary, and makes nothing", () => {
    const { code, out } = run("new-version.mjs", next);
    expect(code).toBe(2);
    expect(out).toContain("summary");
    expect(existsSync(join(root, "src/versions", `${file}.ts`))).toBe(false);
  });

  test.each([["1.5"], [newestVersion.label], ["next"], [""]])("refuses the label %j", (label) => {
    expect(run("new-version.mjs", label, "Something new.").code).toBe(2);
  });

  test("overwrites nothing", () => {
    run("new-version.mjs", next, "Something new.");
    cpSync("src/versions/index.ts", join(root, "src/versions/index.ts"));
    expect(run("new-version.mjs", next, "Something else.").code).toBe(2);
    expect(readFileSync(join(root, "src/versions", `${file}.ts`), "utf8")).toContain("Something new.");
  });
});

describe("new:rule", () => {
  test("makes a row, sentences, a test and a corpus file", () => {
    expect(run("new-rule.mjs", "text-smells", "envelope").code).toBe(0);
    expect(readFileSync(join(root, "src/rules/envelope.ts"), "utf8")).toContain('"text-smells": error(');
    expect(readFileSync(join(root, "src/findings/catalogue/envelope.ts"), "utf8")).toContain('"text-smells": {');
    expect(existsSync(join(root, "tests/rules/text-smells.test.ts"))).toBe(true);
    expect(existsSync(join(root, "corpus/negative/text-smells.json"))).toBe(true);
  });

  test.each([
    ["a name that is taken", "corpus-digest", "envelope"],
    ["a name in another case", "TextSmells", "envelope"],
    ["an unknown section", "text-smells", "nose"],
    ["a section whose rules no checkpoint breaks", "text-smells", "corpus"],
    ["no section", "text-smells", ""],
  ])("refuses %s", (_, name, section) => {
    expect(run("new-rule.mjs", name, section).code).toBe(2);
  });
});
