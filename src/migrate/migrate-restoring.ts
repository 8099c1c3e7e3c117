import type { Document } from "../document/document.ts";
import type { Edit } from "../document/edits/edit.ts";
import { copyOf } from "../document/edits/new-json.ts";
import { parseDocument } from "../document/parse.ts";
import { pathOf } from "../document/pointer.ts";
import { type Finding, noArgs } from "../findings/finding.ts";
import { judge } from "../judge.ts";
import { named } from "../named.ts";
import type { Version } from "../readers/range.ts";
import { factsOf } from "./facts-of.ts";
import type { Kept } from "./keep-dropped.ts";
import type { Ambiguous } from "./kept-choice.ts";
import type { FinalEdit } from "./merge.ts";
import { type MigrateOptions, type Migration, migrate, rejectionOf } from "./migrate.ts";
import { isLedger, restorePieces, restoreWhole, withEdits } from "./restore.ts";
import { readerOf } from "./source.ts";

/** Migrates a document and puts back what an earlier `--keep-dropped` kept of it: the original byte for byte when
 * nothing happened in between, else the pieces that still fit. */
export function migrateRestoring(
  document: Document,
  options: MigrateOptions,
  kept: Kept | Ambiguous | undefined,
): Migration {
  if (kept === undefined)
    return saying(migrate(document, options), [{ rule: "restore-no-record", path: [], args: noArgs }]);
  if ("candidates" in kept) return migrateUnsure(document, options, kept);
  const whole = kept.from === options.to ? restoredOriginal(document, options.to, kept) : undefined;
  if (whole !== undefined) return whole;
  const migration = migrate(document, options);
  if (migration.status !== "migrated" || migration.result === null) return migration;
  return withPieces(document, migration, migration.result, kept);
}

/** Refused, and not migrated without its record: once it is written, what was kept fits nothing any more. */
function migrateUnsure(document: Document, options: MigrateOptions, { candidates }: Ambiguous): Migration {
  const migration = migrate(document, options);
  if (migration.status === "unchanged") return migration;
  const names = candidates.map(({ file, line }) => (line === null ? file : `${file}:${line}`));
  const args = { candidates: named(names, 5) };
  const told = saying(migration, [{ rule: "restore-ambiguous", path: [], args }]);
  if (migration.status === "invalid" || options.allowLoss?.has("restore-ambiguous")) return told;
  return { ...told, status: "refused", result: null };
}

function saying(migration: Migration, findings: readonly Finding[]): Migration {
  return { ...migration, findings: [...migration.findings, ...findings] };
}

function restoredOriginal(document: Document, to: string, kept: Kept): Migration | undefined {
  const text = restoreWhole(document.text, kept);
  const read = text === undefined ? undefined : parseDocument(text);
  if (read === undefined || "fault" in read || rejectionOf(read.document, to) !== null) return undefined;
  const result = read.document;
  const findings: Finding[] = [{ rule: "restored-whole", path: [], args: noArgs }];
  return { from: kept.to, to, status: "migrated", edits: inverseEdits(document, result, kept), findings, result };
}

/** The kept pieces as edits that lead back. */
function inverseEdits(document: Document, result: Document, kept: Kept): FinalEdit[] {
  const pointers = ["/$schemaVersion", ...kept.pieces.map(({ pointer }) => pointer)];
  return pointers.flatMap((pointer): FinalEdit[] => {
    const path = pathOf(pointer) ?? [];
    const edit = editBetween(document, result, path);
    return edit === undefined
      ? []
      : [{ edit, loss: "none", change: { rule: "restored-whole", path, args: noArgs, edits: [edit] } }];
  });
}

function editBetween(document: Document, result: Document, path: string[]): Edit | undefined {
  const value = copyOf(result, path);
  const isThere = document.span(path) !== undefined;
  if (value === undefined) return isThere ? { op: "remove", path } : undefined;
  return { op: isThere ? "replace" : "add", path, value };
}

/** Pieces that would make the result unreadable, or a run nested in it, stay out: the ledgers where that is enough, else all of them. */
function withPieces(source: Document, migration: Migration, result: Document, kept: Kept): Migration {
  const { edits, findings } = restorePieces(source, result, kept);
  const runs = runsHeld(result, migration.to);
  for (const chosen of [edits, edits.filter(({ edit }) => !isLedger(edit.path))]) {
    if (chosen.length === 0) break;
    const read = parseDocument(withEdits(result, chosen));
    if ("fault" in read || runsHeld(read.document, migration.to) < runs) continue;
    const told = saying(migration, [...findings, ...lost(edits.filter((edit) => !chosen.includes(edit)))]);
    return { ...told, edits: [...migration.edits, ...chosen], result: read.document };
  }
  return saying(migration, [...findings, ...lost(edits)]);
}

/** How many runs the release of a label holds when it has loaded a document; none of one that it refuses. */
function runsHeld(document: Document, to: Version): number {
  const { verdict, reading } = judge(document, { reader: readerOf(to), loadOnly: true });
  return verdict === "rejected" || reading === null ? 0 : factsOf(reading).size;
}

function lost(edits: readonly FinalEdit[]): Finding[] {
  return edits.map(({ edit }) => ({ rule: "restore-piece-lost", path: edit.path, args: noArgs }));
}
