import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { entryOf, type Known, type NewEntry } from "../corpus/entry.ts";
import { isCorpusPath, manifestFiles, readManifest } from "../corpus/manifest.ts";
import { isAmong } from "../document/identity.ts";
import { manifestVersion } from "../document/manifest.ts";
import { readInput } from "../document/read-input.ts";
import { attempt, errorCode } from "../document/system-error.ts";
import { look } from "../document/walk.ts";
import { InputError, UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { nearestWord } from "../nearest.ts";
import { findReader, releases } from "../readers/releases.ts";
import { printJson } from "../report/print-json.ts";
import { safeText } from "../report/safe-text.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { defaultFolder, manifestName, readBytes } from "./corpus-folder.ts";

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
  const text = readBytes(path).toString("utf8");
  if (readManifest(text, path).some(({ file }) => file === entry.file))
    throw new UsageError(`${entry.file} is in the manifest already`);
  const whole: unknown = JSON.parse(text);
  return `${JSON.stringify({ ...(whole as object), files: [...manifestFiles(text, path), entry] }, null, 2)}\n`;
}

/** Writes a file that must not exist yet. */
function create(path: string, content: Buffer | string): void {
  attempt("write", path, () => {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(path, content, { flag: "wx" });
    } catch (error) {
      if (errorCode(error) === "EEXIST") throw new InputError(`${path} exists already`);
      throw error;
    }
  });
}

const run: CommandRun<AddOptions> = async ([file = ""], options, io) => {
  checkOptions(options);
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
  create(join(dir, entry.file), read.bytes);
  const temporary = join(dir, `.${manifestName}.runstate-${process.pid}.tmp`);
  create(temporary, text);
  attempt("write", manifest, () => renameSync(temporary, manifest));
  if (options.format === "json" || options.format === "jsonl") printJson(io.stdout, options.format, { added: [entry] });
  else if (options.quiet !== true) io.stdout.write(`added ${safeText(join(dir, entry.file))}\n`);
  return exitCodes.fine;
};

export default run;
