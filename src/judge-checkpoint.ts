import { atOnce } from "./at-once.ts";
import type { Checkpoint } from "./document/checkpoint.ts";
import type { Document } from "./document/document.ts";
import { type Judgement, type JudgeOptions, judge, judgeEach, judgeFault } from "./judge.ts";
import type { Version } from "./readers/range.ts";
import { representativeReaders } from "./readers/releases.ts";
import type { Reading } from "./reading/reading.ts";

/** What one reader says of an input, one whose text is no document included. */
export function judgeCheckpoint({ read }: Pick<Checkpoint, "read">, options: JudgeOptions): Judgement {
  return "fault" in read ? judgeFault(read.fault) : judge(read.document, options);
}

/** The same of several inputs (`judgeEach`). */
export function judgeCheckpoints(checkpoints: readonly Pick<Checkpoint, "read">[], options: JudgeOptions): Judgement[] {
  const read = checkpoints.map(({ read }) => ("fault" in read ? judgeFault(read.fault) : read.document));
  return atOnce(read, isDocument, (documents) => judgeEach(documents, options));
}

function isDocument(read: Judgement | Document): read is Document {
  return "text" in read;
}

function* eachLoadingReading(checkpoint: Checkpoint): Generator<Reading> {
  for (const reader of representativeReaders()) {
    const { verdict, reading } = judgeCheckpoint(checkpoint, { reader, loadOnly: true });
    if (verdict === "accepted" && reading !== null) yield reading;
  }
}

/** The readings of the newest release of each schema version that loads it, oldest first. */
export function loadingReadings(checkpoint: Checkpoint): Reading[] {
  return [...eachLoadingReading(checkpoint)].reverse();
}

/** The same releases by name: a dozen readings of a file full of faults are not held at once. */
export function loadingReleases(checkpoint: Checkpoint): Version[] {
  return Array.from(eachLoadingReading(checkpoint), ({ reader }) => reader.release).reverse();
}
