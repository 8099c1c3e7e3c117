import { compareVersions, type Version } from "../readers/range.ts";
import { newestReader, oldestReaderOf, type Reader } from "../readers/releases.ts";
import type { Facts } from "./facts.ts";

/** The first label that has what a repair writes or a cause is about (`versions/` says what came with each). */
export const firstWith = {
  ledger: "1.15",
  write: "1.17",
  ownership: "1.17",
  ownedDecisions: "1.18",
  toolBindings: "1.18",
  writeCompaction: "1.18",
  heldWrite: "1.19",
} as const satisfies Record<string, Version>;

/** Whether the document's label is older than that. */
export function isBelow({ judgement }: Facts, label: Version): boolean {
  return compareVersions(judgement.schemaVersion ?? "", label) < 0;
}

/** The reader that a repair of this label is tried with: the one that was asked, or the newest where that one is too old. */
export function readerFrom({ reader }: Facts, label: Version): Reader {
  return compareVersions(reader.reads, label) < 0 ? newestReader : reader;
}

/** What a program must run to load this label. */
export function releaseFrom(label: Version): string {
  return `openai-agents ${oldestReaderOf(label)?.release} or later`;
}
