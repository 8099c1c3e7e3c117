import { sentencesOf } from "../findings/catalogue/index.ts";
import type { Output } from "../io.ts";
import { type RuleName, rules } from "../rules/index.ts";
import { sha256 } from "../sha256.ts";
import { tool } from "../tool.ts";
import { levelOf } from "./level.ts";
import type { CheckpointResult, Report, ReportedFinding } from "./result.ts";
import { repositoryPath } from "./terminal/name.ts";
import { safeJson } from "./terminal/safe-text.ts";

const schema = "https://json.schemastore.org/sarif-2.1.0.json";

/** A path as a relative URI reference; what RFC 3986 does not allow is escaped, also halves of surrogate pairs. */
function uriOf(file: string): string {
  return repositoryPath(file)
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replaceAll("\\", "/")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}

/** Stable as long as the finding is the same one: rule and place in the document, not line numbers, unless a line is all that is known. */
function fingerprint(result: CheckpointResult, finding: ReportedFinding): string {
  const origin = result.sha256 ?? String(result.line ?? "");
  const parts = [repositoryPath(result.file), origin, finding.rule, finding.pointer];
  return sha256(parts.join("\n")).slice(0, 32);
}

function sarifResult(result: CheckpointResult, finding: ReportedFinding): object {
  const region = { startLine: finding.line ?? result.line ?? 1, startColumn: finding.column ?? 1 };
  return {
    ruleId: finding.rule,
    level: levelOf(finding, result),
    message: { text: [finding.message, finding.why, finding.fix].filter((part) => part !== "").join("\n") },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(result.file) }, region },
        logicalLocations: [{ fullyQualifiedName: finding.pointer, kind: "value" }],
      },
    ],
    partialFingerprints: { "runstate/v1": fingerprint(result, finding) },
    ...(finding.known === true ? { baselineState: "unchanged" } : {}),
  };
}

function sarifRule(name: RuleName): object {
  const rule = rules[name];
  const level = rule.severity === "error" ? "error" : rule.severity === "info" ? "note" : "warning";
  return {
    id: name,
    shortDescription: { text: sentencesOf(name).title },
    helpUri: `https://www.npmjs.com/package/${tool.name}`,
    defaultConfiguration: { level },
  };
}

/** SARIF 2.1.0. Results are printed as they come; the rules that fired follow them (the order of keys is free). */
export function sarifReport(out: Output): Report {
  const fired = new Set<RuleName>();
  const notifications: object[] = [];
  let separator = "\n";
  out.write(`{"$schema":"${schema}","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[`);
  return {
    add(result) {
      for (const finding of result.findings) {
        fired.add(finding.rule);
        out.write(separator + safeJson(sarifResult(result, finding)));
        separator = ",\n";
      }
    },
    unreadable(sentence) {
      notifications.push({ level: "error", message: { text: sentence } });
    },
    end() {
      const driver = { name: tool.name, version: tool.version, rules: [...fired].sort().map(sarifRule) };
      // Only a run that could not read all of its inputs says how it went.
      const invocations = [{ executionSuccessful: false, toolExecutionNotifications: notifications }];
      const went = notifications.length === 0 ? "" : `,"invocations":${safeJson(invocations)}`;
      out.write(`\n],"tool":${safeJson({ driver })}${went}}]}\n`);
    },
  };
}
