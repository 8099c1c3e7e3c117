import { judgeCheckpoint } from "../judge-checkpoint.ts";
import type { Version } from "../readers/range.ts";
import type { CheckpointResult } from "../report/result.ts";
import { resultOf } from "../report/result-of.ts";
import { unknownVersion } from "../versions/named.ts";
import { findVersion } from "../versions/registry.ts";
import { checkOptions, flag, type OptionKind, text as textKind, wholeFrom } from "./options.ts";
import { type CheckpointText, judging, type ReaderOptions, readerKinds, readText } from "./reading.ts";

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

const kinds: Readonly<Record<keyof ValidateOptions, OptionKind>> = {
  ...readerKinds,
  loadOnly: flag,
  relabel: textKind,
  maxFindings: {
    words: "a whole number from 0, or Infinity",
    fits: (value) => value === Number.POSITIVE_INFINITY || wholeFrom(0).fits(value),
  },
};

/** Would this release load the checkpoint, and how would the resume go? Pure; never throws for what the text holds, only a
 * UsageError for a release or a label that is not known and for other options than it has. */
export function validate(text: CheckpointText, options: ValidateOptions = {}): Validation {
  const checkpoint = readText(text);
  checkOptions("validate", options, kinds);
  const { loadOnly = false, relabel, maxFindings = Number.POSITIVE_INFINITY } = options;
  if (relabel !== undefined && findVersion(relabel) === undefined) throw unknownVersion(relabel);
  const asked = judging(options);
  const judgement = judgeCheckpoint(checkpoint, { ...asked, loadOnly, ...(relabel === undefined ? {} : { relabel }) });
  const {
    file: _file,
    line: _line,
    ...result
  } = resultOf(checkpoint, judgement, { maxFindings, showValues: false, digests: false });
  return { sdk: asked.reader.release, ...result };
}
