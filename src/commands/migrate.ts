import type { Named } from "../document/checkpoint.ts";
import { decode } from "../document/decode.ts";
import { type InputEntry, listInputs, stdinName } from "../document/files/inputs.ts";
import { openLineFile } from "../document/files/line-file.ts";
import type { NdjsonOptions } from "../document/files/ndjson.ts";
import { readInput } from "../document/files/read-input.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { type MigrateReport, openMigrateReport } from "../report/migrate/report.ts";
import { mannerOf, openTelling, type Tell } from "../report/migrate/telling.ts";
import { type CommandRun, complain, worse } from "./command.ts";
import { checkInputs, checkpointOf, onlyManifests, visitEntries } from "./inputs/checkpoints.ts";
import { goOnBehind, openPace, type Pace } from "./inputs/pace.ts";
import { openSpread } from "./inputs/spread.ts";
import { type Migrated, type MigrateQuestion, migrateAnswerer, migratedOf } from "./migrate/answer.ts";
import { type Done, type Job, migrateFound, openJob, type Restoring } from "./migrate/job.ts";
import { openPlaced, type Placed, place } from "./migrate/place.ts";
import type { MigrateCommandOptions } from "./migrate/settings.ts";

/** What a thread of `--jobs` runs (bin/worker.cjs). */
export { serve } from "./migrate/answer.ts";

/** Everything that one run hands down. */
interface Run {
  readonly job: Job;
  readonly asked: MigrateQuestion;
  readonly io: Io;
  readonly report: MigrateReport;
  /** Inputs that were no manifest of a corpus; such a one was left out. */
  count: number;
  isLeftOut: boolean;
  code: number;
}

const run: CommandRun<MigrateCommandOptions> = async (paths, options, io) => {
  checkInputs(paths, options, io);
  const entries = await listInputs(paths, options);
  const job = openJob(
    options,
    entries.map(({ file }) => file),
  );
  checkTarget(entries, job, options);
  const lines = options.report === undefined ? undefined : openLineFile(options.report);
  const asked = questionOf(job, options, io);
  const report = openMigrateReport(asked.carries ? io.stderr : io.stdout, asked.manner, lines);
  const state: Run = { job, asked, io, report, count: 0, isLeftOut: false, code: exitCodes.fine };
  const pace = openPace(io, (place) => goOn(place, options, paths));
  if (options.ndjson) await migrateLines(state, entries, options.jobs ?? 1, pace);
  else await migrateFiles(state, entries, pace);
  pace.end();
  report.end();
  lines?.close();
  job.keep?.close();
  const isEmpty = state.isLeftOut && state.count === 0 && state.code === exitCodes.fine;
  return isEmpty ? complain(io, onlyManifests(paths)) : state.code;
};

export default run;

function questionOf({ task, target }: Job, options: MigrateCommandOptions, io: Io): MigrateQuestion {
  const carries = target.kind === "stdout";
  return {
    task,
    manner: mannerOf(io, options, carries, options.report !== undefined),
    carries,
    copies: carries && options.keepGoing === "copy",
    checks: options.check,
    strict: options.strict,
  };
}

/** What is done is never done twice, so a run over files is simply started anew. */
function goOn(place: Named, options: MigrateCommandOptions, paths: readonly string[]): string {
  if (options.ndjson) {
    const report = options.report === undefined ? "" : "; with another file for --report: it begins anew";
    return goOnBehind(place, "runstate migrate --ndjson … >> the same output", paths) + report;
  }
  return "Every file is the old one or the new one, whole; run the same command again to go on.";
}

function checkTarget(entries: readonly InputEntry[], { target }: Job, options: MigrateCommandOptions): void {
  if (target.kind === "stdout" && !options.ndjson && entries.length > 1) {
    throw new UsageError("several inputs need --write, --out-dir, --ndjson, --dry-run, --diff or --check");
  }
  const writes = target.kind === "write" || target.kind === "out-dir";
  if (writes && entries.some(({ file }) => file === stdinName))
    throw new UsageError("standard input has no file to write; its result goes to standard output");
}

