import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { faultOfError, type InputFault, inputFault } from "./input-fault.ts";

/** What a folder holds: file names with the folder's own name before them, and what could not be looked at. */
export interface Walk {
  readonly files: string[];
  readonly faults: InputFault[];
}

/** Walks a folder for files that `wanted` takes, in no order. Links are followed, a folder that is reached twice is walked
 * once: real folders first, so that a file keeps its real name where it has one. */
export function walk(root: string, wanted: (name: string) => boolean): Walk {
  const found: Walk = { files: [], faults: [] };
  const seen = new Set<string>();
  const folders = [root];
  const linked: string[] = [];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop() ?? linked.shift()) {
    for (const entry of entriesOf(folder, seen, found.faults)) {
      const file = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else if (entry.isSymbolicLink()) followLink(file, wanted(entry.name), linked, found);
      else if (wanted(entry.name)) addFile(file, entry, found);
    }
  }
  return found;
}

/** `folder` as it was given, and a name below it. */
export function join(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

function entriesOf(folder: string, seen: Set<string>, faults: InputFault[]): Dirent[] {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    const identity = `${dev}:${ino}`;
    if (seen.has(identity)) return [];
    seen.add(identity);
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    faults.push(faultOfError(folder, error));
    return [];
  }
}

function followLink(file: string, isWanted: boolean, linked: string[], found: Walk): void {
  const target = look(file);
  if (!("stats" in target)) {
    if (isWanted) found.faults.push(target.fault);
  } else if (target.stats.isDirectory()) linked.push(file);
  else if (isWanted) addFile(file, target.stats, found);
}

function addFile(file: string, kind: Pick<Stats, "isFile">, found: Walk): void {
  if (kind.isFile()) found.files.push(file);
  else found.faults.push(inputFault(file, "no-regular-file"));
}

/** What stands at a path, links followed; or why that cannot be said. */
export function look(file: string): { stats: Stats } | { fault: InputFault } {
  try {
    return { stats: statSync(file) };
  } catch (error) {
    const fault = faultOfError(file, error);
    return { fault: fault.kind === "missing" && isLink(file) ? inputFault(file, "link-to-nothing") : fault };
  }
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}
