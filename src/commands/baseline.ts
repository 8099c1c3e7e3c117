import { readFileSync } from "node:fs";
import { InputError, UsageError } from "../errors.ts";
import { levelOf } from "../report/github.ts";
import type { CheckpointResult, ReportedFinding } from "../report/result.ts";

/** What an earlier report knows: such findings are no news. */
export interface Baseline {
  /** The result with `known` at the findings that the earlier report lists. */
  mark(result: CheckpointResult): CheckpointResult;
  /** Whether a marked result fails for a reason that the earlier report does not list. */
  hasNews(result: CheckpointResult, strict: boolean): boolean;
}

function keyOf(file: string, line: unknown, finding: { readonly rule?: unknown; readonly pointer?: unknown }): string {
  return JSON.stringify([file, line ?? null, finding.rule, finding.pointer]);
}

interface EarlierReport {
  readonly results?: readonly {
    readonly file?: unknown;
    readonly line?: unknown;
    readonly findings?: readonly object[];
  }[];
}

function keysOf(report: EarlierReport): Set<string> {
  const keys = new Set<string>();
  for (const { file, line, findings } of report.results ?? []) {
    for (const finding of findings ?? []) keys.add(keyOf(String(file), line, finding));
  }
  return keys;
}

/** Reads a report of `validate --format json`; throws InputError or UsageError when it is none. */
export function readBaseline(path: string): Baseline {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new InputError(`cannot read the baseline ${path}`);
  }
  let known: Set<string>;
  try {
    known = keysOf(JSON.parse(text) as EarlierReport);
  } catch {
    throw new UsageError(`${path} is no report of \`runstate validate --format json\``);
  }
  const isKnown = (result: CheckpointResult, finding: ReportedFinding) =>
    known.has(keyOf(result.file, result.line, finding));
  return {
    mark: (result) => ({
      ...result,
      findings: result.findings.map((finding) => (isKnown(result, finding) ? { ...finding, known: true } : finding)),
    }),
    hasNews: (result, strict) =>
      result.findings.some(
        (finding) =>
          finding.known !== true && (levelOf(finding) === "error" || (strict && finding.severity === "warning")),
      ),
  };
}
