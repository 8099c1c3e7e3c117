import type { Output } from "../io.ts";
import { tool } from "../tool.ts";
import { levelOf } from "./level.ts";
import type { CheckpointResult, Report, ReportedFinding } from "./result.ts";
import { nameOf } from "./terminal/name.ts";
import { safeText } from "./terminal/safe-text.ts";
import { type InputWords, inputWords, withInput } from "./terminal/shell.ts";

/** XML has no way to write most control characters: they become visible escapes first. */
function escapeXml(text: string): string {
  return safeText(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function failureText(finding: ReportedFinding, input: InputWords | null): string {
  const place = finding.line === null ? "" : `${finding.line}:${finding.column}  `;
  const lines = [
    `${place}${finding.severity}  ${finding.rule}  ${finding.pointer}`.trimEnd(),
    finding.message,
    finding.why,
    withInput(finding.fix, input),
  ];
  return lines.map(escapeXml).join("\n");
}

/** What a failing case shows: the errors; where there is none the warnings, which count under `--strict`. */
function causesOf(result: CheckpointResult): readonly ReportedFinding[] {
  const news = result.findings.filter(({ known }) => known !== true);
  const errors = news.filter((finding) => levelOf(finding, result) === "error");
  return errors.length > 0 ? errors : news.filter(({ severity }) => severity === "warning");
}

function testCase(result: CheckpointResult, fails: boolean, at: string | undefined): string {
  const open = `    <testcase classname="${tool.name}" name="${escapeXml(nameOf(result))}"`;
  if (!fails) return `${open}/>\n`;
  const causes = causesOf(result);
  // None is printed: `--max-findings`, or a disagreement of `--live`.
  const { rule, message } = causes[0] ?? { rule: result.verdict, message: result.resume ?? result.verdict };
  const input = inputWords(result, at);
  const body = causes.map((finding) => failureText(finding, input)).join("\n\n");
  const failure = `<failure type="${escapeXml(rule)}" message="${escapeXml(message)}">${body}</failure>`;
  return `${open}>${failure}</testcase>\n`;
}

/** An input that cannot be read has no checkpoint to judge: in the words of JUnit that is no failure but an error. */
function brokenCase(sentence: string): string {
  const text = escapeXml(sentence);
  return `    <testcase classname="${tool.name}" name="${text}"><error type="input" message="${text}"/></testcase>\n`;
}

/** One suite a run, one case a checkpoint. The counts stand in front, so the cases wait until the end. */
export function junitReport(out: Output, at?: string): Report {
  const cases: string[] = [];
  let failures = 0;
  let errors = 0;
  return {
    add(result, _extras, fails) {
      cases.push(testCase(result, fails, at));
      if (fails) failures++;
    },
    unreadable(sentence) {
      cases.push(brokenCase(sentence));
      errors++;
    },
    end() {
      const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
      out.write(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${tool.name}" ${counts}>\n`,
      );
      for (const xml of cases) out.write(xml);
      out.write("  </testsuite>\n</testsuites>\n");
    },
  };
}
