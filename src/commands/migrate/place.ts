import type { BigIntStats } from "node:fs";
import { basename, join, relative } from "node:path";
import { createFile } from "../../document/files/create-file.ts";
import { isAmong } from "../../document/files/identity.ts";
import type { InputEntry } from "../../document/files/inputs.ts";
import { isPacked } from "../../document/files/packed.ts";
import { replaceFile } from "../../document/files/replace-file.ts";
import { type WriteFault, writeFault } from "../../document/files/write-fault.ts";
import type { Target } from "./settings.ts";

/** A result on its way to its file. */
export interface Result {
  readonly entry: InputEntry;
  readonly seen: BigIntStats | undefined;
  readonly text: string;
  /** The text differs from what was read. */
  readonly changed: boolean;
}

/** What a run keeps in mind about the files of `--out-dir`. */
export interface Placed {
  /** Those it wrote. */
  readonly taken: Set<string>;
  /** Whether a file is one of the inputs, under any name. */
  isInput(file: string): boolean;
}

/** The inputs are looked at when it is first asked. */
export function openPlaced(inputs: readonly string[]): Placed {
  let isInput: ((file: string) => boolean) | undefined;
  return {
    taken: new Set(),
    isInput(file) {
      isInput ??= isAmong(inputs) ?? (() => false);
      return isInput(file);
    },
  };
}

/** Puts a result where the target says. A file that is as it should be is not touched. */
export async function place(result: Result, target: Target, placed: Placed): Promise<WriteFault | undefined> {
  const { entry, seen, text, changed } = result;
  if (target.kind === "write") {
    if (!changed || seen === undefined) return undefined;
    const done = replaceFile(entry.file, await bytesFor(entry.file, text), {
      seen,
      root: entry.root,
      backup: target.backup,
    });
    return "fault" in done ? done.fault : undefined;
  }
  if (target.kind !== "out-dir") return undefined;
  const file = destination(entry, target.dir);
  const isTaken = placed.taken.has(file);
  if (target.force && placed.isInput(file)) return writeFault(file, "input");
  const done = createFile(file, await bytesFor(entry.file, text), {
    folders: true,
    root: target.dir,
    force: target.force && !isTaken,
    ...modeOf(seen),
  });
  if (!("fault" in done)) placed.taken.add(file);
  else return isTaken && done.fault.kind === "exists" ? writeFault(file, "same-target") : done.fault;
  return undefined;
}

/** A new file gets the rights of the one it comes from. */
export function modeOf(seen: BigIntStats | undefined): { readonly mode?: number } {
  return seen === undefined ? {} : { mode: Number(seen.mode) & 0o777 };
}

/** The text as a file of this name holds it: packed when the name says so. */
export async function bytesFor(file: string, text: string): Promise<Uint8Array> {
  const bytes = Buffer.from(text, "utf8");
  if (!isPacked(file)) return bytes;
  const { pack } = await import("../../document/files/gzip.ts");
  return pack(bytes);
}

/** The tree below a given folder is kept; a file that was named itself stands at the top. */
function destination({ file, root }: InputEntry, dir: string): string {
  return join(dir, root === undefined ? basename(file) : relative(root, file));
}
