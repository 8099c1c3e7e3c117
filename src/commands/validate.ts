import { exitCodes } from "../exit-codes.ts";
import type { Judgement, JudgeOptions } from "../judge.ts";
import { openReport } from "../report/index.ts";
import { openProgress } from "../report/progress.ts";
import { type CheckpointResult, type Extras, noSummary, type Standing } from "../report/result.ts";
import { readAgents } from "./agents-file.ts";
import { type Baseline, readBaseline } from "./baseline.ts";
import { type Checkpoint, visitCheckpoints } from "./checkpoints.ts";
import { type CommandRun, type CommonOptions, worse } from "./command.ts";
import { count, judgeCheckpoint, loadingReadings, type PrintSettings, resultOf, standingOf } from "./judged.ts";
import { chooseLabels } from "./labels.ts";
import { chooseReaders } from "./readers.ts";

interface ValidateOptions extends CommonOptions {
  /** Path of an earlier report. */
  readonly baseline?: string;
}

/** Findings of one checkpoint that are printed when the command line does not say: people scroll, and a file of nothing but
 * faults must not become gigabytes. */
const mostInText = 20;
const mostAsData = 10_000;

interface Plan {
  readonly judging: JudgeOptions;
  readonly matrix: JudgeOptions[];
  readonly labels: readonly string[];
  readonly printing: PrintSettings;
  readonly baseline: Baseline | undefined;
  readonly strict: boolean;
}

async function planOf(options: ValidateOptions): Promise<Plan> {
  const { reader, matrix } = chooseReaders(options.sdk);
  const judging: JudgeOptions = {
    reader,
    loadOnly: options.loadOnly === true,
    ...(options.agents === undefined ? {} : { agents: readAgents(options.agents) }),
    ...(options.allow === undefined ? {} : { allow: options.allow }),
  };
  const isText = options.format === undefined || options.format === "text";
  return {
    judging,
    matrix: matrix.map((other) => ({ ...judging, reader: other })),
    labels: await chooseLabels(options.relabel),
    printing: {
      maxFindings: options.maxFindings ?? (isText ? mostInText : mostAsData),
      showValues: options.showValues === true,
    },
    baseline: options.baseline === undefined ? undefined : readBaseline(options.baseline),
    strict: options.strict === true,
  };
}

function standings(checkpoint: Checkpoint, plan: Plan): Pick<CheckpointResult, "sdks" | "labels"> {
  const sdks: Record<string, Standing> = {};
  for (const options of plan.matrix) sdks[options.reader.release] = standingOf(judgeCheckpoint(checkpoint, options));
  const labels: Record<string, Standing> = {};
  for (const relabel of plan.labels) {
    labels[relabel] = standingOf(judgeCheckpoint(checkpoint, { ...plan.judging, relabel }));
  }
  return { ...(plan.matrix.length === 0 ? {} : { sdks }), ...(plan.labels.length === 0 ? {} : { labels }) };
}

function failing(judgement: Judgement, result: CheckpointResult, plan: Plan): boolean {
  const isBad = judgement.verdict === "rejected" || judgement.resume === "fails" || judgement.resume === "unsafe";
  if (!isBad && !plan.strict) return false;
  if (plan.baseline !== undefined) return plan.baseline.hasNews(result, plan.strict);
  return isBad || result.findings.some(({ severity }) => severity === "warning");
}

const run: CommandRun<ValidateOptions> = async (paths, options, io) => {
  const plan = await planOf(options);
  const report = await openReport(options, plan.judging.reader.release, io);
  const progress = openProgress(io);
  const summary = noSummary();
  let code: number = exitCodes.fine;
  const unreadable = await visitCheckpoints(paths, options, io, (checkpoint) => {
    const judgement = judgeCheckpoint(checkpoint, plan.judging);
    count(summary, judgement);
    const plain = resultOf(checkpoint, judgement, plan.printing);
    const marked = plan.baseline === undefined ? plain : plan.baseline.mark(plain);
    const hasMore = plan.matrix.length > 0 || plan.labels.length > 0;
    const result = hasMore ? { ...marked, ...standings(checkpoint, plan) } : marked;
    if (failing(judgement, result, plan)) code = worse(code, exitCodes.refused);
    const extras = (): Extras => ({
      loadedBy: loadingReadings(checkpoint).map(({ reader }) => reader.release),
      omitted: judgement.findings.length - result.findings.length,
    });
    report.add(result, extras);
    progress.step();
  });
  progress.end();
  report.end(summary);
  return worse(code, unreadable);
};

export default run;
