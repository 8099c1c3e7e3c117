import { basename, join } from "node:path";
import { entryOf, type Known, type NewEntry } from "../corpus/entry.ts";
import { isCorpusPath, manifestFiles, readManifest } from "../corpus/manifest.ts";
import { isAmong } from "../document/identity.ts";
import { STDIN } from "../document/inputs.ts";
import { manifestVersion } from "../document/manifest.ts";
import { readInput } from "../document/read-input.ts";
import { readSmallBytes } from "../document/small-file.ts";
import { look } from "../document/walk.ts";
import { createFile } from "../document/write.ts";
import { InputError, UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { nearestWord } from "../nearest.ts";
import { findReader, releases } from "../readers/releases.ts";
import { dataFormat } from "../report/options.ts";
import { printJson } from "../report/print-json.ts";
import { safeText } from "../report/safe-text.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { defaultFolder, manifestName } from "./corpus-folder.ts";

interface AddOptions extends CommonOptions, Known {
  readonly dir?: string;
  /** Place in the corpus. */
  readonly as?: string;
}

function checkOptions({ as, writer }: AddOptions): void {
  if (as !== undefined && !isCorpusPath(as)) throw new UsageError("--as must be a path inside the corpus");
  if (writer === undefined || findReader(writer) !== undefined) return;
  const nearest =
    nearestWord(
      writer,
      releases.map(({ release }) => release),
    ) ?? releases.at(-1)?.release;
  throw new UsageError(`--writer: ${writer} is no release that is known here; the nearest is ${nearest}`);
}

/** The manifest with one more entry; what else stands in it is kept. */
function extended(path: string, entry: NewEntry): string {
  const found = look(path);
  if ("fault" in found && found.fault.kind !== "missing") throw new InputError(found.fault.sentence);
  if ("fault" in found) return `${JSON.stringify({ runstateManifest: manifestVersion, files: [entry] }, null, 2)}\n`;
  const text = readSmallBytes(path).toString("utf8");
  if (readManifest(text, path).some(({ file }) => file === entry.file))
    throw new UsageError(`${entry.file} is in the manifest already`);
  const whole: unknown = JSON.parse(text);
  return `${JSON.stringify({ ...(whole as object), files: [...manifestFiles(text, path), entry] }, null, 2)}\n`;
}

/** Throws InputError; a file with other content is written over under `force` only. */
function write(path: string, bytes: Buffer, force: boolean): void {
  const done = createFile(path, bytes, { force });
  if ("fault" in done)
    throw new InputError(done.fault.kind === "exists" ? `${path} exists with other content` : done.fault.sentence);
}

const run: CommandRun<AddOptions> = async ([file = ""], options, io) => {
  checkOptions(options);
  if (file === STDIN && options.as === undefined)
    throw new UsageError("standard input has no name: give one with --as");
  const read = await readInput({ file, root: undefined });
  if ("fault" in read) throw new InputError(read.fault.sentence);
  const dir = options.dir ?? defaultFolder;
  const name = basename(file).replace(/\.gz$/, "");
  const entry = entryOf(
    read.bytes,
    options,
    (verdict) => options.as ?? `${verdict === "accepted" ? "features" : "negative"}/${name}`,
  );
  const manifest = join(dir, manifestName);
  if (isAmong(options.targets ?? [])?.(manifest))
    throw new UsageError(`--output would write over ${manifest}; name another file`);
  const text = extended(manifest, entry);
  write(join(dir, entry.file), read.bytes, false);
  write(manifest, Buffer.from(text, "utf8"), true);
  const data = dataFormat(options);
  if (data !== undefined) printJson(io.stdout, data, { added: [entry] });
  else if (options.quiet !== true) io.stdout.write(`added ${safeText(join(dir, entry.file))}\n`);
  return exitCodes.fine;
};

export default run;
