import { stdinName } from "../document/files/inputs.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { type Move, outcomes, planMove } from "../move/move.ts";
import { chooseReader } from "../readers/choose.ts";
import type { Reader } from "../readers/releases.ts";
import { type PlanReport, type PlanSummary, planJson, planJsonl, planText } from "../report/corpus/plan.ts";
import { choosePaint } from "../report/terminal/paint.ts";
import { isBroken } from "../rules/rule.ts";
import { inputWord, shellWord } from "../shell-word.ts";
import { type CommandRun, type CommonOptions, worse } from "./command.ts";
import { visitCheckpoints } from "./inputs/checkpoints.ts";
import { projectFolder } from "./inputs/corpus-folder.ts";
import { goOnBehind, openPace } from "./inputs/pace.ts";
import { readAgents } from "./options/agents-file.ts";

interface PlanOptions extends CommonOptions {
  readonly fromSdk?: string;
  readonly toSdk?: string;
}

function released(option: string, release: string | undefined): Reader {
  if (release === undefined)
    throw new UsageError("say from which release to which: --from-sdk RELEASE --to-sdk RELEASE");
  if (release === "all") throw new UsageError(`${option}: name one release, not all of them`);
  const reader = chooseReader(release);
  if (reader.draft) throw new UsageError(`${option}: ${release} was never released; nothing moves from or to it`);
  return reader;
}

/** What migrates the same inputs: files in their place, lines and standard input into a file. */
function migrateCommand(paths: readonly string[], { ndjson, at }: PlanOptions, to: Reader): string {
  const inputs = paths.length === 0 ? [stdinName] : paths;
  const isWritten = !ndjson && !inputs.includes(stdinName);
  return [
    `runstate migrate --for-sdk ${to.release}`,
    ...(ndjson ? ["--ndjson"] : []),
    ...(isWritten ? ["--write --backup"] : []),
    ...(at === undefined ? [] : [`--at ${shellWord(at)}`]),
    ...inputs.map(inputWord),
    ...(isWritten ? [] : [ndjson ? "> migrated.ndjson" : "> migrated.json"]),
  ].join(" ");
}

async function openReport(
  options: PlanOptions,
  [from, to]: readonly [Reader, Reader],
  paths: readonly string[],
  io: Io,
): Promise<PlanReport> {
  const releases = { fromSdk: from.release, toSdk: to.release };
  if (options.format === "json") return planJson(io.stdout, releases);
  if (options.format === "jsonl") return planJsonl(io.stdout);
  return planText(
    io.stdout,
    releases,
    await choosePaint(options, io),
    options.quiet,
    migrateCommand(paths, options, to),
  );
}

/** Refused, or its resume fails or is unsafe after the move; under `--strict` also what is lost or asked again. */
function fails({ outcome, to, migration }: Move, strict: boolean): boolean {
  const { resume } = migration?.after ?? to;
  if (outcome === "refused" || isBroken(resume)) return true;
  return strict && (outcome === "lost" || outcome === "asks-again");
}

const run: CommandRun<PlanOptions> = async (dirs, options, io) => {
  const from = released("--from-sdk", options.fromSdk);
  const to = released("--to-sdk", options.toSdk);
  const moving = {
    from,
    to,
    loadOnly: options.loadOnly,
    agents: await readAgents(options.agents),
  };
  // Lines come from standard input, as everywhere.
  const folders = dirs.length > 0 || options.ndjson ? dirs : [projectFolder()];
  const report = await openReport(options, [from, to], folders, io);
  const pace = openPace(io, (place) => goOnBehind(place, "runstate corpus plan --ndjson …", folders));
  const counts = outcomes.map((outcome) => [outcome, 0]);
  const summary: PlanSummary = { checkpoints: 0, ...Object.fromEntries(counts), toMigrate: 0 };
  let code: number = exitCodes.fine;
  const unreadable = await visitCheckpoints(folders, options, io, ({ file, line, read }, fraction) => {
    const move = planMove(read, moving);
    summary.checkpoints++;
    summary[move.outcome]++;
    if (move.migration?.after) summary.toMigrate++;
    if (fails(move, options.strict)) code = worse(code, exitCodes.refused);
    report.add({ file, line, move });
    return pace.step({ file, line }, fraction);
  });
  pace.end();
  report.end(summary);
  return worse(code, unreadable);
};

export default run;
