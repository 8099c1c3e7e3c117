import { atOnce } from "../../at-once.ts";
import type { Named } from "../../document/checkpoint.ts";
import type { Document } from "../../document/document.ts";
import { type LineFile, openLineFile, readLines } from "../../document/files/line-file.ts";
import type { TextFault } from "../../document/text-fault.ts";
import { rewrap, type Wrapper } from "../../document/wrapper.ts";
import { InputError } from "../../errors.ts";
import { judgeFault } from "../../judge.ts";
import { keepDropped } from "../../migrate/keep-dropped.ts";
import { type KeptFile, keptOf, readKept } from "../../migrate/kept-file.ts";
import { type MigrateOptions, type Migration, migrateEach } from "../../migrate/migrate.ts";
import { migrateRestoring } from "../../migrate/migrate-restoring.ts";
import { migrateOptionsOf } from "../../migrate/wishes.ts";
import type { Reported } from "../../report/migrate/telling.ts";
import type { FoundCheckpoint } from "../inputs/checkpoints.ts";
import { type MigrateCommandOptions, type Target, targetOf } from "./settings.ts";

/** What is done to each input. Plain data: other threads do it too. */
export interface Task {
  readonly migrating: MigrateOptions;
  /** Where the checkpoint stands in its wrapper. */
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

/** Looks the record of an input up. */
export type Restoring = (document: Document, named: Named) => ReturnType<KeptFile["find"]>;

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

/** Migrates what was found in inputs, in rounds; what is no document is a fault of its own. */
export function migrateFound(task: Task, founds: readonly FoundCheckpoint[], restoring?: Restoring): Done[] {
  const read = founds.map(({ file, line, read }) =>
    "fault" in read ? faulty(task, read.fault) : { file, line, ...read },
  );
  return atOnce(read, isReadable, (readable) => {
    const migrations = migrationsOf(task.migrating, readable, restoring);
    return readable.map((one, at) => doneOf(task, one, migrations[at] as Migration));
  });
}

interface Readable extends Named {
  readonly document: Document;
  readonly wrapper?: Wrapper;
}

function isReadable(read: Done | Readable): read is Readable {
  return "document" in read;
}

function migrationsOf(
  migrating: MigrateOptions,
  readable: readonly Readable[],
  restoring: Restoring | undefined,
): Migration[] {
  if (restoring === undefined)
    return migrateEach(
      readable.map(({ document }) => document),
      migrating,
    );
  return readable.map(({ document, file, line }) =>
    migrateRestoring(document, migrating, restoring(document, { file, line })),
  );
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

function doneOf(task: Task, { file, line, document, wrapper }: Readable, migration: Migration): Done {
  const { result, status, from, to, edits } = migration;
  if (result === null) return { migration, text: null, places: document };
  if (status === "unchanged") return { migration, text: wrapper?.text ?? document.text, places: document };
  const origin = { file, line, from: from ?? "", to };
  const kept = task.keeps ? { kept: JSON.stringify(keepDropped(origin, document, result, edits)) } : {};
  if (wrapper !== undefined) return { migration, text: rewrap(wrapper, result.text), places: document, ...kept };
  return { migration, text: result.text, pieces: result.pieces, places: document, ...kept };
}
