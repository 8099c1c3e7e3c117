import { dirname } from "node:path";
import { appendAll } from "../../append-all.ts";
import { ignoredOf, isGlob, matchGlob } from "./glob.ts";
import { isAmong } from "./identity.ts";
import { type InputFault, inputFault } from "./input-fault.ts";
import { look, walk } from "./walk.ts";

/** One input in the order of processing. */
export interface InputEntry {
  /** The name to print: the path as given, a walked name appended with `/`; `-` for standard input. Exact, so it may hold anything. */
  readonly file: string;
  /** The operand it belongs to when that was a folder: nothing outside of it may be written through a link. */
  readonly root: string | undefined;
  /** A regular file, and as far as is known no large one: it can be read in one call. */
  readonly isPlain?: boolean;
  /** Set when the input cannot be read; it is reported in its place, and the others go on. */
  readonly fault?: InputFault;
}

export interface ListOptions {
  readonly ignore?: readonly string[];
  /** Folders are walked for `*.ndjson` and `*.jsonl` too. */
  readonly ndjson?: boolean;
  /** Files that the run writes: a folder or pattern does not give them, under any name. */
  readonly targets?: readonly string[];
}

/** From this size on, reading in pieces of Node's choice is slower than in one piece. */
const largeFile = 500_000;

/** The name of standard input. */
export const stdinName = "-";

/** The inputs that the operands name: operands in the given order, what a folder or pattern holds sorted by name, each file once.
 * No operand means standard input. Never empty: a folder or pattern that gives nothing is an entry with a fault. */
export async function listInputs(paths: readonly string[], options: ListOptions = {}): Promise<InputEntry[]> {
  const entries = new Map<string, InputEntry>();
  for (const path of paths.length === 0 ? [stdinName] : paths) {
    for (const entry of await listOne(path, options)) {
      if (!entries.has(entry.file)) entries.set(entry.file, entry);
    }
  }
  if (entries.size === 0) entries.set("", failed(inputFault(paths.join(", "), "no-match", " that is not ignored")));
  return [...entries.values()];
}

async function listOne(path: string, options: ListOptions): Promise<InputEntry[]> {
  if (path === stdinName) return [{ file: path, root: undefined }];
  const found = look(path);
  if ("stats" in found) {
    return found.stats.isDirectory()
      ? listFolder(path, options)
      : withoutIgnored([listFile(path)], dirname(path), options);
  }
  if (found.fault.kind !== "missing" || !isGlob(path)) return [failed(found.fault)];
  const { names, faults } = await matchGlob(path);
  const matched: InputEntry[] = faults.map(failed);
  for (const name of names.sort(byCodeUnits)) {
    const isFolder = name.endsWith("/");
    appendAll(matched, isFolder ? await listFolder(name.slice(0, -1), options) : [listFile(name)]);
  }
  const inputs = withoutTargets(matched, options);
  if (inputs.length === 0) return [failed(inputFault(path, "no-match"))];
  // The folder before the first part that is a pattern.
  return withoutIgnored(inputs, dirname(path.replace(/[*?[\]{}].*$/s, "x")), options);
}

function listFile(path: string): InputEntry {
  const found = look(path);
  if ("fault" in found) return failed(found.fault);
  const { stats } = found;
  // Pipes stay: `runstate validate <(psql …)`.
  if (stats.isFile() || stats.isFIFO())
    return { file: path, root: undefined, isPlain: stats.isFile() && stats.size < largeFile };
  return failed(inputFault(path, stats.isDirectory() ? "folder" : "no-regular-file"));
}

async function listFolder(path: string, options: ListOptions): Promise<InputEntry[]> {
  const ending = options.ndjson ? /\.(?:json|ndjson|jsonl)(?:\.gz)?$/ : /\.json(?:\.gz)?$/;
  const found = walk(path, (name) => ending.test(name));
  const entries: InputEntry[] = found.files.map((file) => ({ file, root: path, isPlain: true }));
  appendAll(entries, found.faults.map(failed));
  const kept = await withoutIgnored(withoutTargets(entries, options), path, options);
  if (kept.length === 0) {
    const wanted = options.ndjson ? "*.json, *.ndjson or *.jsonl" : "*.json";
    const why = entries.length === 0 ? `: no ${wanted} in this folder` : " that is not left out";
    return [failed(inputFault(path, "no-match", why))];
  }
  return kept.sort((a, b) => byCodeUnits(a.file, b.file));
}

async function withoutIgnored(entries: InputEntry[], root: string, options: ListOptions): Promise<InputEntry[]> {
  const files = entries.map(({ file }) => file);
  const ignored = await ignoredOf(files, root, options.ignore ?? []);
  if (ignored.size === 0) return entries;
  return entries.filter(({ file }) => !ignored.has(file));
}

function withoutTargets(entries: InputEntry[], { targets = [] }: ListOptions): InputEntry[] {
  const isTarget = isAmong(targets);
  return isTarget === undefined ? entries : entries.filter(({ file }) => !isTarget(file));
}

function failed(fault: InputFault): InputEntry {
  return { file: fault.file, root: undefined, fault };
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
