import { causesOfError, causesOfFault, diagnose } from "../doctor/diagnose.ts";
import { errorsOf } from "../doctor/error-text.ts";
import { type Facts, otherReaders } from "../doctor/facts.ts";
import type { SdkError } from "../doctor/sdk-error.ts";
import { viewSession } from "../doctor/session-view.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { type Judgement, judge, judgeFault } from "../judge.ts";
import { chooseReader } from "../readers/choose.ts";
import type { Reader } from "../readers/releases.ts";
import { type DoctorReport, doctorJson } from "../report/doctor/json.ts";
import { doctorText } from "../report/doctor/text.ts";
import { dataFormat } from "../report/options.ts";
import { choosePaint } from "../report/terminal/paint.ts";
import { inputWords } from "../report/terminal/shell.ts";
import { isWarning } from "../rules/index.ts";
import type { Session } from "../session/session.ts";
import { readSession } from "../session/source.ts";
import { settleRunOf } from "../settle/run/from-run.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { type ApplyOptions, applyRepair, assumptionsOf, checkApplyOptions } from "./doctor/apply.ts";
import { readOneCheckpoint } from "./inputs/one-checkpoint.ts";
import { readAgents } from "./options/agents-file.ts";
import { doctorCommand } from "./options/doctor-command.ts";
import { checkSources, type SessionOptions, traitsOf } from "./options/session.ts";

interface DoctorOptions extends CommonOptions, SessionOptions, ApplyOptions {
  readonly error?: string;
}

const run: CommandRun<DoctorOptions> = async (paths, options, io) => {
  checkApplyOptions(options);
  const reader = chooseReader(options.sdk);
  const errors = options.error === undefined ? null : errorsOf(options.error);
  if (paths.length === 0 && errors !== null) return explainError(errors, reader, options, io);
  checkSources(paths, options);
  const assume = assumptionsOf(options.assume ?? []);
  const opened = await readOneCheckpoint(paths, options, io, "name a checkpoint, pipe one in, or give --error");
  const around = { file: opened.file, sdk: reader.release, errors, notes: [] };
  if ("fault" in opened.read) {
    const { verdict } = judgeFault(opened.read.fault);
    await print({ ...around, verdict, resume: null, causes: causesOfFault(opened.read.fault) }, options, io);
    return exitCodes.refused;
  }
  const agents = (await readAgents(options.agents)) ?? null;
  const { document } = opened.read;
  const judgement = judge(document, { reader, agents: agents ?? undefined });
  const session = await sessionOf(judgement, reader, options);
  const facts: Facts = {
    document,
    reader,
    judgement,
    agents,
    assume,
    errors: errors ?? [],
    others: otherReaders(document, reader),
    session: session === null ? null : viewSession(session, judgement, reader, traitsOf(options)),
    detached: options.session === "none",
  };
  const causes = diagnose(facts);
  const { apply } = options;
  if (apply !== undefined) return applyRepair(opened, causes, assume, { ...options, apply }, io);
  const { verdict, resume, findings } = judgement;
  const notes = session?.notes ?? [];
  await print({ ...around, notes, verdict, resume, causes }, options, io);
  const isWarned = options.strict && (notes.length > 0 || findings.some(isWarning));
  return isWarned || verdict === "rejected" ? exitCodes.refused : exitCodes.fine;
};

export default run;

async function explainError(
  errors: readonly SdkError[],
  reader: Reader,
  options: DoctorOptions,
  io: Io,
): Promise<number> {
  if (options.apply !== undefined) throw new UsageError("--apply needs the checkpoint that is to be repaired");
  const causes = errors.flatMap(causesOfError);
  await print({ file: null, sdk: reader.release, verdict: null, resume: null, errors, causes, notes: [] }, options, io);
  return exitCodes.fine;
}

/** The session that was given; null without one, and for `--session none`. */
async function sessionOf(
  judgement: Judgement,
  reader: Reader,
  { session: source, table }: DoctorOptions,
): Promise<Session | null> {
  if (source === undefined) return null;
  return readSession({ source, table, wanted: settleRunOf(judgement, reader).record?.sessionId ?? null });
}

async function print(report: DoctorReport, options: DoctorOptions, io: Io): Promise<void> {
  const data = dataFormat(options);
  if (data !== undefined) {
    io.stdout.write(doctorJson(report, data === "jsonl"));
    return;
  }
  const paint = await choosePaint(options, io);
  const { columns } = io.stdout;
  const { showValues, quiet } = options;
  const input = report.file === null ? null : inputWords({ file: report.file, line: null }, options.at);
  io.stdout.write(
    doctorText(report, { paint, columns, showValues, quiet, input, command: doctorCommand(report.file, options) }),
  );
}
