import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Judgement, JudgeOptions } from "../judge.ts";
import { openReport } from "../report/index.ts";
import { type CheckpointResult, type Extras, type LiveStanding, noSummary, type Standing } from "../report/result.ts";
import { readAgents } from "./agents-file.ts";
import { type Baseline, readBaseline } from "./baseline.ts";
import { type Checkpoint, visitCheckpoints } from "./checkpoints.ts";
import { type CommandRun, type CommonOptions, type Io, worse } from "./command.ts";
import { count, judgeCheckpoint, loadingReleases, type PrintSettings, resultOf, standingOf } from "./judged.ts";
import { chooseLabels } from "./labels.ts";
import type { LiveCheck } from "./live.ts";
import { goOnBehind, openPace } from "./pace.ts";
import { chooseReaders } from "./readers.ts";

interface ValidateOptions extends CommonOptions {
  /** Path of an earlier report. */
  readonly baseline?: string;
  /** Python interpreter whose SDK is asked too. */
  readonly live?: string;
  /** Path of a requirements, lock or project file. */
  readonly expectSdkFrom?: string;
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
  readonly live: LiveCheck | undefined;
}

/** The readers to ask, and the SDK to ask beside them. Under `--live` the reader is that of the environment. */
async function readersOf(options: ValidateOptions, io: Io) {
  const { sdk, expectSdkFrom, live: python } = options;
  if (sdk !== undefined && expectSdkFrom !== undefined)
    throw new UsageError("--sdk and --expect-sdk-from both name a release; give one of them");
  const chosen = chooseReaders(sdk);
  const expected =
    expectSdkFrom === undefined
      ? undefined
      : await (await import("./expected-sdk.ts")).expectedReader(expectSdkFrom, io);
  if (python === undefined) return { ...chosen, reader: expected ?? chosen.reader, live: undefined };
  const asked = expected ?? (sdk === undefined || sdk === "all" ? undefined : chosen.reader);
  const { openLiveCheck } = await import("./live.ts");
  const live = await openLiveCheck(python, asked, io, options.quiet === true);
  return { ...chosen, reader: live.reader, live };
}

async function planOf(options: ValidateOptions, io: Io): Promise<Plan> {
  const asked = {
    loadOnly: options.loadOnly === true,
    ...(options.agents === undefined ? {} : { agents: readAgents(options.agents) }),
    ...(options.allow === undefined ? {} : { allow: options.allow }),
  };
  const labels = await chooseLabels(options.relabel);
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline);
  const isText = options.format === undefined || options.format === "text";
  // Last, because it may start a process.
  const { reader, matrix, live } = await readersOf(options, io);
  return {
    judging: { ...asked, reader },
    matrix: matrix.map((other) => ({ ...asked, reader: other })),
    labels,
    printing: {
      maxFindings: options.maxFindings ?? (isText ? mostInText : mostAsData),
      showValues: options.showValues === true,
    },
    baseline,
    strict: options.strict === true,
    live,
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
  if (plan.baseline !== undefined) return plan.baseline.hasNews(result, judgement.findings, plan.strict);
  return isBad || result.findings.some(({ severity }) => severity === "warning");
}

const run: CommandRun<ValidateOptions> = async (paths, options, io) => {
  const plan = await planOf(options, io);
  try {
    return await validateAll(paths, options, io, plan);
  } finally {
    plan.live?.close();
  }
};

export default run;

async function validateAll(paths: readonly string[], options: ValidateOptions, io: Io, plan: Plan): Promise<number> {
  const report = await openReport(options, plan.judging.reader.release, io);
  const pace = openPace(io, (place) => goOnBehind(place, "runstate validate --ndjson …"));
  const summary = noSummary();
  let code: number = exitCodes.fine;
  const finish = (checkpoint: Checkpoint, judgement: Judgement, fraction?: number, live?: LiveStanding) => {
    count(summary, judgement);
    const plain = resultOf(checkpoint, judgement, plan.printing);
    const marked = plan.baseline === undefined ? plain : plan.baseline.mark(plain);
    const hasMore = plan.matrix.length > 0 || plan.labels.length > 0;
    const more = hasMore ? { ...marked, ...standings(checkpoint, plan) } : marked;
    const result = live === undefined ? more : { ...more, live };
    if (live?.agrees === false || failing(judgement, result, plan)) code = worse(code, exitCodes.refused);
    const extras = (): Extras => ({
      loadedBy: loadingReleases(checkpoint),
      omitted: judgement.findings.length - result.findings.length,
    });
    report.add(result, extras);
    return pace.step(checkpoint, fraction);
  };
  const unreadable = await visitCheckpoints(paths, options, io, (checkpoint, fraction) => {
    const judgement = judgeCheckpoint(checkpoint, plan.judging);
    if (plan.live === undefined) return finish(checkpoint, judgement, fraction);
    return plan.live.check(checkpoint, judgement.verdict).then((live) => finish(checkpoint, judgement, fraction, live));
  });
  pace.end();
  report.end(summary);
  plan.live?.end();
  return worse(code, unreadable);
}