async function migrateFiles(state: Run, entries: readonly InputEntry[], pace: Pace): Promise<void> {
  const tell = await openTelling(state.asked.manner);
  const placed = openPlaced(entries.map(({ file }) => file));
  for (const [at, entry] of entries.entries()) {
    await migrateFile(state, entry, tell, placed);
    await pace.step({ file: entry.file, line: null }, (at + 1) / entries.length);
  }
}

async function migrateFile(state: Run, entry: InputEntry, tell: Tell, placed: Placed): Promise<void> {
  const { job, asked } = state;
  const input = await readInput(entry);
  if ("fault" in input) return failToRead(state, input.fault.sentence);
  const text = decode(input.bytes);
  const named = { file: entry.file, line: null };
  const checkpoint = await checkpointOf({ ...named, isWalked: entry.root !== undefined, ...text }, job.task.at);
  if (checkpoint === undefined) return leaveOut(state);
  state.count++;
  if (typeof checkpoint === "string") return failToRead(state, checkpoint);
  const [done] = migrateFound(job.task, [checkpoint], restoringOf(state)) as [Done];
  if (done.kept !== undefined) job.keep?.add(done.kept);
  const changed = done.migration.status === "migrated";
  const fault =
    done.text === null
      ? undefined
      : await place({ entry, seen: input.seen, text: done.text, changed }, job.target, placed);
  if (fault === undefined) return finish(state, migratedOf(asked, tell, checkpoint, done));
  // Somebody else's file is not ours to touch: refused, not broken.
  const refuses = fault.kind === "changed-meanwhile" || fault.kind === "link-out-of-tree";
  fail(state, refuses ? exitCodes.refused : exitCodes.usage, fault.sentence);
  const refused = { ...done, migration: { ...done.migration, status: "refused" as const } };
  state.report.add(tell(named, refused, checkpoint.input, fault.sentence), refuses ? "refused" : "failed");
}

async function migrateLines(state: Run, entries: readonly InputEntry[], jobs: number, pace: Pace): Promise<void> {
  const { asked, io } = state;
  const restoring = restoringOf(state);
  // Blank lines are no checkpoints, but a copy has them too, and what is no text: it stays line for line.
  const copying: NdjsonOptions = {
    onBlank: (blank) => io.stdout.write(`${blank}\n`),
    onFaulty: (bytes) => io.stdout.writeBytes(bytes),
  };
  // Records are looked up, and other lines copied, in the order of reading.
  const isInOrder = asked.copies || restoring !== undefined;
  const answer = migrateAnswerer(asked, restoring);
  const work = { command: "migrate", asked, inRounds: !isInOrder, answer };
  const spread = openSpread(work, isInOrder ? 1 : jobs, io, (reply, fraction) => {
    if (reply === undefined) leaveOut(state);
    else if (typeof reply === "string") failToRead(state, reply);
    else {
      state.count++;
      if (reply.kept !== undefined) state.job.keep?.add(reply.kept);
      finish(state, reply);
      return pace.step(reply.named, fraction);
    }
    return undefined;
  });
  try {
    await visitEntries(entries, spread.take, asked.copies ? copying : { onPause: spread.pause });
    await spread.end();
  } finally {
    spread.close();
  }
}

function restoringOf(state: Run): Restoring | undefined {
  const { kept } = state.job;
  return kept === undefined ? undefined : (document, named) => kept.find(document, named, state.count);
}

/** The manifest of a corpus in a walked folder. */
function leaveOut(state: Run): void {
  state.isLeftOut = true;
}

function failToRead(state: Run, sentence: string): void {
  state.report.failed();
  fail(state, exitCodes.usage, sentence);
}

/** An input that cannot be read, or a result that cannot be written: said, and the others go on. */
function fail(state: Run, code: number, sentence: string): void {
  complain(state.io, sentence);
  state.code = worse(state.code, code);
}

function finish(state: Run, { told, output, fails }: Migrated): void {
  for (const piece of output) state.io.stdout.write(piece);
  if (fails) state.code = worse(state.code, exitCodes.refused);
  state.report.add(told);
}
