import type { Checkpoint } from "../document/checkpoint.ts";
import { exitCodes } from "../exit-codes.ts";
import { inspectCheckpoint } from "../inspect/inspect.ts";
import type { Io } from "../io.ts";
import { judgeCheckpoint, loadingReadings } from "../judge-checkpoint.ts";
import { chooseReader } from "../readers/choose.ts";
import { inspectText } from "../report/inspect/text.ts";
import { valuesText } from "../report/inspect/values.ts";
import { formatVersion } from "../report/json.ts";
import { dataFormat } from "../report/options.ts";
import { omittedFrom, resultOf } from "../report/result-of.ts";
import { choosePaint, type Paint } from "../report/terminal/paint.ts";
import { safeJson } from "../report/terminal/safe-text.ts";
import { findingsText } from "../report/text.ts";
import { isSecret, isWarning } from "../rules/index.ts";
import { tool } from "../tool.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { readOneCheckpoint } from "./inputs/one-checkpoint.ts";
import { judgingOf, printingOf } from "./options/judging.ts";
import { pageOf } from "./pages/inspect-page.ts";
import { checkPageOption, type PageOption, putPage } from "./pages/page.ts";

/** Judgement, result and facts of the checkpoint, as the options ask. */
async function look(checkpoint: Checkpoint, options: CommonOptions) {
  const reader = chooseReader(options.sdk);
  const judgement = judgeCheckpoint(checkpoint, { reader, personal: true, ...(await judgingOf(options)) });
  const document = "fault" in checkpoint.read ? null : checkpoint.read.document;
  // Secrets have a section of their own on the page.
  const told =
    dataFormat(options) === undefined ? judgement.findings.filter((finding) => !isSecret(finding)) : judgement.findings;
  const result = resultOf(checkpoint, { ...judgement, findings: told }, printingOf(options));
  return {
    judgement,
    document,
    result,
    omitted: omittedFrom(told, result.findings, options.quiet, options.strict),
    facts: inspectCheckpoint(document, judgement, reader, loadingReadings(checkpoint)),
  };
}

function printText(looked: Awaited<ReturnType<typeof look>>, options: CommonOptions, io: Io, paint: Paint): void {
  const { judgement, document, result, facts, omitted } = looked;
  const { stdout } = io;
  const { quiet, strict, at, showValues } = options;
  stdout.write(inspectText(facts, result, stdout.columns, paint));
  const run = judgement.reading?.run;
  if (showValues && document !== null && run !== undefined) {
    stdout.write(`\n${paint.strong("Values")}\n${valuesText(document, run, stdout.columns)}`);
  }
  const findings = findingsText(result, omitted, stdout, { quiet, strict, paint, at });
  if (findings !== "") stdout.write(`\n${paint.strong("Findings")}\n${findings}`);
}

const run: CommandRun<CommonOptions & PageOption> = async (paths, options, io) => {
  checkPageOption(options);
  const looked = await look(await readOneCheckpoint(paths, options, io), options);
  if (options.html !== undefined) {
    putPage(options.html, await pageOf(looked, options.showValues), io);
  } else if (dataFormat(options) !== undefined) {
    const page = { formatVersion, tool, ...looked.result, ...looked.facts };
    io.stdout.write(`${safeJson(page, options.format === "json" ? 2 : undefined)}\n`);
  } else printText(looked, options, io, await choosePaint(options, io));
  const { verdict, findings } = looked.judgement;
  const fails = verdict === "rejected" || (options.strict && findings.some(isWarning));
  return fails ? exitCodes.refused : exitCodes.fine;
};

export default run;
