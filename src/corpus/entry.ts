import { versionLabel } from "../document/label.ts";
import type { Verdict } from "../judge.ts";
import { judgeCheckpoint } from "../judge-checkpoint.ts";
import { representativeReaders } from "../readers/releases.ts";
import { digestOf, labelOf, parseBytes } from "./check-file.ts";
import type { Provenance } from "./expectation.ts";

/** What somebody who adds a file knows about it. */
export interface Known {
  readonly shows?: string;
  readonly provenance?: Exclude<Provenance, "relabelled">;
  readonly writer?: string;
}

/** A manifest entry as it is written. */
export interface NewEntry {
  readonly file: string;
  readonly schema: string | null;
  readonly provenance: Provenance;
  readonly writer?: string;
  readonly shows: string;
  readonly sha256: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** The entry of a file that is new to a corpus. Its verdicts are this tool's, a baseline against surprises; an outlook is not
 * entered, because that has to be measured by resuming. `place` makes the name inside the corpus from the newest verdict. */
export function entryOf(bytes: Buffer, known: Known, place: (verdict: Verdict) => string): NewEntry {
  const parsed = parseBytes(bytes);
  const verdicts: Record<string, Verdict> = {};
  for (const reader of representativeReaders())
    verdicts[reader.release] = judgeCheckpoint({ read: parsed }, { reader, loadOnly: true }).verdict;
  const newest = Object.values(verdicts)[0] ?? "rejected";
  // Another text would be a value of the document.
  const schema = "document" in parsed ? versionLabel(labelOf(parsed.document) ?? undefined) : null;
  return {
    file: place(newest),
    schema,
    provenance: known.provenance ?? (known.writer === undefined ? "handmade" : "written"),
    ...(known.writer === undefined ? {} : { writer: known.writer }),
    shows: known.shows ?? `A checkpoint of schema ${schema ?? "unknown"}, ${newest}.`,
    sha256: digestOf(bytes),
    verdicts,
  };
}
