import type { Checkpoint } from "../../document/checkpoint.ts";
import { rulesOf } from "../../findings/finding.ts";
import { type Judgement, type JudgeOptions, type Standing, standingOf } from "../../judge.ts";
import { judgeCheckpoint, judgeCheckpoints, loadingReleases } from "../../judge-checkpoint.ts";
import { type CheckpointResult, type Extras, noSummary, type Summary } from "../../report/result.ts";
import { omittedFrom, type PrintSettings, resultOf } from "../../report/result-of.ts";
import { count } from "../../report/summary.ts";
import { isWarning } from "../../rules/index.ts";
import { isBroken } from "../../rules/rule.ts";
import { answerAtOnce, type Found } from "../inputs/checkpoints.ts";
import { serving } from "../inputs/serve.ts";
import { baselineOf } from "./baseline.ts";

/** What is asked about each checkpoint. Plain data: it goes to other threads. */
export interface Question {
  readonly judging: JudgeOptions;
  readonly matrix: readonly JudgeOptions[];
  readonly labels: readonly string[];
  readonly printing: PrintSettings;
  /** What an earlier report lists. */
  readonly known: ReadonlySet<string> | undefined;
  readonly strict: boolean;
  /** Where the checkpoint stands in its wrapper. */
  readonly at: string | undefined;
  /** Whether the report is a text, which shows extras. */
  readonly isText: boolean;
  readonly quiet: boolean;
}

/** What of a checkpoint goes into the report, the totals and the exit code. */
export interface Assessed {
  readonly result: CheckpointResult;
  readonly tally: Summary;
  readonly fails: boolean;
  readonly extras: Extras;
}

const noExtras: Extras = { loadedBy: [], omitted: 0, rules: [] };

function standings(checkpoint: Checkpoint, asked: Question): Pick<CheckpointResult, "sdks" | "labels"> {
  const sdks: Record<string, Standing> = {};
  for (const options of asked.matrix) sdks[options.reader.release] = standingOf(judgeCheckpoint(checkpoint, options));
  const labels: Record<string, Standing> = {};
  for (const relabel of asked.labels) {
    labels[relabel] = standingOf(judgeCheckpoint(checkpoint, { ...asked.judging, relabel }));
  }
  return { ...(asked.matrix.length === 0 ? {} : { sdks }), ...(asked.labels.length === 0 ? {} : { labels }) };
}

/** Answers with a function of the question, so that what belongs to the whole run is made once. */
export function assessor(asked: Question): (checkpoint: Checkpoint, judgement: Judgement) => Assessed {
  const { strict, printing } = asked;
  const baseline = asked.known === undefined ? undefined : baselineOf(asked.known);
  const hasMore = asked.matrix.length > 0 || asked.labels.length > 0;
  const failing = (judgement: Judgement, result: CheckpointResult): boolean => {
    const isBad = judgement.verdict === "rejected" || isBroken(judgement.resume);
    if (!isBad && !strict) return false;
    if (baseline !== undefined) return baseline.hasNews(result, judgement.findings, strict);
    return isBad || judgement.findings.some(isWarning);
  };
  return (checkpoint, judgement) => {
    const tally = noSummary();
    count(tally, judgement);
    const plain = resultOf(checkpoint, judgement, printing);
    const marked = baseline === undefined ? plain : baseline.mark(plain);
    const result = hasMore ? { ...marked, ...standings(checkpoint, asked) } : marked;
    const extras = asked.isText ? extrasOf(checkpoint, judgement, result, asked) : noExtras;
    return { result, tally, fails: failing(judgement, result), extras };
  };
}

function extrasOf(
  checkpoint: Checkpoint,
  judgement: Judgement,
  result: CheckpointResult,
  { quiet, strict }: Question,
): Extras {
  return {
    loadedBy: quiet ? [] : loadingReleases(checkpoint),
    omitted: omittedFrom(judgement.findings, result.findings, quiet, strict),
    rules: rulesOf(judgement.findings),
  };
}

/** The answer to one input, or the sentence that complains about it; undefined for one that is left out. */
export type Reply = Assessed | string | undefined;

/** Answers to several inputs at once, in rounds (`judgeCheckpoints`). */
export function answerer(asked: Question): (batch: readonly Found[]) => Promise<readonly Reply[]> {
  const assess = assessor(asked);
  return (batch) =>
    answerAtOnce(batch, asked.at, (checkpoints) => {
      const judgements = judgeCheckpoints(checkpoints, asked.judging);
      return checkpoints.map((checkpoint, at) => assess(checkpoint, judgements[at] as Judgement));
    });
}

/** On a thread of `--jobs`. */
export const serve = serving(answerer);
