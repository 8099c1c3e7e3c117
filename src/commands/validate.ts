import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { judgeCheckpoint } from "../judge-checkpoint.ts";
import { chooseReaders } from "../readers/choose.ts";
import { openReport } from "../report/index.ts";
import { noSummary } from "../report/result.ts";
import { add } from "../report/summary.ts";
import { type CommandRun, type CommonOptions, complain, worse } from "./command.ts";
import { checkpointOf, onlyManifests, visitFound } from "./inputs/checkpoints.ts";
import { goOnBehind, openPace } from "./inputs/pace.ts";
import { type Deliver, openSpread } from "./inputs/spread.ts";
import { judgingOf, printingOf } from "./options/judging.ts";
import { answerer, assessor, type Question, type Reply } from "./validate/assess.ts";
import { readKnown } from "./validate/baseline.ts";
import { chooseLabels } from "./validate/labels.ts";
import type { LiveCheck } from "./validate/live.ts";

/** What a thread of `--jobs` runs (bin/worker.cjs). */
export { serve } from "./validate/assess.ts";

interface ValidateOptions extends CommonOptions {
  /** Path of an earlier report. */
  readonly baseline?: string;
  /** Python interpreter whose SDK is asked too. */
  readonly live?: string;
  /** Path of a requirements, lock or project file. */
  readonly expectSdkFrom?: string;
  /** Threads to work with. */
  readonly jobs?: number;
}

interface Plan extends Question {
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
      : await (await import("./validate/expected-sdk.ts")).expectedReader(expectSdkFrom, io);
  if (python === undefined) return { ...chosen, reader: expected ?? chosen.reader, live: undefined };
  const asked = expected ?? (sdk === undefined || sdk === "all" ? undefined : chosen.reader);
  const { openLiveCheck } = await import("./validate/live.ts");
  const live = await openLiveCheck(python, asked, io, options.quiet);
  return { ...chosen, reader: live.reader, live };
}

async function planOf(options: ValidateOptions, io: Io): Promise<Plan> {
  const asked = { loadOnly: options.loadOnly, ...(await judgingOf(options)) };
  const labels = chooseLabels(options.relabel);
  const known = options.baseline === undefined ? undefined : await readKnown(options.baseline);
  const isText = options.format === undefined || options.format === "text";
  const printing = printingOf(options);
  // Last, because it may start a process.
  const { reader, matrix, live } = await readersOf(options, io);
  return {
    judging: { ...asked, reader },
    matrix: matrix.map((other) => ({ ...asked, reader: other })),
    labels,
    printing: { ...printing, digests: printing.digests || known !== undefined },
    known,
    strict: options.strict,
    at: options.at,
    isText,
    quiet: options.quiet,
    live,
  };
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
  const { live, ...asked } = plan;
  const report = await openReport(options, asked.judging.reader.release, io);
  const pace = openPace(io, (place) => goOnBehind(place, "runstate validate --ndjson …", paths));
  const summary = noSummary();
  let code: number = exitCodes.fine;
  let isLeftOut = false;
  const deliver = (reply: Reply, fraction: number | undefined) => {
    if (reply === undefined) {
      isLeftOut = true;
      return undefined;
    }
    if (typeof reply === "string") {
      code = worse(code, complain(io, reply));
      report.unreadable?.(reply);
      return undefined;
    }
    const { result, tally, extras } = reply;
    const fails = reply.fails || result.live?.agrees === false;
    add(summary, tally);
    if (fails) code = worse(code, exitCodes.refused);
    report.add(result, () => extras, fails);
    return pace.step(result, fraction);
  };
  if (live === undefined) await answerAll(paths, options, io, asked, deliver);
  else await askBoth(paths, options, io, { ...asked, live }, deliver);
  pace.end();
  if (isLeftOut && summary.checkpoints === 0 && code === exitCodes.fine) await deliver(onlyManifests(paths), undefined);
  report.end(summary);
  live?.end();
  return code;
}

async function answerAll(
  paths: readonly string[],
  options: ValidateOptions,
  io: Io,
  asked: Question,
  deliver: Deliver<Reply>,
): Promise<void> {
  const work = { command: "validate", asked, inRounds: true, answer: answerer(asked) };
  const spread = openSpread(work, options.jobs ?? 1, io, deliver);
  try {
    await visitFound(paths, options, io, spread.take, spread.pause);
    await spread.end();
  } finally {
    spread.close();
  }
}

/** Under `--live`: one question after the other, because there is one process to ask. */
function askBoth(
  paths: readonly string[],
  options: ValidateOptions,
  io: Io,
  { live, ...asked }: Question & { readonly live: LiveCheck },
  deliver: Deliver<Reply>,
): Promise<void> {
  const assess = assessor(asked);
  return visitFound(paths, options, io, async (found, fraction) => {
    const checkpoint = await checkpointOf(found, asked.at);
    if (checkpoint === undefined || typeof checkpoint === "string") return deliver(checkpoint, fraction);
    const judgement = judgeCheckpoint(checkpoint, asked.judging);
    const standing = await live.check(checkpoint, judgement.verdict);
    const assessed = assess(checkpoint, judgement);
    return deliver({ ...assessed, result: { ...assessed.result, live: standing } }, fraction);
  });
}
