import { describeFinding, type PlaceSource } from "../findings/describe.ts";
import type { Finding } from "../findings/finding.ts";
import { type Judgement, type JudgeOptions, judge, judgeFault } from "../judge.ts";
import type { Version } from "../readers/range.ts";
import { representativeReaders } from "../readers/releases.ts";
import type { Reading } from "../reading/reading.ts";
import type { CheckpointResult, ReportedFinding, Standing, Summary } from "../report/result.ts";
import { rules } from "../rules/index.ts";
import type { Severity } from "../rules/rule.ts";
import type { Checkpoint } from "./checkpoints.ts";

/** What of a judgement is printed. */
export interface PrintSettings {
  /** Findings of one checkpoint at most. */
  readonly maxFindings: number;
  readonly showValues: boolean;
}

const severities: readonly Severity[] = ["error", "resume", "warning", "info"];
const longestValue = 200;

export function judgeCheckpoint(checkpoint: Checkpoint, options: JudgeOptions): Judgement {
  const { read } = checkpoint;
  return "fault" in read ? judgeFault(read.fault) : judge(read.document, options);
}

export function standingOf({ verdict, resume }: Judgement): Standing {
  return { verdict, resume };
}

function* eachLoadingReading(checkpoint: Checkpoint): Generator<Reading> {
  for (const reader of representativeReaders()) {
    const { verdict, reading } = judgeCheckpoint(checkpoint, { reader, loadOnly: true });
    if (verdict === "accepted" && reading !== null) yield reading;
  }
}

/** The readings of the newest release of each schema version that loads it, oldest first. */
export function loadingReadings(checkpoint: Checkpoint): Reading[] {
  return [...eachLoadingReading(checkpoint)].reverse();
}

/** The same releases by name: a dozen readings of a file full of faults are not held at once. */
export function loadingReleases(checkpoint: Checkpoint): Version[] {
  return Array.from(eachLoadingReading(checkpoint), ({ reader }) => reader.release).reverse();
}

/** Heaviest first, each in the order of the reader; at most `max`. */
function chosenFindings(findings: readonly Finding[], max: number): readonly Finding[] {
  if (findings.length < 2) return findings.length <= max ? findings : [];
  const chosen: Finding[] = [];
  for (const severity of severities) {
    for (const finding of findings) {
      if (chosen.length === max) return chosen;
      if (rules[finding.rule].severity === severity) chosen.push(finding);
    }
  }
  return chosen;
}

function placesOf({ read, line }: Checkpoint): PlaceSource {
  if (line !== null) return null;
  return "fault" in read ? read.fault : read.document;
}

/** The document's own text at a finding, cut to a readable length. */
function shownValue({ read }: Checkpoint, finding: Finding): { value?: string } {
  const span = "fault" in read ? undefined : read.document.span(finding.path);
  if (span === undefined || "fault" in read || finding.path.length === 0) return {};
  const text = read.document.text.slice(span.start, Math.min(span.end, span.start + longestValue));
  return { value: span.end - span.start > longestValue ? `${text}…` : text };
}

/** A judgement as it is printed, with explanations and places only for the findings that are shown. */
export function resultOf(checkpoint: Checkpoint, judgement: Judgement, settings: PrintSettings): CheckpointResult {
  const { family, schemaVersion, verdict, resume, requirements } = judgement;
  const places = placesOf(checkpoint);
  const findings: ReportedFinding[] = [];
  for (const finding of chosenFindings(judgement.findings, settings.maxFindings)) {
    const described = describeFinding(finding, places);
    findings.push(settings.showValues ? { ...described, ...shownValue(checkpoint, finding) } : described);
  }
  const { file, line } = checkpoint;
  return { file, line, family, schemaVersion, verdict, resume, findings, requirements };
}

/** Adds a judgement to the totals; all its findings count, printed or not. */
export function count(summary: Summary, judgement: Judgement): void {
  summary.checkpoints++;
  summary[judgement.verdict]++;
  for (const { rule } of judgement.findings) {
    const { severity } = rules[rule];
    if (severity === "error") summary.errors++;
    else if (severity === "resume") summary.resume++;
    else if (severity === "warning") summary.warnings++;
  }
}

export function add(summary: Summary, more: Summary): void {
  summary.checkpoints += more.checkpoints;
  summary.accepted += more.accepted;
  summary.rejected += more.rejected;
  summary.errors += more.errors;
  summary.resume += more.resume;
  summary.warnings += more.warnings;
}
