import { readdirSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { FileSystemAdapter } from "tinyglobby";
import { faultOfError, type InputFault } from "./input-fault.ts";
import { join } from "./walk.ts";

/** Whether a path that names no file can be meant as a pattern. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}]|[!@+]\(/.test(path);
}

/** Files and folders (with a slash at the end) that a pattern matches, and folders on the way that could not be looked into. The matcher is
 * loaded here, where it is needed. */
export async function matchGlob(pattern: string): Promise<{ names: string[]; faults: InputFault[] }> {
  const { globSync } = await import("tinyglobby");
  const faults: InputFault[] = [];
  const absolute = pattern.startsWith("/");
  const readFolder = (folder: string, options: { withFileTypes: true }) => {
    try {
      return readdirSync(folder, options);
    } catch (error) {
      // Nothing there is no match; anything else hides what may be one.
      const fault = faultOfError(absolute ? folder.replace(/(?<=.)\/$/, "") : relative(".", folder), error);
      if (fault.kind !== "missing" && fault.kind !== "below-a-file") faults.push(fault);
      throw error;
    }
  };
  const fs = { readdirSync: readFolder } as FileSystemAdapter;
  return { names: globSync(pattern, { absolute, dot: true, expandDirectories: false, onlyFiles: false, fs }), faults };
}

/** Those of the given files below `root` that `--ignore` leaves out. A pattern without a slash holds at any depth, the name of a folder for
 * all in it; a pattern may begin with the folder as it was given, or be absolute. */
export async function ignoredOf(
  files: readonly string[],
  root: string,
  patterns: readonly string[],
): Promise<ReadonlySet<string>> {
  if (patterns.length === 0) return new Set();
  const prefix = join(root, "");
  const absolute = patterns.filter((pattern) => pattern.startsWith("/") && !pattern.startsWith(prefix));
  const relative = patterns.filter((pattern) => !absolute.includes(pattern));
  const below = new Map(files.map((file) => [file.startsWith(prefix) ? file.slice(prefix.length) : file, file]));
  const whole = absolute.length === 0 ? new Map() : new Map(files.map((file) => [resolve(file).slice(1), file]));
  return new Set([
    ...(await namesMatching(
      below,
      relative.map((pattern) => relativePattern(prefix, pattern)),
    )),
    ...(await namesMatching(
      whole,
      absolute.map((pattern) => pattern.slice(1)),
    )),
  ]);
}

/** The values of those names that patterns match. */
async function namesMatching(names: ReadonlyMap<string, string>, patterns: readonly string[]): Promise<string[]> {
  if (patterns.length === 0) return [];
  const { globSync } = await import("tinyglobby");
  // The names are matched as a file system that holds nothing else: links to nothing are names too.
  const fs = { readdirSync: foldersOf([...names.keys()]) } as FileSystemAdapter;
  return globSync([...patterns], { cwd: "/", dot: true, fs }).map((name) => names.get(name) ?? name);
}

function relativePattern(prefix: string, pattern: string): string {
  if (pattern.startsWith(prefix)) return pattern.slice(prefix.length);
  return pattern.replace(/\/$/, "").includes("/") ? pattern : `**/${pattern}`;
}

/** A `readdirSync` over relative names. */
function foldersOf(names: readonly string[]): (folder: string) => object[] {
  const folders = new Map<string, Map<string, boolean>>();
  for (const name of names) {
    const parts = name.split("/");
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = `/${parts.slice(0, depth).join("/")}`;
      const entries = folders.get(folder) ?? new Map<string, boolean>();
      folders.set(folder, entries.set(parts[depth] ?? "", depth < parts.length - 1));
    }
  }
  return (folder) =>
    [...(folders.get(resolve(folder)) ?? [])].map(([name, isFolder]) => ({
      name,
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
      isSymbolicLink: () => false,
    }));
}
