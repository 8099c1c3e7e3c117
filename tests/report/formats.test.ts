import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { githubReport } from "../../src/report/github.ts";
import { jsonReport } from "../../src/report/json.ts";
import { jsonlReport } from "../../src/report/jsonl.ts";
import { junitReport } from "../../src/report/junit.ts";
import { sarifReport } from "../../src/report/sarif.ts";
import { noPaint } from "../../src/report/terminal/paint.ts";
import { textReport } from "../../src/report/text.ts";
import { acceptedResult, printed, rejectedResult } from "./results.ts";

describe("json", () => {
  it("is one document with the results as they were", () => {
    const report = JSON.parse(printed((out) => jsonReport(out, "0.24.0")));
    expect(report).toMatchObject({ formatVersion: 1, tool: { name: "runstate" }, sdk: "0.24.0" });
    expect(report.results).toEqual([rejectedResult, acceptedResult]);
    expect(report.summary.checkpoints).toBe(2);
  });

  it("is whole without any result", () => {
    expect(JSON.parse(printed((out) => jsonReport(out, "0.24.0"), [])).results).toEqual([]);
  });
});

describe("jsonl", () => {
  it("is one result a line", () => {
    const lines = printed(jsonlReport).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([rejectedResult, acceptedResult]);
  });
});

describe("sarif", () => {
  // The official schema is draft 4; its keywords that differ (id, formats) judge nothing here.
  const { $schema: _, id: __, ...schema } = sarifSchema as Record<string, unknown>;
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

  it("holds to the official schema", () => {
    const log = JSON.parse(printed(sarifReport));
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(JSON.parse(printed(sarifReport, [])))).toBe(true);
  });

  it("is checked by a schema that refuses", () => {
    expect(validate({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
  });

  it("names rules, places and stable fingerprints", () => {
    const [run] = JSON.parse(printed(sarifReport)).runs;
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(["not-a-checkpoint", "repeated-key"]);
    const [first] = run.results;
    expect(first).toMatchObject({ ruleId: "not-a-checkpoint", level: "error" });
    expect(first.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "a%20b/x%2Cy%3Az.json" },
      region: { startLine: 3, startColumn: 7 },
    });
    const moved = { ...rejectedResult, findings: rejectedResult.findings.map((finding) => ({ ...finding, line: 99 })) };
    const [again] = JSON.parse(printed(sarifReport, [moved])).runs[0].results;
    expect(again.partialFingerprints).toEqual(first.partialFingerprints);
  });
});

describe("junit", () => {
  it("is one suite, one case a checkpoint, with everything escaped", () => {
    const xml = printed(junitReport);
    expect(xml).toContain('<testsuite name="runstate" tests="2" failures="1" errors="0">');
    expect(xml).toContain('name="fine.ndjson:12"/>');
    expect(xml).toContain("&lt;b&gt;&amp;&quot;");
    expect(xml).toContain("\\u001b[31m\\u000a::error::forged");
    expect(xml).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

describe("github", () => {
  it("escapes what would end a property, a line or a command", () => {
    const lines = printed(githubReport).trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=a b\/x%2Cy%3Az\.json,line=3,col=7,title=not-a-checkpoint::/);
    expect(lines[0]).toContain("100%25 wrong\\u000d\\u000anext, see: here");
    expect(lines[1]).toMatch(/^::warning file=/);
  });
});

it.each([sarifReport, githubReport])("names a file of the folder `.` as its repository does", (report) => {
  const out = printed(report, [{ ...rejectedResult, file: "./a/./b.json" }]);
  expect(out).toContain("a/./b.json");
  expect(out).not.toContain("./a/");
});

describe("text", () => {
  const text = printed((out) => textReport(out, { sdk: "0.24.0", quiet: false, strict: false, paint: noPaint }));

  it("begins a finding with one line for grep", () => {
    expect(text.split("\n")[0]).toMatch(/^a b\/x,y:z\.json:3:7 {2}error {2}not-a-checkpoint {2}\/a\\u001b/);
  });

  it("ends a checkpoint with its verdict and the releases that load it", () => {
    expect(text).toContain("fine.ndjson:12  accepted by 0.24.0 (schema 1.21), resume: ok\n  loaded by 0.24.0\n");
  });

  it("stays within 80 columns below the first line of a finding", () => {
    const long = {
      ...rejectedResult,
      findings: rejectedResult.findings.map((f) => ({ ...f, why: "word ".repeat(60).trim() })),
    };
    const wrapped = printed(
      (out) => textReport(out, { sdk: "0.24.0", quiet: false, strict: false, paint: noPaint }),
      [long],
    );
    for (const line of wrapped.split("\n")) if (line.startsWith("  ")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("tells the advice of a rule once a run", () => {
    const twice = printed(
      (out) => textReport(out, { sdk: "0.24.0", quiet: false, strict: false, paint: noPaint }),
      [rejectedResult, { ...rejectedResult, file: "other" }],
    );
    const count = (part: string) => twice.split(part).length - 1;
    const [{ rule, why, fix } = { rule: "", why: "", fix: "" }] = rejectedResult.findings;
    expect([rule, why, `Way out: ${fix}`].map((said) => count(`  ${said.slice(0, 30)}`))).toEqual([2, 1, 1]);
  });

  it("prints no control character of a document", () => {
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it("keeps to errors and the resume under --quiet", () => {
    const quiet = printed((out) => textReport(out, { sdk: "0.24.0", quiet: true, strict: false, paint: noPaint }));
    expect(quiet).toContain("not-a-checkpoint");
    expect(quiet).not.toContain("repeated-key");
    expect(quiet).not.toContain("fine.ndjson");
    const known = { ...rejectedResult, findings: rejectedResult.findings.map((f) => ({ ...f, known: true as const })) };
    const nothing = printed(
      (out) => textReport(out, { sdk: "0.24.0", quiet: true, strict: true, paint: noPaint }),
      [known],
    );
    expect(nothing).toBe("");
  });
});
