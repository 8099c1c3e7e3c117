import type { BigIntStats } from "node:fs";
import { basename, join, relative } from "node:path";
import type { InputEntry } from "../document/inputs.ts";
import { isPacked } from "../document/packed.ts";
import { createFile, replaceFile } from "../document/write.ts";
import { type WriteFault, writeFault } from "../document/write-fault.ts";
import type { Target } from "./migrate-settings.ts";

/** A result on its way to its file. */
export interface Result {
  readonly entry: InputEntry;
  readonly seen: BigIntStats | undefined;
  readonly text: string;
  /** The text differs from what was read. */
  readonly changed: boolean;
}

/** Puts a result where the target says. A file that is as it should be is not touched. `taken` has the files that
 * this run wrote. */
export async function place(result: Result, target: Target, taken: Set<string>): Promise<WriteFault | undefined> {
  const { entry, seen, changed } = result;
  if (target.kind === "write") {
    if (!changed || seen === undefined) return undefined;
    const done = replaceFile(entry.file, await bytesOf(result), { seen, root: entry.root, backup: target.backup });
    return "fault" in done ? done.fault : undefined;
  }
  if (target.kind !== "out-dir") return undefined;
  const file = destination(entry, target.dir);
  const isTaken = taken.has(file);
  const mode = seen === undefined ? {} : { mode: Number(seen.mode) & 0o777 };
  const done = createFile(file, await bytesOf(result), { force: target.force && !isTaken, ...mode });
  if (!("fault" in done)) taken.add(file);
  else return isTaken && done.fault.kind === "exists" ? writeFault(file, "same-target") : done.fault;
  return undefined;
}

async function bytesOf({ entry, text }: Result): Promise<Uint8Array> {
  const bytes = Buffer.from(text, "utf8");
  if (!isPacked(entry.file)) return bytes;
  const { pack } = await import("../document/gzip.ts");
  return pack(bytes);
}

/** The tree below a given folder is kept; a file that was named itself stands at the top. */
function destination({ file, root }: InputEntry, dir: string): string {
  return join(dir, root === undefined ? basename(file) : relative(root, file));
}
