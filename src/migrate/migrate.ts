import type { Document } from "../document/document.ts";
import type { JsonObject } from "../document/json.ts";
import type { Finding } from "../findings/finding.ts";
import { type Judgement, judge } from "../judge.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import { type Reader, readerAtLeast, releases, writerOf } from "../readers/releases.ts";
import { rereadErrors } from "../reading/read.ts";
import type { Reading } from "../reading/reading.ts";
import { isError } from "../rules/index.ts";
import type { Assumptions } from "../versions/steps/step.ts";
import { applyPlan } from "./apply.ts";
import { lossOf } from "./losses.ts";
import type { FinalEdit } from "./merge.ts";
import { type Plan, planMigration } from "./plan.ts";
import { readerOf, readSources, type Source } from "./source.ts";
import { worseBelow } from "./worse-below.ts";

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
  return migrateEach([document], options)[0] as Migration;
}

/** The same of several documents, in rounds: all are read, then planned, and so on (`judgeEach` says why). */
export function migrateEach(documents: readonly Document[], options: MigrateOptions): Migration[] {
  return readSources(documents, options.to)
    .map((source) => planned(source, options))
    .map((one) => (isPlanned(one) ? { ...one, result: applyPlan(one.source.document, one.plan) } : one))
    .map((one) => (isPlanned(one) ? checked(one, options.to) : one));
}

interface Planned {
  readonly source: Source;
  readonly reading: Reading;
  readonly plan: Plan;
}

interface Applied extends Planned {
  readonly result: Document;
}

function isPlanned<One extends Planned>(one: One | Migration): one is One {
  return "plan" in one;
}

function planned(source: Source, options: MigrateOptions): Planned | Migration {
  const { document, from, judgement, as } = source;
  const { to } = options;
  const base = { from, to, edits: [] } as const;
  if (from === to) return { ...base, status: "unchanged", findings: doubts(judgement, to), result: document };
  const { reading } = judgement;
  if (reading === null || judgement.verdict === "rejected")
    return { ...base, status: "invalid", findings: judgement.findings.filter(isError), result: null };
  return { source, reading, plan: planMigration(reading, to, as === undefined ? options : { ...options, as }) };
}

/** The result, unless something refuses it. */
function checked({ source, reading, plan, result }: Applied, to: Version): Migration {
  const reader = readerOf(to);
  // The release that has read the source already (on the way up) gives what the edits left alone no second look.
  const isKnown = reading.reader === reader;
  // How the resume goes there is of interest only for what is handed out.
  const loadOnly = source.judgement.resume === null || plan.refused.length > 0;
  const after = isKnown ? null : judge(result, { reader, loadOnly });
  const errors = after?.findings.filter(isError);
  const fault = rejection(errors ?? rereadErrors(result, plan.value as JsonObject, reader, to, reading.run), reader);
  const findings = [...unreleased(to), ...notable(plan, fault)];
  const base = { from: source.from, to, edits: plan.edits } as const;
  if (plan.refused.length > 0) return { ...base, status: "refused", findings, result: null };
  if (fault !== null) return { ...base, status: "refused", findings: [...fault, ...findings], result: null };
  const worse = after === null ? [] : worseBelow(source.judgement, after, reader);
  return { ...base, status: "migrated", findings: [...findings, ...worse], result };
}

/** A document that carries the label already stays as it is, also when no reader would take it: that is only said. */
function doubts({ findings }: Judgement, to: Version): Finding[] {
  const first = findings.find(isError);
  if (first === undefined) return [];
  const args = { release: readerOf(to).release, rule: first.rule };
  return [{ rule: "unchanged-rejected", path: first.path, args }];
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

/** Why the release that reads the target would not take the result; null when it does. */
export function rejectionOf(result: Document, to: Version): Finding[] | null {
  const reader = readerOf(to);
  return rejection(judge(result, { reader, loadOnly: true }).findings.filter(isError), reader);
}

function rejection(errors: readonly Finding[], { release }: Reader): Finding[] | null {
  const [first] = errors;
  return first === undefined
    ? null
    : [{ rule: "migrated-rejected", path: [], args: { release, rule: first.rule } }, ...errors];
}
