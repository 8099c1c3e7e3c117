import type { Document } from "../document/document.ts";
import { type LineFile, openLineFile, readLines } from "../document/line-file.ts";
import { isManifest } from "../document/manifest.ts";
import { parseDocument } from "../document/parse.ts";
import { nothingAt, type TextFault } from "../document/text-fault.ts";
import { rewrap, unwrap, type Wrapper } from "../document/wrapper.ts";
import { InputError } from "../errors.ts";
import type { PlaceSource } from "../findings/describe.ts";
import { judgeFault } from "../judge.ts";
import { keepDropped } from "../migrate/keep-dropped.ts";
import { type KeptFile, keptOf, readKept } from "../migrate/kept-file.ts";
import { type MigrateOptions, type Migration, migrate } from "../migrate/migrate.ts";
import { migrateRestoring } from "../migrate/migrate-restoring.ts";
import { migrateOptionsOf } from "../migrate/wishes.ts";
import type { Named } from "../report/migrate-line.ts";
import { type MigrateCommandOptions, type Target, targetOf } from "./migrate-settings.ts";

/** What a run of the command works with. */
export interface Job {
  readonly migrating: MigrateOptions;
  readonly target: Target;
  readonly at: string | undefined;
  readonly keep: LineFile | undefined;
  readonly kept: KeptFile | undefined;
  /** Inputs so far. */
  count: number;
}

/** A document that was migrated; `text` is the whole new text with the wrapper around it, null when there is none to
 * write. */
export interface Done {
  readonly migration: Migration;
  readonly text: string | null;
  /** The text in the pieces it was put together from. */
  readonly pieces?: readonly string[] | undefined;
  readonly places: PlaceSource;
}

/** `inputs`: the files of this run. */
export function openJob(options: MigrateCommandOptions, inputs: readonly string[]): Job {
  const { keepDropped: keepFile, restore } = options;
  const target = targetOf(options);
  return {
    migrating: migrateOptionsOf(options),
    target,
    at: options.at,
    keep: keepFile === undefined || target.kind === "none" ? undefined : openKept(keepFile, target.kind === "write"),
    kept: restore === undefined ? undefined : readKept(restore, readLines(restore, false), inputs),
    count: 0,
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
  job: Job,
  named: Named,
  read: { text: string } | { fault: TextFault },
  isWalked: boolean,
): Done | { missing: string } | undefined {
  const outer = "fault" in read ? read : parseDocument(read.text);
  if (isWalked && "document" in outer && isManifest(outer.document.value)) return undefined;
  const ordinal = job.count++;
  if ("fault" in outer) return faulty(job, outer.fault);
  const inner =
    job.at === undefined ? { document: outer.document, wrapper: undefined } : unwrap(outer.document, job.at);
  if ("missing" in inner) {
    const at = job.at ?? "";
    return named.line === null ? { missing: `nothing at ${at}` } : faulty(job, nothingAt(at));
  }
  if ("fault" in inner) return faulty(job, inner.fault);
  return migrateInner(job, named, ordinal, outer.document, inner.document, inner.wrapper);
}

function faulty(job: Job, fault: TextFault): Done {
  const { findings } = judgeFault(fault);
  const migration: Migration = {
    from: null,
    to: job.migrating.to,
    status: "invalid",
    edits: [],
    findings,
    result: null,
  };
  return { migration, text: null, places: fault };
}

function migrateInner(
  job: Job,
  named: Named,
  ordinal: number,
  outer: Document,
  document: Document,
  wrapper: Wrapper | undefined,
): Done {
  const migration =
    job.kept === undefined
      ? migrate(document, job.migrating)
      : migrateRestoring(document, job.migrating, job.kept.find(document.text, named, ordinal));
  const { result, status, from, to, edits } = migration;
  if (result === null) return { migration, text: null, places: document };
  if (status === "unchanged") return { migration, text: outer.text, places: document };
  // What is dropped is kept before the file changes: killed in between, both are still there.
  if (job.keep !== undefined)
    job.keep.add(JSON.stringify(keepDropped({ ...named, from: from ?? "", to }, document, result, edits)));
  if (wrapper !== undefined) return { migration, text: rewrap(wrapper, result.text), places: document };
  return { migration, text: result.text, pieces: result.pieces, places: document };
}
