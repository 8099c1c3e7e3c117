import { join } from "node:path";
import type { Expectation } from "../../corpus/expectation.ts";
import { readManifest } from "../../corpus/manifest.ts";
import { expectationsOfSources } from "../../corpus/sdk-sources.ts";
import { isAmong } from "../../document/files/identity.ts";
import { readSmallBytes } from "../../document/files/small-file.ts";
import { look, walk } from "../../document/files/walk.ts";
import { InputError, UsageError } from "../../errors.ts";

/** The corpus of a project when the command line names no folder. */
export const defaultFolder = "corpus";

/** The folder to check when none need be named. Throws UsageError when there is none. */
export function projectFolder(): string {
  if ("fault" in look(defaultFolder))
    throw new UsageError(`name a folder: the default is ${defaultFolder}/, and there is none here`);
  return defaultFolder;
}

export const manifestName = "manifest.json";
const sourcesName = "sources.json";

/** A corpus on disk. Names are paths inside the folder, with `/`. */
export interface CorpusFolder {
  readonly expectations: readonly Expectation[];
  /** Every `*.json`, and every listed file of another name that is there; the describing file left out. */
  readonly present: ReadonlySet<string>;
  read(name: string): Buffer;
}

/** Opens the corpus in `dir`; a file of `targets`, which the run writes, is none of it. Throws InputError when it cannot be read or nothing
 * describes it, UsageError when the run would write over a part of it. */
export function openCorpus(dir: string, targets: readonly string[] = []): CorpusFolder {
  const found = look(dir);
  if ("fault" in found) throw new InputError(found.fault.sentence);
  if (!found.stats.isDirectory()) throw new InputError(`${dir} is no folder`);
  const names = namesIn(dir);
  const describedBy = [manifestName, sourcesName].find((name) => names.has(name));
  if (describedBy === undefined)
    throw new InputError(`${dir} holds no ${manifestName}: \`runstate corpus add FILE --dir ${dir}\` makes one`);
  names.delete(describedBy);
  const text = readSmallBytes(join(dir, describedBy)).toString("utf8");
  const describing = join(dir, describedBy);
  const expectations =
    describedBy === manifestName ? readManifest(text, describing) : expectationsOfSources(text, [...names], describing);
  for (const { file } of expectations) if (!names.has(file) && isFile(join(dir, file))) names.add(file);
  const isTarget = isAmong(targets);
  if (isTarget !== undefined) {
    refuseTarget(isTarget, dir, [describedBy, ...expectations.map(({ file }) => file)]);
    for (const name of names) if (isTarget(join(dir, name))) names.delete(name);
  }
  return { expectations, present: names, read: (name) => readSmallBytes(join(dir, name)) };
}

function refuseTarget(isTarget: (file: string) => boolean, dir: string, names: readonly string[]): void {
  const name = names.find((one) => isTarget(join(dir, one)));
  if (name !== undefined)
    throw new UsageError(`--output would write over ${join(dir, name)}, a part of the corpus; name another file`);
}

function namesIn(dir: string): Set<string> {
  const { files, faults } = walk(dir, (name) => name.endsWith(".json"));
  const [fault] = faults;
  if (fault !== undefined) throw new InputError(fault.sentence);
  const start = dir.endsWith("/") ? dir.length : dir.length + 1;
  return new Set(files.map((file) => file.slice(start)));
}

function isFile(path: string): boolean {
  const found = look(path);
  return "stats" in found && found.stats.isFile();
}
