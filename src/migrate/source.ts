import type { Document } from "../document/document.ts";
import { isObject, type Json, member } from "../document/json.ts";
import { versionLabel } from "../document/label.ts";
import { type Judgement, judge, judgeEach } from "../judge.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import { draftReader, newestReader, type Reader, readerAtLeast } from "../readers/releases.ts";

/** A document to migrate, as the release of the higher label reads it. */
export interface Source {
  readonly document: Document;
  /** The label that it carries; null for none. */
  readonly from: string | null;
  readonly judgement: Judgement;
  /** The version that it is of when that is not the label it carries. */
  readonly as?: string;
}

/** Reads documents that go to one label, in rounds. */
export function readSources(documents: readonly Document[], to: Version): Source[] {
  const labels = documents.map(({ value }) => labelOf(value));
  const readers = labels.map((from) => readerOf(from !== null && isAbove(from, to) ? from : to));
  const judgements = judgeBy(readers, documents, readerOf(to));
  return documents.map((document, at) => {
    const from = labels[at] ?? null;
    const drafted = from === to || from === null ? undefined : readDraft(document, from);
    return drafted ?? { document, from, judgement: judgements[at] as Judgement };
  });
}

function labelOf(value: Json): string | null {
  return isObject(value) ? versionLabel(member(value, "$schemaVersion")) : null;
}

function isAbove(label: string, other: Version): boolean {
  return /^[0-9]{1,4}\.[0-9]{1,4}$/.test(label) && compareVersions(label, other) > 0;
}

/** The release that writes the label, else the next newer one, else the newest. */
export function readerOf(label: Version): Reader {
  return readerAtLeast(label) ?? newestReader;
}

/** Each document by its reader. What goes down to another release is compared with what that makes of the resume. */
function judgeBy(readers: readonly Reader[], documents: readonly Document[], target: Reader): Judgement[] {
  const judgements: Judgement[] = [];
  for (const reader of new Set(readers)) {
    const places = [...documents.keys()].filter((at) => readers[at] === reader);
    const theirs = places.map((at) => documents[at] as Document);
    for (const [n, judgement] of judgeEach(theirs, { reader, loadOnly: reader === target }).entries())
      judgements[places[n] as number] = judgement;
  }
  return judgements;
}

/** A held write under 1.18 can only be the unreleased draft's. */
function readDraft(document: Document, from: string): Source | undefined {
  if (from !== draftReader.writes || !hasHeldKey(document.value)) return undefined;
  const judgement = judge(document, { reader: draftReader, loadOnly: true });
  return judgement.verdict === "accepted" ? { document, from, judgement, as: draftReader.release } : undefined;
}

function hasHeldKey(state: Json): boolean {
  const write = isObject(state) ? member(state, "pending_session_write") : undefined;
  return isObject(write) && Object.hasOwn(write, "held") && !Object.hasOwn(write, "current_response");
}
