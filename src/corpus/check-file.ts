import { createHash } from "node:crypto";
import type { Checkpoint } from "../document/checkpoint.ts";
import { decode } from "../document/decode.ts";
import type { Document } from "../document/document.ts";
import { isObject, member } from "../document/json.ts";
import { versionLabel } from "../document/label.ts";
import { parseDocument } from "../document/parse.ts";
import { type FindingArgs, noArgs } from "../findings/finding.ts";
import { type Judgement, judge } from "../judge.ts";
import { judgeCheckpoint } from "../judge-checkpoint.ts";
import { planMigration } from "../migrate/plan.ts";
import { draftReader, findReader, newestReader, type Reader } from "../readers/releases.ts";
import type { CorpusRule } from "../rules/corpus.ts";
import type { RuleName } from "../rules/index.ts";
import type { Outlook } from "../rules/rule.ts";
import type { Expectation } from "./expectation.ts";

/** A missed expectation. */
export interface Miss {
  readonly rule: CorpusRule;
  readonly args: FindingArgs;
}

/** What a corpus file turned out to be. */
export interface FileCheck {
  readonly misses: readonly Miss[];
  /** What the newest release says of it (the draft of a file of the draft). */
  readonly judgement: Judgement;
  /** Every rule that some asked reader found in it. */
  readonly rules: ReadonlySet<RuleName>;
}

/** Compares one file with what is expected of it. */
export function checkFile(bytes: Buffer, expected: Expectation): FileCheck {
  const parsed = parseBytes(bytes);
  const ask = (reader: Reader) => judgeCheckpoint({ read: parsed }, { reader });
  const judgement = ask(expected.schema === draftReader.release ? draftReader : newestReader);
  const misses = checkBytes(bytes, expected);
  if ("document" in parsed) misses.push(...checkLabel(parsed.document, expected));
  const rules = new Set(judgement.findings.map(({ rule }) => rule));
  misses.push(...checkReaders(expected, ask, rules));
  if (judgement.verdict === "accepted") misses.push(...checkMigration(judgement, expected));
  return { misses, judgement, rules };
}

export function parseBytes(bytes: Buffer): Checkpoint["read"] {
  const decoded = decode(bytes);
  return "text" in decoded ? parseDocument(decoded.text) : decoded;
}

export function miss(rule: CorpusRule, args: FindingArgs = noArgs): Miss {
  return { rule, args };
}

function checkBytes(bytes: Buffer, expected: Expectation): Miss[] {
  return expected.sha256 === undefined || digestOf(bytes) === expected.sha256 ? [] : [miss("corpus-digest")];
}

export function digestOf(bytes: Buffer | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The label a document carries; null when it has none that is text. */
export function labelOf(document: Document): string | null {
  const label = isObject(document.value) ? member(document.value, "$schemaVersion") : undefined;
  return typeof label === "string" ? label : null;
}

function checkLabel(document: Document, { schema, emitted }: Expectation): Miss[] {
  if (schema === undefined) return [];
  const found = labelOf(document);
  // The draft's files are named after it, whatever label they carry; a text that is no version is entered as none.
  if (schema !== draftReader.release && found !== schema && versionLabel(found ?? undefined) !== schema)
    return [miss("corpus-label", { expected: schema ?? "none", found: shownLabel(found) })];
  if (emitted === undefined) return [];
  const span = document.span(["$schemaVersion"]);
  const original =
    span === undefined
      ? document.text
      : document.text.slice(0, span.start) + JSON.stringify(emitted.version) + document.text.slice(span.end);
  return digestOf(original) === emitted.sha256 ? [] : [miss("corpus-relabelled", { emitted: emitted.version })];
}

function shownLabel(label: string | null): string {
  return label === null ? "none" : (versionLabel(label) ?? "a text that is no version");
}

function checkReaders(
  { verdicts, resume }: Expectation,
  ask: (reader: Reader) => Judgement,
  rules: Set<RuleName>,
): Miss[] {
  const misses: Miss[] = [];
  for (const sdk of new Set([...verdicts.keys(), ...resume.keys()])) {
    const reader = findReader(sdk);
    if (reader === undefined) {
      misses.push(miss("corpus-reader-unknown", { sdk }));
      continue;
    }
    const outlook = resume.get(sdk);
    const found = ask(reader);
    // What the outlook says better is not printed, and was found all the same.
    for (const { rule } of [...found.findings, ...(found.reading?.run.findings ?? [])]) rules.add(rule);
    const verdict = verdicts.get(sdk) ?? "accepted";
    if (found.verdict !== verdict)
      misses.push(miss("corpus-verdict", { sdk, expected: verdict, found: found.verdict }));
    else if (outlook !== undefined && !agrees(outlook, found.resume))
      misses.push(miss("corpus-outlook", { sdk, expected: outlook, found: found.resume ?? "none" }));
  }
  return misses;
}

/** A resume that went well met every condition that the outlook may name: `depends` does not contradict it. */
function agrees(measured: Outlook, found: Outlook | null): boolean {
  return found === measured || (measured === "ok" && found === "depends");
}

function checkMigration({ reading }: Judgement, { migration }: Expectation): Miss[] {
  if (migration === undefined || reading === null) return [];
  const once = JSON.stringify(planMigration(reading, newestReader.writes).value);
  const misses: Miss[] = [];
  if (migration.sentinels.some((mark) => once.includes(mark))) misses.push(miss("corpus-secret-left"));
  if (!isSettled(once)) misses.push(miss("corpus-twice"));
  return misses;
}

/** Whether a migration to the newest version would leave the text as it is. */
function isSettled(text: string): boolean {
  const parsed = parseDocument(text);
  if (!("document" in parsed)) return false;
  const { reading, verdict } = judge(parsed.document, { reader: newestReader, loadOnly: true });
  return verdict === "accepted" && reading !== null && planMigration(reading, newestReader.writes).edits.length === 0;
}
