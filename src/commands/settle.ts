import type { Checkpoint } from "../document/checkpoint.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { judgeCheckpoint } from "../judge-checkpoint.ts";
import { chooseReader } from "../readers/choose.ts";
import { dataFormat } from "../report/options.ts";
import { type SettleReport, settleJson } from "../report/settle/json.ts";
import { settleText } from "../report/settle/text.ts";
import { choosePaint } from "../report/terminal/paint.ts";
import { safeText } from "../report/terminal/safe-text.ts";
import { readSession } from "../session/source.ts";
import { breaksPairing } from "../settle/items/pairing.ts";
import { pathsOf } from "../settle/paths.ts";
import { settleRunOf } from "../settle/run/from-run.ts";
import { settle } from "../settle/simulate.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { readOneCheckpoint } from "./inputs/one-checkpoint.ts";
import { readAgents } from "./options/agents-file.ts";
import { doctorCommand } from "./options/doctor-command.ts";
import { checkSources } from "./options/session.ts";
import { type ResumeOptions, settleOptionsOf } from "./options/settle.ts";
import { checkPageOption, type PageOption, putPage } from "./pages/page.ts";

interface SettleArgs extends CommonOptions, ResumeOptions, PageOption {}

async function reportOf(checkpoint: Checkpoint, args: SettleArgs & { session: string }): Promise<SettleReport> {
  const reader = chooseReader(args.sdk);
  const agents = await readAgents(args.agents);
  const run = settleRunOf(judgeCheckpoint(checkpoint, { reader, agents }), reader, agents);
  const options = settleOptionsOf(args, run);
  const wanted = run.record?.sessionId ?? null;
  const session = await readSession({ source: args.session, table: args.table, wanted });
  return {
    file: checkpoint.file,
    sdk: reader.release,
    result: settle(run, options, session),
    paths: pathsOf(run, options, session),
    detached: session === null,
    notes: session?.notes ?? [],
  };
}

async function print(report: SettleReport, args: SettleArgs, io: Io): Promise<void> {
  if (args.html !== undefined) {
    const { settleHtml } = await import("../report/html/settle.ts");
    putPage(args.html, settleHtml(report, args.showValues), io);
    return;
  }
  const data = dataFormat(args);
  if (data !== undefined) {
    io.stdout.write(settleJson(report, data === "jsonl"));
    return;
  }
  const paint = await choosePaint(args, io);
  const { columns } = io.stdout;
  const { showValues, quiet } = args;
  io.stdout.write(settleText(report, { paint, columns, showValues, quiet, doctor: doctorCommand(report.file, args) }));
}

const run: CommandRun<SettleArgs> = async (paths, args, io) => {
  checkPageOption(args);
  const { session } = args;
  if (session === undefined)
    throw new UsageError("settle needs --session: items.json, -, sqlite:FILE[#SESSION_ID], or none");
  checkSources(paths, args);
  const checkpoint = await readOneCheckpoint(paths, args, io);
  const report = await reportOf(checkpoint, { ...args, session });
  await print(report, args, io);
  // The text report ends with them.
  if (dataFormat(args) !== undefined) for (const note of report.notes) io.stderr.write(`note: ${safeText(note)}\n`);
  const isWarned = args.strict && report.notes.length > 0;
  const bad = isWarned || report.result.error !== null || breaksPairing(report.result);
  return bad ? exitCodes.refused : exitCodes.fine;
};

export default run;
