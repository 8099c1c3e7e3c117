import { causesOfError, diagnose } from "../doctor/diagnose.ts";
import { errorsOf } from "../doctor/error-text.ts";
import type { Facts } from "../doctor/facts.ts";
import type { SdkError } from "../doctor/sdk-error.ts";
import { viewSession } from "../doctor/session-view.ts";
import type { Document } from "../document/document.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { describeFinding } from "../findings/describe.ts";
import type { Io } from "../io.ts";
import { type Judgement, judge, judgeFault } from "../judge.ts";
import { chooseReader } from "../readers/choose.ts";
import { type Reader, representativeReaders } from "../readers/releases.ts";
import { type DoctorReport, doctorJson } from "../report/doctor/json.ts";
import { doctorText } from "../report/doctor/text.ts";
import { dataFormat } from "../report/options.ts";
import { choosePaint } from "../report/terminal/paint.ts";
import { shellWord } from "../report/terminal/shell.ts";
import { isWarning } from "../rules/index.ts";
import type { Session } from "../session/session.ts";
import { readSession } from "../session/source.ts";
import { type SessionKind, sessionKinds } from "../settle/options.ts";
import { settleRunOf } from "../settle/run/from-run.ts";
import { readAgents } from "./agents-file.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { type ApplyOptions, applyRepair } from "./doctor/apply.ts";
import { openCheckpoint } from "./doctor/input.ts";

interface DoctorOptions extends CommonOptions, ApplyOptions {
  readonly session?: string;
  readonly sessionKind?: string;
  readonly sessionLimit?: number;
  readonly table?: string;
  readonly error?: string;
  readonly assume?: readonly string[];
}

const run: CommandRun<DoctorOptions> = async (paths, options, io) => {
  checkApplyOptions(options);
  const reader = chooseReader(options.sdk);
  const errors = options.error === undefined ? null : errorsOf(options.error);
  if (paths.length === 0 && errors !== null) return explainError(errors, reader, options, io);
  const { session: source } = options;
  if (source === "-" && (paths.length === 0 || paths.includes("-")))
    throw new UsageError("the checkpoint and the session cannot both come from standard input");
  const assume = assumptionsOf(options.assume ?? []);
  const opened = await openCheckpoint(paths, options, io);
  const around = { file: opened.entry.file, sdk: reader.release, errors, notes: [] };
  if ("fault" in opened.read) {
    const judgement = judgeFault(opened.read.fault);
    await print({ ...around, verdict: judgement.verdict, resume: null, causes: [unreadable(judgement)] }, options, io);
    return exitCodes.refused;
  }
  const agents = options.agents === undefined ? null : await readAgents(options.agents);
  const { document } = opened.read;
  const judgement = judge(document, { reader, ...(agents === null ? {} : { agents }) });
  const session = source === undefined ? null : await sessionOf(source, judgement, reader, options);
  const facts: Facts = {
    document,
    reader,
    judgement,
    agents,
    assume,
    errors: errors ?? [],
    others: othersOf(document, reader),
    session: session === null ? null : viewSession(session, judgement, reader, traitsOf(options)),
    detached: source === "none",
  };
  const causes = diagnose(facts);
  const { apply } = options;
  if (apply !== undefined) return applyRepair(opened, causes, assume, { ...options, apply }, io);
  const { verdict, resume, findings } = judgement;
  const notes = session?.notes ?? [];
  await print({ ...around, notes, verdict, resume, causes }, options, io);
  const isWarned = options.strict === true && (notes.length > 0 || findings.some(isWarning));
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

/** What only a repair that is applied can use. */
function checkApplyOptions({ apply, out, write, assume }: DoctorOptions): void {
  if (apply !== undefined) return;
  const idle = Object.entries({ out, write, assume }).find(([, value]) => value !== undefined);
  if (idle !== undefined)
    throw new UsageError(`--${idle[0]} belongs to --apply REPAIR; without it doctor only reports`);
}

/** What an operator can state, and what a value of it looks like. */
const assumable = { owner: /\S/, recipient: /\S\/.*\S/s, session: /\S/ } as const;

function assumptionsOf(stated: readonly string[]): Map<string, string> {
  return new Map(
    stated.map((text) => {
      const cut = text.indexOf("=");
      const key = text.slice(0, Math.max(cut, 0));
      if (cut <= 0 || !Object.hasOwn(assumable, key))
        throw new UsageError(
          `--assume takes owner=AGENT, recipient=SERVER/TOOL or session=ID, not ${JSON.stringify(text)}`,
        );
      const value = text.slice(cut + 1);
      if (!assumable[key as keyof typeof assumable].test(value))
        throw new UsageError(
          `--assume ${key}= needs a value: ${key === "recipient" ? "SERVER/TOOL" : "a text that is not empty"}`,
        );
      return [key, value];
    }),
  );
}

function traitsOf({ sessionKind, sessionLimit }: DoctorOptions): { kind: SessionKind; limit: number | undefined } {
  const kind = sessionKinds.find((known) => known === (sessionKind ?? "sqlite"));
  if (kind === undefined) throw new UsageError(`--session-kind takes ${sessionKinds.join(", ")}`);
  return { kind, limit: sessionLimit };
}

function sessionOf(
  source: string,
  judgement: Judgement,
  reader: Reader,
  { table }: DoctorOptions,
): Promise<Session | null> {
  return readSession({ source, table, wanted: settleRunOf(judgement, reader).record?.sessionId ?? null });
}

/** The newest release of each schema version besides the one that was asked, oldest first. */
function othersOf(document: Document, asked: Reader): Facts["others"] {
  return representativeReaders()
    .filter(({ release }) => release !== asked.release)
    .reverse()
    .map((reader) => ({ reader, judgement: judge(document, { reader }) }));
}

function unreadable({ findings }: Judgement): DoctorReport["causes"][number] {
  const [first] = findings;
  const { message, why, fix, pointer } = describeFinding(first as NonNullable<typeof first>, null);
  const evidence = [{ in: "checkpoint", pointer, fact: `${message} ${why}` }] as const;
  return { id: "not-a-checkpoint", confidence: "certain", summary: message, evidence, repairs: [], advice: [fix] };
}

async function print(report: DoctorReport, options: DoctorOptions, io: Io): Promise<void> {
  const data = dataFormat(options);
  if (data !== undefined) {
    io.stdout.write(doctorJson(report, data === "jsonl"));
    return;
  }
  const paint = await choosePaint(options, io);
  const { columns } = io.stdout;
  const settings = { paint, columns, showValues: options.showValues === true, quiet: options.quiet === true };
  io.stdout.write(doctorText(report, { ...settings, command: commandOf(report, options) }));
}

/** What to type again, with a repair behind it. */
function commandOf({ file }: DoctorReport, options: DoctorOptions): string {
  const words = ["runstate", "doctor", shellWord(file ?? "-")];
  const given = {
    session: options.session,
    "session-kind": options.sessionKind,
    table: options.table,
    sdk: options.sdk,
    agents: options.agents,
    at: options.at,
  };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) words.push(`--${name}`, shellWord(value));
  return words.join(" ");
}
