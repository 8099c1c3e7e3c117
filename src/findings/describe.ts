import type { Document } from "../document/document.ts";
import { pointerOf } from "../document/pointer.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Outlook, Severity } from "../rules/rule.ts";
import { sentencesOf } from "./catalogue/index.ts";
import { nestedWhy } from "./catalogue/nested.ts";
import { type Finding, type FindingArgs, resumeOf } from "./finding.ts";

/** A finding as the outputs print it: pointer, line and column (from 1; null without a place) and the three sentences. */
export interface PrintedFinding {
  readonly rule: RuleName;
  readonly severity: Severity;
  readonly resume: Outlook | null;
  readonly pointer: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly why: string;
  readonly fix: string;
}

/** Where a finding's path is looked up; null under `--ndjson`, where lines and columns of a line mean nothing. */
export type PlaceSource = Pick<Document, "place"> | { readonly line: number; readonly column: number } | null;

export function describeFinding(finding: Finding, source: PlaceSource): PrintedFinding {
  const { rule, path, args } = finding;
  const sentences = sentencesOf(rule);
  const why = sentence(sentences.why, args);
  const place = source === null ? null : "place" in source ? source.place(path) : source;
  return {
    rule,
    severity: rules[rule].severity,
    resume: resumeOf(finding),
    pointer: pointerOf(path),
    line: place?.line ?? null,
    column: place?.column ?? null,
    message: sentences.message(args),
    why: finding.resume === undefined ? why : `${why} ${nestedWhy[finding.resume] ?? ""}`,
    fix: sentence(sentences.fix, args),
  };
}

function sentence(text: string | ((args: FindingArgs) => string), args: FindingArgs): string {
  return typeof text === "string" ? text : text(args);
}
