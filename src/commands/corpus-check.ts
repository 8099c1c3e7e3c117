import { type CorpusResult, checkCorpus } from "../corpus/check.ts";
import type { Coverage } from "../corpus/coverage.ts";
import { join } from "../document/files/walk.ts";
import { exitCodes } from "../exit-codes.ts";
import { describeFinding } from "../findings/describe.ts";
import type { Io } from "../io.ts";
import { noRequirements } from "../outlook/program/requirements.ts";
import { newestReader } from "../readers/releases.ts";
import { type CorpusSummary, corpusJson, corpusText } from "../report/corpus/check.ts";
import { openReport } from "../report/index.ts";
import { type CheckpointResult, noSummary } from "../report/result.ts";
import { openProgress } from "../report/terminal/progress.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { openCorpus, projectFolder } from "./inputs/corpus-folder.ts";

/** A corpus file as the reports print it: the verdict of the newest release, and as findings what is not as expected. */
function resultOf(dir: string, { file, misses, check }: CorpusResult): CheckpointResult {
  const judgement = check?.judgement;
  return {
    file: join(dir, file),
    line: null,
    family: judgement?.family ?? null,
    schemaVersion: judgement?.schemaVersion ?? null,
    verdict: judgement?.verdict ?? "rejected",
    resume: judgement?.resume ?? null,
    findings: misses.map(({ rule, args }) => describeFinding({ rule, path: [], args }, null)),
    requirements: judgement?.requirements ?? noRequirements,
  };
}

function summaryOf(results: readonly CheckpointResult[]): CorpusSummary {
  const severities = results.flatMap(({ findings }) => findings.map(({ severity }) => severity));
  const missed = severities.filter((severity) => severity === "error").length;
  return { files: results.length, missed, warnings: severities.length - missed };
}

function checkAll(
  dir: string,
  targets: CommonOptions["targets"],
  io: Io,
): { results: CheckpointResult[]; uncovered: Coverage } {
  const { expectations, present, read } = openCorpus(dir, targets);
  const progress = openProgress(io);
  const checking = checkCorpus(expectations, present, read);
  const results: CheckpointResult[] = [];
  for (let step = checking.next(); ; step = checking.next()) {
    if (step.done === true) {
      progress.end();
      return { results, uncovered: step.value };
    }
    results.push(resultOf(dir, step.value));
    progress.step();
  }
}

/** The findings that `--max-findings` lets through. */
function cut(result: CheckpointResult, { maxFindings = Number.POSITIVE_INFINITY }: CommonOptions): CheckpointResult {
  return { ...result, findings: result.findings.slice(0, maxFindings) };
}

function isMiss({ findings }: CheckpointResult, strict: boolean): boolean {
  return findings.some(({ severity }) => severity === "error" || strict);
}

async function print(options: CommonOptions, io: Io, results: readonly CheckpointResult[]): Promise<void> {
  // As text only what is wrong, a warning too: a verdict a file would bury it.
  const strict = options.strict || !options.quiet;
  const report = await openReport({ ...options, quiet: true, strict }, newestReader.release, io);
  for (const result of results) {
    const shown = cut(result, options);
    const omitted = result.findings.length - shown.findings.length;
    report.add(shown, () => ({ loadedBy: [], omitted, rules: [] }), isMiss(result, options.strict));
  }
  report.end(noSummary());
}

const run: CommandRun = async ([dir = projectFolder()], options, io) => {
  const { results, uncovered } = checkAll(dir, options.targets, io);
  const summary = summaryOf(results);
  if (options.format === "json") {
    const shown = results.map((result) => cut(result, options));
    corpusJson(io.stdout, newestReader.release, shown, uncovered, summary);
  } else await print(options, io, results);
  if ((options.format ?? "text") === "text" && !options.quiet) corpusText(io.stdout, uncovered, summary);
  const failed = summary.missed > 0 || (options.strict && summary.warnings > 0);
  return failed ? exitCodes.refused : exitCodes.fine;
};

export default run;
