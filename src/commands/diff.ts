import { diffSides, type Side } from "../diff/diff.ts";
import type { Difference } from "../diff/difference.ts";
import type { Checkpoint } from "../document/checkpoint.ts";
import type { Document } from "../document/document.ts";
import { pathOf } from "../document/pointer.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { describeFinding } from "../findings/describe.ts";
import { judgeCheckpoint } from "../judge-checkpoint.ts";
import { chooseReader } from "../readers/choose.ts";
import { type DiffReport, type DiffSide, diffJson, diffText, type ShownDifference } from "../report/diff.ts";
import { excerptOf } from "../report/excerpt.ts";
import { dataFormat } from "../report/options.ts";
import { choosePaint } from "../report/terminal/paint.ts";
import { isError } from "../rules/index.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { readOneCheckpoint } from "./inputs/one-checkpoint.ts";

interface DiffArgs extends CommonOptions {
  readonly exitCode: boolean;
}

const longestValue = 200;

const run: CommandRun<DiffArgs> = async ([first = "", second = ""], args, io) => {
  if (first === "-" && second === "-")
    throw new UsageError("the two checkpoints cannot both come from standard input; save one of them to a file");
  const reader = chooseReader(args.sdk);
  const checkpoints = [
    await readOneCheckpoint([first], args, io),
    await readOneCheckpoint([second], args, io),
  ] as const;
  const [a, b] = checkpoints.map(
    (checkpoint): Side => ({
      document: "fault" in checkpoint.read ? null : checkpoint.read.document,
      judgement: judgeCheckpoint(checkpoint, { reader }),
    }),
  ) as [Side, Side];
  const differences = diffSides(a, b);
  const report: DiffReport = {
    sdk: reader.release,
    a: sideOf(checkpoints[0], a),
    b: sideOf(checkpoints[1], b),
    differences: args.showValues ? differences.map((each) => withValues(each, a, b)) : differences,
    notes: [...notesOn("a", a, checkpoints[0]), ...notesOn("b", b, checkpoints[1])],
  };
  const data = dataFormat(args);
  if (data !== undefined) io.stdout.write(diffJson(report, data === "jsonl"));
  else if (!args.quiet || differences.length > 0) io.stdout.write(diffText(report, await choosePaint(args, io)));
  const unreadable = a.document === null || b.document === null;
  const different = args.exitCode && differences.length > 0;
  return unreadable || different ? exitCodes.refused : exitCodes.fine;
};

export default run;

function sideOf({ file }: Checkpoint, { judgement }: Side): DiffSide {
  const { schemaVersion, verdict, resume } = judgement;
  return { file, schemaVersion, verdict, resume };
}

/** What of a side could not be compared. */
function notesOn(name: string, { judgement }: Side, { read }: Checkpoint): string[] {
  if (judgement.reading === null) {
    const source = "fault" in read ? read.fault : read.document;
    const told = judgement.findings.filter(isError).map((finding) => describeFinding(finding, source));
    const reasons = told.map(({ line, column, message }) => `. ${name}:${line}:${column}: ${message}`);
    return [`${name} is not read by this release, so only the verdicts are compared${reasons[0] ?? ""}`];
  }
  if (judgement.verdict === "accepted") return [];
  return [`${name} is rejected: compared is what stands in it as far as it can be read`];
}

/** The texts of both documents at the place of a difference. */
function withValues(each: Difference, a: Side, b: Side): ShownDifference {
  const before = each.change === "added" ? undefined : textAt(a.document, each.pointerBefore ?? each.pointer);
  const after = each.change === "removed" ? undefined : textAt(b.document, each.pointer);
  return { ...each, values: { ...(before !== undefined && { before }), ...(after !== undefined && { after }) } };
}

function textAt(document: Document | null, pointer: string): string | undefined {
  if (document === null || pointer === "") return undefined;
  return excerptOf(document, pathOf(pointer) ?? [], longestValue);
}
