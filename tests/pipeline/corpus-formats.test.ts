import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";

const folder = temporaryFolder();
beforeAll(async () => {
  for (const name of ["1.21-approved", "1.21-approval-pending", "1.17-approval-pending"])
    await runCli("corpus", "add", `corpus/resume/${name}.json`, "--dir", folder, "--quiet");
});

const check = (format: string, ...more: string[]) => runCli("corpus", "check", "--format", format, ...more, folder);

describe("corpus check over a manifest, as expected and after a change", () => {
  it("is quiet when all is as expected", async () => {
    expect(await check("github")).toEqual({ code: 0, out: "", err: "" });
    const { code, out } = await check("junit");
    expect(code).toBe(0);
    expect(out).toContain('tests="3" failures="0"');
    const sarif = JSON.parse((await check("sarif")).out);
    expect(sarif.runs[0].results).toEqual([]);
  });

  describe("changed", () => {
    beforeAll(() => {
      writeFileSync(join(folder, "features/1.21-approved.json"), "{}");
      cpSync("corpus/minimal/1.0.json", join(folder, "unlisted & <odd>.json"));
    });

    it("github: one annotation an expectation, on the file", async () => {
      const { code, out } = await check("github");
      expect(code).toBe(1);
      const lines = out.trimEnd().split("\n");
      for (const line of lines) expect(line).toMatch(/^::error file=[^,]+,.*title=corpus-[a-z-]+::./);
      expect(lines.some((line) => line.includes("title=corpus-file-unlisted"))).toBe(true);
    });

    it("junit: a case a file, the changed ones failed", async () => {
      const { code, out } = await check("junit");
      expect(code).toBe(1);
      expect(out).toContain('tests="4" failures="2"');
      expect(out.match(/<testcase /g)).toHaveLength(4);
      expect(out).toContain("unlisted &amp; &lt;odd&gt;.json");
      expect(out).toContain('<failure type="corpus-');
    });

    it("sarif: valid by its schema, every rule described", async () => {
      const { code, out } = await check("sarif");
      expect(code).toBe(1);
      const log = JSON.parse(out);
      // Written for draft 4; `$schema` is all that keeps Ajv from it.
      const { $schema: _, id: __, ...schema } = sarifSchema;
      const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
      expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
      const { results, tool } = log.runs[0];
      const described = tool.driver.rules.map(({ id }: { id: string }) => id);
      for (const { ruleId, locations } of results) {
        expect(described).toContain(ruleId);
        expect(locations[0].physicalLocation.artifactLocation.uri).not.toContain(" ");
      }
    });
  });
});
