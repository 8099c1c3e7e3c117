import { decode } from "../document/decode.ts";
import { keepHeapSmall } from "../document/engine.ts";
import { faultOfError } from "../document/input-fault.ts";
import { type InputEntry, listInputs, STDIN } from "../document/inputs.ts";
import { openLineFile } from "../document/line-file.ts";
import { openLines } from "../document/metered-lines.ts";
import type { NdjsonOptions } from "../document/ndjson.ts";
import { pathOf } from "../document/pointer.ts";
import { readInput } from "../document/read-input.ts";
import type { TextFault } from "../document/text-fault.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import type { Named } from "../report/migrate-line.ts";
import { type MigrateReport, openMigrateReport } from "../report/migrate-report.ts";
import { nameOf } from "../report/name.ts";
import { manifestText, onlyManifests } from "./checkpoints.ts";
import { type CommandRun, complain, worse } from "./command.ts";
import { type Done, type Job, migrateText, openJob } from "./migrate-job.ts";
import { openPlaced, type Placed, place } from "./migrate-place.ts";
import type { MigrateCommandOptions } from "./migrate-settings.ts";
import { goOnBehind, openPace, type Pace, type Place } from "./pace.ts";

/** Everything that one run hands down. */
interface Run {
  readonly job: Job;
  readonly io: Io;
  readonly report: MigrateReport;
  readonly options: MigrateCommandOptions;
  readonly placed: Placed;
  /** A manifest of a corpus was left out. */
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
  const report = await openMigrateReport(io, options, job.target.kind === "stdout", lines);
  const state: Run = {
    job,
    io,
    report,
    options,
    placed: openPlaced(entries.map(({ file }) => file)),
    isLeftOut: false,
    code: exitCodes.fine,
  };
  const pace = openPace(io, (place) => goOn(place, options, paths));
  for (const [at, entry] of entries.entries()) {
    if (options.ndjson === true) await migrateLines(state, entry, pace, (done) => (at + done) / entries.length);
    else {
      await migrateFile(state, entry);
      await pace.step({ file: entry.file, line: null }, (at + 1) / entries.length);
    }
  }
  pace.end();
  report.end();
  lines?.close();
  job.keep?.close();
  const isEmpty = state.isLeftOut && job.count === 0 && state.code === exitCodes.fine;
  return isEmpty ? complain(io, onlyManifests(paths)) : state.code;
};

export default run;

/** What is done is never done twice, so a run over files is simply started anew. */
function goOn(place: Place, options: MigrateCommandOptions, paths: readonly string[]): string {
  if (options.ndjson === true) return goOnBehind(place, "runstate migrate --ndjson … >> the same output", paths);
  return "Every file is the old one or the new one, whole; run the same command again to go on.";
}

function checkInputs(paths: readonly string[], { at }: MigrateCommandOptions, io: Io): void {
  if (at !== undefined && pathOf(at) === undefined)
    throw new UsageError("--at takes a JSON pointer: empty, or each step behind a /");
  if (paths.length === 0 && io.stdinIsTty)
    throw new UsageError("no input: name files or folders, or pipe a checkpoint in");
}

function checkTarget(entries: readonly InputEntry[], { target }: Job, options: MigrateCommandOptions): void {
  if (target.kind === "stdout" && options.ndjson !== true && entries.length > 1) {
    throw new UsageError("several inputs need --write, --out-dir, --ndjson, --dry-run, --diff or --check");
  }
  const writes = target.kind === "write" || target.kind === "out-dir";
  if (writes && entries.some(({ file }) => file === STDIN))
    throw new UsageError("standard input has no file to write; its result goes to standard output");
}

/** An input that cannot be read, or a result that cannot be written: said, and the others go on. */
function fail(state: Run, code: number, sentence: string): void {
  complain(state.io, sentence);
  state.code = worse(state.code, code);
}

async function migrateFile(state: Run, entry: InputEntry): Promise<void> {
  const input = await readInput(entry);
  if ("fault" in input) {
    state.report.failed();
    return fail(state, exitCodes.usage, input.fault.sentence);
  }
  const text = decode(input.bytes);
  const named = { file: entry.file, line: null };
  const done = migrateOne(state, entry, named, text);
  if (done === undefined) return;
  const old = "text" in text ? text.text : "";
  const fault =
    done.text === null
      ? undefined
      : await place(
          { entry, seen: input.seen, text: done.text, changed: done.migration.status === "migrated" },
          state.job.target,
          state.placed,
        );
  if (fault === undefined) return finish(state, named, done, old);
  // Somebody else's file is not ours to touch: refused, not broken.
  const refuses = fault.kind === "changed-meanwhile" || fault.kind === "link-out-of-tree";
  fail(state, refuses ? exitCodes.refused : exitCodes.usage, fault.sentence);
  state.report.add(named, { ...done, migration: { ...done.migration, status: "refused" } }, old, fault.sentence);
}

async function migrateLines(state: Run, entry: InputEntry, pace: Pace, share: (done: number) => number): Promise<void> {
  if (entry.fault !== undefined) {
    state.report.failed();
    return fail(state, exitCodes.usage, entry.fault.sentence);
  }
  if ((await manifestText(entry)) !== undefined) {
    state.isLeftOut = true;
    return;
  }
  await keepHeapSmall();
  const { stdout } = state.io;
  const isCopied = state.options.keepGoing === "copy" && state.job.target.kind === "stdout";
  // Blank lines are no checkpoints, but a copy has them too, and what is no text: it stays line for line.
  const copying: NdjsonOptions = {
    onBlank: (blank) => stdout.write(`${blank}\n`),
    onFaulty: (bytes) => stdout.writeBytes(bytes),
  };
  const { lines, fraction } = await openLines(entry, isCopied ? copying : {});
  for (;;) {
    const next = await lines.next().catch((error: unknown) => ({ error }));
    if ("error" in next) return fail(state, exitCodes.usage, faultOfError(entry.file, next.error).sentence);
    if (next.done === true) return;
    const named = { file: entry.file, line: next.value.line };
    const done = migrateOne(state, entry, named, next.value);
    if (done !== undefined) finish(state, named, done, "text" in next.value ? next.value.text : "");
    const read = fraction();
    await pace.step(named, read === undefined ? undefined : share(read));
  }
}

function migrateOne(
  state: Run,
  { root }: InputEntry,
  named: Named,
  text: { text: string } | { fault: TextFault },
): Done | undefined {
  const done = migrateText(state.job, named, text, root !== undefined);
  if (done === undefined) state.isLeftOut = true;
  if (done === undefined || !("missing" in done)) return done;
  state.report.failed();
  fail(state, exitCodes.usage, `${nameOf(named)} has ${done.missing}`);
  return undefined;
}

function finish(state: Run, named: Named, done: Done, old: string): void {
  const { status } = done.migration;
  const { job, options, io } = state;
  if (job.target.kind === "stdout") {
    const copy = options.keepGoing === "copy" ? old : null;
    const text = done.text ?? copy;
    for (const piece of done.pieces ?? (text === null ? [] : [text])) io.stdout.write(piece);
    if (text !== null && named.line !== null) io.stdout.write("\n");
  }
  // A document that carries the label already comes out as it came; that no reader takes it is a rejection all the same.
  const rejected = done.migration.findings.some(({ rule }) => rule === "unchanged-rejected");
  const refused = status === "refused" || status === "invalid" || (options.check === true && status === "migrated");
  if (refused || rejected) state.code = worse(state.code, exitCodes.refused);
  state.report.add(named, done, old);
}
