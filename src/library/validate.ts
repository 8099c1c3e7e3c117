import { judgeCheckpoint } from "../judge-checkpoint.ts";
import type { Version } from "../readers/range.ts";
import type { CheckpointResult } from "../report/result.ts";
import { resultOf } from "../report/result-of.ts";
import { type CheckpointText, judging, type ReaderOptions, readText } from "./reading.ts";

export interface ValidateOptions extends ReaderOptions {
  /** Only the verdict: no outlook, no requirements. */
  readonly loadOnly?: boolean;
  /** Judge it as if it carried this label. */
  readonly relabel?: Version;
  /** Findings at most; all when absent. */
  readonly maxFindings?: number;
}

/** What one release says of a checkpoint. `resume` is null when it is rejected, or under `loadOnly`. */
export interface Validation extends Omit<CheckpointResult, "file" | "line" | "sha256" | "sdks" | "labels" | "live"> {
  readonly sdk: Version;
}

/** Would this release load the checkpoint, and how would the resume go? Pure; never throws for what the text holds, only a
 * UsageError for a release that is not known. */
export function validate(text: CheckpointText, options: ValidateOptions = {}): Validation {
  const { loadOnly = false, relabel, maxFindings = Number.POSITIVE_INFINITY } = options;
  const checkpoint = readText(text);
  const asked = judging(options);
  const judgement = judgeCheckpoint(checkpoint, { ...asked, loadOnly, ...(relabel === undefined ? {} : { relabel }) });
  const {
    file: _file,
    line: _line,
    ...result
  } = resultOf(checkpoint, judgement, { maxFindings, showValues: false, digests: false });
  return { sdk: asked.reader.release, ...result };
}
