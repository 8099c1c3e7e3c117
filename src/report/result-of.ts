import type { Checkpoint } from "../document/checkpoint.ts";
import { describeFinding, type PlaceSource } from "../findings/describe.ts";
import type { Finding } from "../findings/finding.ts";
import type { Judgement } from "../judge.ts";
import { rules } from "../rules/index.ts";
import { type Severity, severities } from "../rules/rule.ts";
import { sha256 } from "../sha256.ts";
import { excerptOf } from "./excerpt.ts";
import type { CheckpointResult, ReportedFinding } from "./result.ts";

/** What of a judgement is printed. */
export interface PrintSettings {
  /** Findings of one checkpoint at most. */
  readonly maxFindings: number;
  readonly showValues: boolean;
  /** Whether somebody asks for the digest of a line: to print it, or for a baseline. */
  readonly digests: boolean;
}

const longestValue = 200;

/** Whether a finding is what `--quiet` prints. */
export function isWrong(severity: Severity, strict: boolean): boolean {
  return severity === "error" || severity === "resume" || (strict && severity === "warning");
}

/** How many findings the limit left out that would have been printed. */
export function omittedFrom(
  found: readonly Finding[],
  shown: readonly ReportedFinding[],
  quiet: boolean,
  strict: boolean,
): number {
  if (found.length === shown.length || !quiet) return found.length - shown.length;
  const wrong = found.filter(({ rule }) => isWrong(rules[rule].severity, strict)).length;
  return wrong - shown.filter(({ severity }) => isWrong(severity, strict)).length;
}

/** Heaviest first, each in the order of the reader; at most `max`. */
function chosenFindings(findings: readonly Finding[], max: number): readonly Finding[] {
  const sorted = severities.flatMap((severity) => findings.filter(({ rule }) => rules[rule].severity === severity));
  return sorted.slice(0, max);
}

function placesOf({ read, line }: Checkpoint): PlaceSource {
  if (line !== null) return null;
  return "fault" in read ? read.fault : read.document;
}

/** The document's own text at a finding, cut to a readable length. */
function shownValue({ read }: Checkpoint, finding: Finding): { value?: string } {
  if ("fault" in read || finding.path.length === 0) return {};
  const value = excerptOf(read.document, finding.path, longestValue);
  return value === undefined ? {} : { value };
}

/** A text that is no checkpoint may be short enough to be guessed from its digest. */
function digestOf({ line, read }: Checkpoint, { family, findings }: Judgement): { sha256?: string } {
  if (line === null || findings.length === 0 || family === null || "fault" in read) return {};
  return { sha256: sha256(read.document.text) };
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
  return {
    file,
    line,
    ...(settings.digests ? digestOf(checkpoint, judgement) : {}),
    family,
    schemaVersion,
    verdict,
    resume,
    findings,
    requirements,
  };
}
