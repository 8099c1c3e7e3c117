import type { CheckpointFacts } from "../inspect/facts.ts";
import { inspectCheckpoint } from "../inspect/inspect.ts";
import { judgeCheckpoint, loadingReadings } from "../judge-checkpoint.ts";
import { checkOptions } from "./options.ts";
import { type CheckpointText, judging, type ReaderOptions, readerKinds, readText } from "./reading.ts";

/** What a checkpoint is: who wrote it and who loads it, where the run stands, its turns, the calls that wait, the pending write, what the
 * program must provide. Counts, ids, names and places, never values. Pure; throws only UsageError, for a release that is not known and for other options than it has. */
export function inspect(text: CheckpointText, options: ReaderOptions = {}): CheckpointFacts {
  const checkpoint = readText(text);
  checkOptions("inspect", options, readerKinds);
  const asked = judging(options);
  const document = "fault" in checkpoint.read ? null : checkpoint.read.document;
  return inspectCheckpoint(
    document,
    judgeCheckpoint(checkpoint, { ...asked, personal: true }),
    asked.reader,
    loadingReadings(checkpoint),
  );
}
