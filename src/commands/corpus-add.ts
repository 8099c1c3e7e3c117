import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { entryOf, type Known, type NewEntry } from "../corpus/entry.ts";
import { isCorpusPath, manifestFiles, readManifest } from "../corpus/manifest.ts";
import { createFile } from "../document/files/create-file.ts";
import { isAmong } from "../document/files/identity.ts";
import { stdinName } from "../document/files/inputs.ts";
import { withLock } from "../document/files/lock.ts";
import { isPacked } from "../document/files/packed.ts";
import { readInput } from "../document/files/read-input.ts";
import { replaceFile } from "../document/files/replace-file.ts";
import { look } from "../document/files/walk.ts";
import { manifestVersion } from "../document/manifest.ts";
import { InputError, UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import { unknownRelease } from "../readers/choose.ts";
import { findReader } from "../readers/releases.ts";
import { printJson } from "../report/catalogues/json.ts";
import { dataFormat } from "../report/options.ts";
import { safeText } from "../report/terminal/safe-text.ts";
import type { CommandRun, CommonOptions } from "./command.ts";
import { defaultFolder, manifestName } from "./inputs/corpus-folder.ts";

interface AddOptions extends CommonOptions, Known {
  readonly dir?: string;
  /** Place in the corpus. */
  readonly as?: string;
}

function checkOptions({ as, writer }: AddOptions): void {
  if (as !== undefined && !isCorpusPath(as)) throw new UsageError("--as must be a path inside the corpus");
  if (as !== undefined && isPacked(as))
    throw new UsageError("--as: a corpus holds its files unpacked; leave out the .gz");
  if (writer === undefined || findReader(writer) !== undefined) return;
  throw new UsageError(`--writer: ${unknownRelease(writer)}`);
}

/** The place of a file that lies in the corpus already: it is entered where it is. */
function placeInside(dir: string, file: string): string | undefined {
  const place = relative(resolve(dir), resolve(file)).split(sep).join("/");
  return file !== stdinName && !isAbsolute(place) && isCorpusPath(place) && !isPacked(place) ? place : undefined;
}

type Written = ReturnType<typeof createFile> | ReturnType<typeof replaceFile>;

/** The manifest with one more entry, ready to be written; what else stands in it is kept, also what another run puts there meanwhile:
 * then nothing is written. */
async function extended(path: string, entry: NewEntry): Promise<() => Written> {
  const bytesOf = (content: object) => Buffer.from(`${JSON.stringify(content, null, 2)}\n`, "utf8");
  const found = look(path);
  if ("fault" in found && found.fault.kind === "missing")
    return () => createFile(path, bytesOf({ runstateManifest: manifestVersion, files: [entry] }));
  const read = "fault" in found ? found : await readInput({ file: path, root: undefined });
  if ("fault" in read) throw new InputError(read.fault.sentence);
  const text = read.bytes.toString("utf8");
  if (readManifest(text, path).some(({ file }) => file === entry.file))
    throw new UsageError(`${entry.file} is in the manifest already`);
  const whole = { ...(JSON.parse(text) as object), files: [...manifestFiles(text, path), entry] };
  const { seen } = read;
  if (seen === undefined) throw new InputError(`${path} is no file`);
  return () => replaceFile(path, bytesOf(whole), { seen, root: undefined });
}

function check(path: string, done: Written): void {
  if ("fault" in done)
    throw new InputError(done.fault.kind === "exists" ? `${path} exists with other content` : done.fault.sentence);
}

const run: CommandRun<AddOptions> = async ([file = ""], options, io) => {
  checkOptions(options);
  if (file === stdinName && options.as === undefined)
    throw new UsageError("standard input has no name: give one with --as");
  const read = await readInput({ file, root: undefined });
  if ("fault" in read) throw new InputError(read.fault.sentence);
  const dir = options.dir ?? defaultFolder;
  const name = basename(file).replace(/\.gz$/, "");
  const entry = entryOf(
    read.bytes,
    options,
    (verdict) => options.as ?? placeInside(dir, file) ?? `${verdict === "accepted" ? "features" : "negative"}/${name}`,
  );
  const manifest = join(dir, manifestName);
  if (isAmong(options.targets ?? [])?.(manifest))
    throw new UsageError(`--output would write over ${manifest}; name another file`);
  // Once before anything is written, to see whether it can be.
  await extended(manifest, entry);
  const path = join(dir, entry.file);
  check(path, createFile(path, read.bytes, { folders: true }));
  await withLock(manifest, async () => check(manifest, (await extended(manifest, entry))()));
  const data = dataFormat(options);
  if (data !== undefined) printJson(io.stdout, data, { added: [entry] });
  else if (!options.quiet) io.stdout.write(`added ${safeText(join(dir, entry.file))}\n`);
  return exitCodes.fine;
};

export default run;
