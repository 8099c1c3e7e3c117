import { dirname, resolve } from "node:path";
import { stdinName } from "../../document/files/inputs.ts";
import { readPackedText } from "../../document/files/small-file.ts";
import { look } from "../../document/files/walk.ts";
import { pointerOf } from "../../document/pointer.ts";
import { UsageError } from "../../errors.ts";
import { type Finding, resumeOf } from "../../findings/finding.ts";
import type { CheckpointResult, ReportedFinding } from "../../report/result.ts";
import { isError, isWarning } from "../../rules/index.ts";
import { isBroken } from "../../rules/rule.ts";
import { tool } from "../../tool.ts";

/** What an earlier report knows: such findings are no news. */
export interface Baseline {
  /** The result with `known` at the findings that the earlier report lists. */
  mark(result: CheckpointResult): CheckpointResult;
  /** Whether a checkpoint fails for a reason that the earlier report does not list. All its findings count, printed or not. */
  hasNews(checkpoint: Origin, findings: readonly Finding[], strict: boolean): boolean;
}

interface Fault {
  readonly rule?: unknown;
  readonly pointer?: unknown;
}

/** What a result says of where its findings stand. */
interface Origin {
  readonly file: string;
  readonly line?: unknown;
  readonly sha256?: unknown;
}

/** A file is known by its name, a line by what it holds: lines move, and come out of other files the next day. `folder`: from where the
 * file was named. */
function keyOf(folder: string, { file, line, sha256 }: Origin, { rule, pointer }: Fault): string {
  return JSON.stringify([...(sha256 === undefined ? [resolve(folder, file), line ?? null] : [sha256]), rule, pointer]);
}

/** Whether a finding fails a run. */
function weighs(finding: Finding, strict: boolean): boolean {
  return isError(finding) || isBroken(resumeOf(finding)) || (strict && isWarning(finding));
}

interface EarlierReport {
  readonly results: readonly (Origin & { readonly findings: readonly object[] })[];
}

/** A name that is none here was given in the folder where the report is kept. */
function keysOf(report: EarlierReport, path: string): Set<string> {
  const keys = new Set<string>();
  for (const result of report.results) {
    const { file, findings } = result;
    const folder = file === stdinName || "stats" in look(file) ? "." : dirname(path);
    for (const finding of findings) keys.add(keyOf(folder, result, finding));
  }
  return keys;
}

/** What a report of `validate --format json` lists; throws InputError or UsageError when the file is none. */
export async function readKnown(path: string): Promise<ReadonlySet<string>> {
  const text = await readPackedText(path, `the baseline ${path}`);
  const report = reportIn(text);
  if (report === undefined) throw new UsageError(`${path} is no report of \`runstate validate --format json\``);
  return keysOf(report, path);
}

/** Undefined when the text is no report of this tool: one of anything else would count as a report without findings. */
function reportIn(text: string): EarlierReport | undefined {
  try {
    const report = JSON.parse(text) as { readonly tool?: { readonly name?: unknown }; readonly results?: unknown };
    if (report.tool?.name !== tool.name || !Array.isArray(report.results)) return undefined;
    const isResult = ({ file, findings }: Readonly<Record<string, unknown>>) =>
      typeof file === "string" && Array.isArray(findings);
    return report.results.every(isResult) ? (report as EarlierReport) : undefined;
  } catch {
    return undefined;
  }
}

export function baselineOf(known: ReadonlySet<string>): Baseline {
  const isKnown = (result: CheckpointResult, finding: ReportedFinding) => known.has(keyOf(".", result, finding));
  return {
    mark: (result) => ({
      ...result,
      findings: result.findings.map((finding) => (isKnown(result, finding) ? { ...finding, known: true } : finding)),
    }),
    hasNews: (result, findings, strict) =>
      findings.some((finding) => {
        const { rule, path } = finding;
        if (!weighs(finding, strict)) return false;
        return !known.has(keyOf(".", result, { rule, pointer: pointerOf(path) }));
      }),
  };
}
