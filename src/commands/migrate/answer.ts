import type { Named } from "../../document/checkpoint.ts";
import { type Manner, openTelling, type Tell, type Told } from "../../report/migrate/telling.ts";
import { isWarning } from "../../rules/index.ts";
import { answerAtOnce, type Found, type FoundCheckpoint } from "../inputs/checkpoints.ts";
import { serving } from "../inputs/serve.ts";
import { type Done, migrateFound, type Restoring, type Task } from "./job.ts";

/** What is asked about each input. Plain data: it goes to other threads. */
export interface MigrateQuestion {
  readonly task: Task;
  readonly manner: Manner;
  /** Results go to standard output; without one, under `--keep-going copy`, the text as it came. */
  readonly carries: boolean;
  readonly copies: boolean;
  /** Under `--check` a document that would change fails, under `--strict` one with a warning. */
  readonly checks: boolean;
  readonly strict: boolean;
}

/** What becomes of one input. */
export interface Migrated {
  readonly named: Named;
  readonly told: Told;
  /** For standard output, in pieces. */
  readonly output: readonly string[];
  /** A line for the file of `--keep-dropped`. */
  readonly kept: string | undefined;
  readonly fails: boolean;
}

/** A sentence for an input that cannot be used; undefined for one that is left out. */
export type MigrateReply = Migrated | string | undefined;

export function migratedOf(asked: MigrateQuestion, tell: Tell, found: FoundCheckpoint, done: Done): Migrated {
  const { file, line, input } = found;
  const named = { file, line };
  const { status, findings } = done.migration;
  // A document that carries the label already comes out as it came; that its reader rejects it is exit 1 here as in every command.
  const rejected = findings.some(({ rule }) => rule === "unchanged-rejected");
  const refused = status === "refused" || status === "invalid" || (asked.checks && status === "migrated");
  return {
    named,
    told: tell(named, done, input),
    output: asked.carries ? outputOf(asked, named, done, input) : [],
    kept: done.kept,
    fails: refused || rejected || (asked.strict && findings.some(isWarning)),
  };
}

function outputOf({ copies }: MigrateQuestion, { line }: Named, { text, pieces }: Done, old: string): string[] {
  const whole = text ?? (copies ? old : null);
  if (whole === null) return [];
  const output = pieces === undefined ? [whole] : [...pieces];
  return line === null ? output : [...output, "\n"];
}

/** Answers to several inputs at once. `restoring` finds their records of `--restore`; it stays on one thread. */
export function migrateAnswerer(
  asked: MigrateQuestion,
  restoring?: Restoring,
): (batch: readonly Found[]) => Promise<readonly MigrateReply[]> {
  const telling = openTelling(asked.manner);
  return async (batch) => {
    const tell = await telling;
    return answerAtOnce(batch, asked.task.at, (checkpoints) => {
      const done = migrateFound(asked.task, checkpoints, restoring);
      return checkpoints.map((checkpoint, at) => migratedOf(asked, tell, checkpoint, done[at] as Done));
    });
  };
}

/** On a thread of `--jobs`. */
export const serve = serving((asked: MigrateQuestion) => migrateAnswerer(asked));
