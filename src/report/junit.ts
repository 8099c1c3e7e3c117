import type { Output } from "../io.ts";
import { tool } from "../tool.ts";
import { levelOf } from "./github.ts";
import type { CheckpointResult, Report, ReportedFinding } from "./result.ts";
import { safeText } from "./safe-text.ts";

/** XML has no way to write most control characters: they become visible escapes first. */
function escapeXml(text: string): string {
  return safeText(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function failureText(finding: ReportedFinding): string {
  const place = finding.line === null ? "" : `${finding.line}:${finding.column}  `;
  const lines = [
    `${place}${finding.severity}  ${finding.rule}  ${finding.pointer}`,
    finding.message,
    finding.why,
    finding.fix,
  ];
  return lines.map(escapeXml).join("\n");
}

function testCase(result: CheckpointResult): { xml: string; failed: boolean } {
  const failures = result.findings.filter((finding) => levelOf(finding) === "error" && finding.known !== true);
  const name = result.line === null ? result.file : `${result.file}:${result.line}`;
  const open = `    <testcase classname="${tool.name}" name="${escapeXml(name)}"`;
  const first = failures[0];
  if (first === undefined) return { xml: `${open}/>\n`, failed: false };
  const body = failures.map(failureText).join("\n\n");
  const failure = `<failure type="${escapeXml(first.rule)}" message="${escapeXml(first.message)}">${body}</failure>`;
  return { xml: `${open}>${failure}</testcase>\n`, failed: true };
}

/** One suite a run, one case a checkpoint. The counts stand in front, so the cases wait until the end. */
export function junitReport(out: Output): Report {
  const cases: string[] = [];
  let failures = 0;
  return {
    add(result) {
      const { xml, failed } = testCase(result);
      cases.push(xml);
      if (failed) failures++;
    },
    end() {
      const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
      out.write(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${tool.name}" ${counts}>\n`,
      );
      for (const xml of cases) out.write(xml);
      out.write("  </testsuite>\n</testsuites>\n");
    },
  };
}
