import type { Document } from "../document/document.ts";
import { isObject, type JsonObject, member } from "../document/json.ts";
import { versionLabel } from "../document/label.ts";
import type { Finding } from "../findings/finding.ts";
import { type Judgement, judge } from "../judge.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import { draftReader, newestReader, type Reader, readerAtLeast, releases, writerOf } from "../readers/releases.ts";
import { rereadErrors } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import { isError } from "../rules/index.ts";
import type { Assumptions } from "../versions/steps/step.ts";
import { applyPlan } from "./apply.ts";
import { lossOf } from "./losses.ts";
import type { FinalEdit } from "./merge.ts";
import { type Plan, planMigration } from "./plan.ts";

export interface MigrateOptions {
  /** The label to write: one of the registered versions. */
  readonly to: Version;
  readonly assume?: Assumptions;
  /** Rules of unsafe losses that the caller takes on. */
  readonly allowLoss?: ReadonlySet<string>;
}

/** `invalid`: the source is refused by the release that writes the higher of the two labels. `refused`: something
 * would be lost that the caller did not take on, or the release of the target would not read the result. */
export type Status = "migrated" | "unchanged" | "refused" | "invalid";

/** What became of a document. `result` has the new text, and is the source itself when nothing changes; null when
 * there is none. */
export interface Migration {
  readonly from: string | null;
  readonly to: Version;
  readonly status: Status;
  readonly edits: readonly FinalEdit[];
  readonly findings: readonly Finding[];
  readonly result: Document | null;
}

/** Migrates one document; pure. */
export function migrate(document: Document, options: MigrateOptions): Migration {
  const { to } = options;
  const from = labelOf(document);
  const base = { from, to, edits: [], result: null } as const;
  if (from === to) return { ...base, status: "unchanged", findings: doubts(document, to), result: document };
  const source = readSource(document, from, to);
  if (source.reading === null || source.judgement.verdict === "rejected") {
    return { ...base, status: "invalid", findings: errorsOf(source.judgement) };
  }
  const { reading } = source;
  const plan = planMigration(reading, to, { ...options, ...(source.as === undefined ? {} : { as: source.as }) });
  const result = applyPlan(document, plan);
  const fault = rejectionOf(result, to, reading);
  const findings = [...unreleased(to), ...notable(plan, fault)];
  if (plan.refused.length > 0) return { ...base, status: "refused", edits: plan.edits, findings };
  if (fault !== null) return { ...base, status: "refused", edits: plan.edits, findings: [...fault, ...findings] };
  return { ...base, status: "migrated", edits: plan.edits, findings, result };
}

function labelOf(document: Document): string | null {
  return isObject(document.value) ? versionLabel(member(document.value, "$schemaVersion")) : null;
}

interface Source {
  readonly judgement: Judgement;
  readonly reading: Reading | null;
  readonly as?: string;
}

/** The source as the release of the higher label reads it. A held write under 1.18 can only be the unreleased
 * draft's. */
function readSource(document: Document, from: string | null, to: Version): Source {
  if (from === draftReader.writes && hasHeldKey(document.value as JsonObject)) {
    const judgement = judge(document, { reader: draftReader, loadOnly: true });
    if (judgement.verdict === "accepted") return { judgement, reading: judgement.reading, as: draftReader.release };
  }
  const higher = from !== null && isLabel(from) && compareVersions(from, to) > 0 ? from : to;
  const judgement = judge(document, { reader: readerOf(higher), loadOnly: true });
  return { judgement, reading: judgement.reading };
}

function hasHeldKey(state: JsonObject): boolean {
  const write = member(state, "pending_session_write");
  return isObject(write) && Object.hasOwn(write, "held") && !Object.hasOwn(write, "current_response");
}

function isLabel(label: string): boolean {
  return /^[0-9]{1,4}\.[0-9]{1,4}$/.test(label);
}

/** The release that writes the label, else the next newer one, else the newest. */
export function readerOf(label: Version): Reader {
  return readerAtLeast(label) ?? newestReader;
}

function errorsOf(judgement: Judgement): Finding[] {
  return judgement.findings.filter(isError);
}

/** A document that carries the label already stays as it is, also when no reader would take it: that is only said. */
function doubts(document: Document, to: Version): Finding[] {
  const reader = readerOf(to);
  const [first] = errorsOf(judge(document, { reader, loadOnly: true }));
  if (first === undefined) return [];
  return [{ rule: "unchanged-rejected", path: first.path, args: { release: reader.release, rule: first.rule } }];
}

/** What a report names: losses and warnings, each place once. A loss that could be taken on says so where that would not help: the reader of
 * the target takes the forced result no more (`fault`). */
function notable(plan: Plan, fault: readonly Finding[] | null): Finding[] {
  const release = fault?.[0]?.args.release;
  const unread = release === undefined ? undefined : { unread: true, release };
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { rule, path, args } of plan.changes) {
    const key = JSON.stringify([rule, path]);
    if (lossOf(rule) === "none" || seen.has(key)) continue;
    seen.add(key);
    findings.push({ rule, path, args: lossOf(rule) === "unsafe" ? { ...args, ...unread } : args });
  }
  return findings;
}

function unreleased(to: Version): Finding[] {
  if (writerOf(to) !== undefined) return [];
  const above = readerAtLeast(to);
  const below = releases.findLast((reader) => compareVersions(reader.writes, to) < 0);
  const neighbours = [below, above]
    .filter((reader) => reader !== undefined)
    .map((reader) => `${reader.release} writes ${reader.writes}`)
    .join(", ");
  return [{ rule: "migrate-target-unreleased", path: ["$schemaVersion"], args: { to, neighbours } }];
}

/** Why the release that reads the target would not take the result; null when it does. When the same release has
 * read the source already (the way up), what the edits left alone needs no second look. */
export function rejectionOf(result: Document, to: Version, source?: Reading): Finding[] | null {
  const reader = readerOf(to);
  const isKnown = source !== undefined && source.reader === reader && isObject(result.value);
  const errors = isKnown
    ? rereadErrors(result, result.value as JsonObject, reader, to, source.run)
    : errorsOf(judge(result, { reader, loadOnly: true }));
  const [first] = errors;
  if (first === undefined) return null;
  return [{ rule: "migrated-rejected", path: [], args: { release: reader.release, rule: first.rule } }, ...errors];
}
