import type { Output } from "../io.ts";
import { levelOf } from "./level.ts";
import type { CheckpointResult, Report, ReportedFinding } from "./result.ts";
import { repositoryPath } from "./terminal/name.ts";
import { safeText } from "./terminal/safe-text.ts";
import { inputWords, withInput } from "./terminal/shell.ts";

function escapeData(text: string): string {
  return safeText(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function annotation(result: CheckpointResult, finding: ReportedFinding, at: string | undefined): string {
  const level = finding.known === true ? "note" : levelOf(finding, result);
  const line = finding.line ?? result.line;
  const properties = [
    `file=${escapeProperty(repositoryPath(result.file))}`,
    ...(line === null ? [] : [`line=${line}`]),
    ...(finding.column === null ? [] : [`col=${finding.column}`]),
    `title=${escapeProperty(finding.rule)}`,
  ];
  const text = [finding.pointer, finding.message, withInput(finding.fix, inputWords(result, at))]
    .filter((part) => part !== "")
    .map(escapeData);
  return `::${level === "note" ? "notice" : level} ${properties.join(",")}::${text.join("%0A")}\n`;
}

/** Workflow commands of GitHub Actions, one a finding. */
export function githubReport(out: Output, at?: string): Report {
  return {
    add(result) {
      for (const finding of result.findings) out.write(annotation(result, finding, at));
    },
    unreadable: (sentence) => out.write(`::error title=input::${escapeData(sentence)}\n`),
    end() {},
  };
}
