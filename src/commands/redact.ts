import type { Document } from "../document/document.ts";
import { stdinName } from "../document/files/inputs.ts";
import { keyFromFile, newKey } from "../document/files/key-file.ts";
import { parseDocument } from "../document/parse.ts";
import { pathOf } from "../document/pointer.ts";
import { valueAt } from "../document/value-at.ts";
import { UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { describeFinding } from "../findings/describe.ts";
import type { Io } from "../io.ts";
import { findingOfFault, judge, judgeFault } from "../judge.ts";
import { plural } from "../plural.ts";
import { chooseReader } from "../readers/choose.ts";
import type { Reader } from "../readers/releases.ts";
import { type Redaction, redactDocument } from "../redact/redact.ts";
import { redactReportJson, redactReportText } from "../report/redact.ts";
import { safeText } from "../report/terminal/safe-text.ts";
import { readSession } from "../session/source.ts";
import { holdsTexts } from "../session/store-rows.ts";
import { type CommandRun, type CommonOptions, complain } from "./command.ts";
import { readOneCheckpoint } from "./inputs/one-checkpoint.ts";
import { pointersOf } from "./options/values.ts";

interface RedactArgs extends CommonOptions {
  readonly keep?: readonly string[];
  readonly map?: string;
  readonly report: boolean;
  readonly session?: string;
  readonly table?: string;
}

const run: CommandRun<RedactArgs> = async (paths, args, io) => {
  const reader = chooseReader(args.sdk);
  const { file, read } = await readOneCheckpoint(paths, args, io);
  if ("fault" in read) {
    // Half a text has no shape to keep, and nothing of it can be told from a secret.
    const { line, column } = read.fault;
    const { message, fix } = describeFinding(findingOfFault(read.fault), read.fault);
    complain(
      io,
      `${file === stdinName ? "standard input" : file}:${line}:${column} cannot be masked. ${message} ${fix}`,
    );
    return exitCodes.refused;
  }
  const { document } = read;
  const keeps = keepsOf(document, args, io);
  const redaction = redactDocument(document, {
    key: args.map === undefined ? newKey() : keyFromFile(args.map),
    keeps,
    lists: args.report,
    ...(await sessionOf(args, document)),
  });
  io.stdout.write(redaction.text);
  if (args.report) {
    const report = { file, replaced: redaction.replaced, lost: redaction.lost };
    io.stderr.write(args.format === "json" ? redactReportJson(report) : redactReportText(report));
  }
  return warn(document, redaction, reader, args, io);
};

export default run;

/** What is to stay as it is. A pointer that leads nowhere is mostly a slip, and then what was meant is masked: it is named. */
function keepsOf(document: Document, { keep = [], quiet }: RedactArgs, io: Io): readonly string[] {
  const keeps = pointersOf("--keep", keep);
  if (keeps.includes("")) throw new UsageError("--keep '' would keep the whole document; name a value in it");
  const idle = keeps.filter((pointer) => valueAt(document.value, pathOf(pointer) ?? []) === undefined);
  if (idle.length > 0 && !quiet)
    io.stderr.write(`note: nothing stands at ${safeText(idle.join(", "))}; --keep has no effect there\n`);
  return keeps;
}

async function sessionOf({ session, table }: RedactArgs, { value }: Document) {
  if (session === undefined) return {};
  if (session === "-") throw new UsageError("the session of redact is a file; standard input is the checkpoint's");
  const wanted = valueAt(value, ["pending_session_write", "session_id"]);
  const read = await readSession({ source: session, table, wanted: typeof wanted === "string" ? wanted : null });
  return { session: read?.items ?? [] };
}

/** What the masked copy does not tell as the original did: said, so that nobody searches for it. */
function warn(document: Document, { text, lost }: Redaction, reader: Reader, args: RedactArgs, io: Io): number {
  if (lost.length > 0 && !args.quiet) {
    const named = safeText(lost.slice(0, 3).join(", "));
    const more = lost.length > 3 ? ", …" : "";
    io.stderr.write(
      `note: ${plural(lost.length, "hash")} of values that stand nowhere in the file could not be taken anew (${named}${more}); --session takes those of the session along\n`,
    );
  }
  const { findings, ...before } = judge(document, { reader });
  const inside = findings.find(({ rule, args: { at } }) => rule === "not-a-checkpoint" && at !== undefined);
  if (inside !== undefined && !args.quiet)
    io.stderr.write(
      `note: masked as a whole, names and hashes too. ${safeText(describeFinding(inside, null).message)} --at masks it as one\n`,
    );
  if (holdsTexts(document.value) && !args.quiet)
    io.stderr.write(
      "note: the items of a session stand in texts here, and each is masked as a whole: settle does not read the copy. " +
        "Make a list of them first, from the sessionBefore of runstate settle CHECKPOINT --session FILE --format json\n",
    );
  const masked = parseDocument(text);
  const after = "fault" in masked ? judgeFault(masked.fault) : judge(masked.document, { reader });
  if (before.verdict === after.verdict && before.resume === after.resume) return exitCodes.fine;
  complain(
    io,
    `${reader.release} says something else of the masked copy (${after.verdict}, ${after.resume ?? "no resume"})`,
  );
  return exitCodes.refused;
}
