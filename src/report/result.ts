import type { Family } from "../document/family.ts";
import type { PrintedFinding } from "../findings/describe.ts";
import type { Standing, Verdict } from "../judge.ts";
import type { Requirements } from "../outlook/program/requirements.ts";
import type { RuleName } from "../rules/index.ts";
import type { Outlook } from "../rules/rule.ts";

/** A finding as printed; `known` when the baseline lists it, `value` (text of the document) only under `--show-values`. */
export interface ReportedFinding extends PrintedFinding {
  readonly known?: true;
  readonly value?: string;
}

/** What the SDK of an environment says (`--live`). */
export interface LiveStanding {
  /** The `openai-agents` that was asked. */
  readonly release: string;
  /** null when it could not be asked: the bytes are no text, or no agents could be made for the document. */
  readonly verdict: Verdict | null;
  /** Type of the exception, and the function of the SDK it came from. */
  readonly error: string | null;
  readonly where: string | null;
  /** Whether it is the verdict of this tool. */
  readonly agrees: boolean | null;
}

/** One checkpoint's result: an element of `results` of `--format json`. */
export interface CheckpointResult {
  /** The path as given; names inside a walked folder appended with `/`. */
  readonly file: string;
  /** Line of an NDJSON input from 1; null otherwise. */
  readonly line: number | null;
  /** Of the checkpoint's text in a line with findings: lines move, and `--baseline` knows the checkpoint by this. */
  readonly sha256?: string;
  readonly family: Family | null;
  readonly schemaVersion: string | null;
  readonly verdict: Verdict;
  readonly resume: Outlook | null;
  readonly findings: readonly ReportedFinding[];
  readonly requirements: Requirements;
  /** Under `--sdk all`, by release. */
  readonly sdks?: Readonly<Record<string, Standing>>;
  /** Under `--relabel`, by label. */
  readonly labels?: Readonly<Record<string, Standing>>;
  /** Under `--live`. */
  readonly live?: LiveStanding;
}

export interface Summary {
  checkpoints: number;
  accepted: number;
  rejected: number;
  errors: number;
  resume: number;
  warnings: number;
}

/** What a text report says beyond the result itself. */
export interface Extras {
  /** Releases that load it: the newest of each schema version, oldest first; empty also where `--quiet` does not ask. */
  readonly loadedBy: readonly string[];
  /** Findings that `--max-findings` left out, less those that `--quiet` would not have printed. */
  readonly omitted: number;
  /** Of all its findings, each once. */
  readonly rules: readonly RuleName[];
}

/** A report prints results as they come. `extras` are asked for only by reports that show them: they cost. `fails`: whether the run ends with
 * 1 because of this result, whatever is printed of it. */
export interface Report {
  add(result: CheckpointResult, extras: () => Extras, fails: boolean): void;
  /** An input that could not be read, as one sentence. Reports that CI shows carry it; the others leave it to stderr. */
  unreadable?(sentence: string): void;
  end(summary: Summary): void;
}

export const noSummary = (): Summary => ({
  checkpoints: 0,
  accepted: 0,
  rejected: 0,
  errors: 0,
  resume: 0,
  warnings: 0,
});
