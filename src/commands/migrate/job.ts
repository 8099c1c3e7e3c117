import type { Named } from "../../document/checkpoint.ts";
import type { Document } from "../../document/document.ts";
import { type LineFile, openLineFile, readLines } from "../../document/files/line-file.ts";
import { isManifest } from "../../document/manifest.ts";
import { parseDocument } from "../../document/parse.ts";
import { nothingAt, type TextFault } from "../../document/text-fault.ts";
import { rewrap, unwrap, type Wrapper } from "../../document/wrapper.ts";
import { InputError } from "../../errors.ts";
import { judgeFault } from "../../judge.ts";
import { keepDropped } from "../../migrate/keep-dropped.ts";
import { type KeptFile, keptOf, readKept } from "../../migrate/kept-file.ts";
import { type MigrateOptions, type Migration, migrate } from "../../migrate/migrate.ts";
import { migrateRestoring } from "../../migrate/migrate-restoring.ts";
import { migrateOptionsOf } from "../../migrate/wishes.ts";
import type { Reported } from "../../report/migrate/telling.ts";
import { type MigrateCommandOptions, type Target, targetOf } from "./settings.ts";

/** What is done to each input. Plain data: other threads do it too. */
export interface Task {
  readonly migrating: MigrateOptions;
  readonly at: string | undefined;
  /** Whether what is dropped is kept. */
  readonly keeps: boolean;
}

/** What a run of the command works with. */
export interface Job {
  readonly task: Task;
  readonly target: Target;
  readonly keep: LineFile | undefined;
  readonly kept: KeptFile | undefined;
}

/** A document that was migrated; `text` is the whole new text with the wrapper around it, null when there is none to
 * write. */
export interface Done extends Reported {
  /** The text in the pieces it was put together from. */
  readonly pieces?: readonly string[] | undefined;
  /** The line of the file of `--keep-dropped`. It is written before the document: killed in between, both are still there. */
  readonly kept?: string;
}

/** Looks the record of an input up by its text. */
export type Restoring = (text: string) => ReturnType<KeptFile["find"]>;

/** `inputs`: the files of this run. */
export function openJob(options: MigrateCommandOptions, inputs: readonly string[]): Job {
  const { keepDropped: keepFile, restore } = options;
  const target = targetOf(options);
  const keeps = keepFile !== undefined && target.kind !== "none";
  return {
    task: { migrating: migrateOptionsOf(options), at: options.at, keeps },
    target,
    keep: keeps ? openKept(keepFile, target.kind === "write") : undefined,
    kept: restore === undefined ? undefined : readKept(restore, readLines(restore, false), inputs),
  };
}

/** Lines are added to those of an interrupted run; a file of anything else stays as it is. */
function openKept(file: string, sync: boolean): LineFile {
  const [first] = readLines(file, true);
  if (first !== undefined && keptOf(first) === undefined)
    throw new InputError(`${file} exists and is no file of --keep-dropped`);
  return openLineFile(file, { append: true, mode: 0o600, sync });
}

/** Migrates one text: a checkpoint, or a wrapper around one. What the text holds in vain is a fault of its own, and so is a line that has
 * nothing at `--at`; a file that has nothing there is `missing` it. Undefined for the manifest of a corpus in a walked folder. */
export function migrateText(
  task: Task,
  named: Named,
  read: { text: string } | { fault: TextFault },
  isWalked: boolean,
  restoring?: Restoring,
): Done | { missing: string } | undefined {
  const outer = "fault" in read ? read : parseDocument(read.text);
  if (isWalked && "document" in outer && isManifest(outer.document.value)) return undefined;
  if ("fault" in outer) return faulty(task, outer.fault);
  const inner =
    task.at === undefined ? { document: outer.document, wrapper: undefined } : unwrap(outer.document, task.at);
  if ("missing" in inner) {
    const at = task.at ?? "";
    return named.line === null ? { missing: `nothing at ${at}` } : faulty(task, nothingAt(at));
  }
  if ("fault" in inner) return faulty(task, inner.fault);
  const migration =
    restoring === undefined
      ? migrate(inner.document, task.migrating)
      : migrateRestoring(inner.document, task.migrating, restoring(inner.document.text));
  return doneOf(task, named, outer.document, inner, migration);
}

function faulty(task: Task, fault: TextFault): Done {
  const { findings } = judgeFault(fault);
  const migration: Migration = {
    from: null,
    to: task.migrating.to,
    status: "invalid",
    edits: [],
    findings,
    result: null,
  };
  return { migration, text: null, places: fault };
}

function doneOf(
  task: Task,
  named: Named,
  outer: Document,
  { document, wrapper }: { readonly document: Document; readonly wrapper: Wrapper | undefined },
  migration: Migration,
): Done {
  const { result, status, from, to, edits } = migration;
  if (result === null) return { migration, text: null, places: document };
  if (status === "unchanged") return { migration, text: outer.text, places: document };
  const kept = task.keeps
    ? { kept: JSON.stringify(keepDropped({ ...named, from: from ?? "", to }, document, result, edits)) }
    : {};
  if (wrapper !== undefined) return { migration, text: rewrap(wrapper, result.text), places: document, ...kept };
  return { migration, text: result.text, pieces: result.pieces, places: document, ...kept };
}
