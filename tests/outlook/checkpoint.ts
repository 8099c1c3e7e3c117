import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/document/json.ts";
import { pointerOf } from "../../src/document/pointer.ts";
import { type Judgement, type JudgeOptions, judge } from "../../src/judge.ts";
import { findReader, newestReader } from "../../src/readers/releases.ts";
import { rules } from "../../src/rules/index.ts";
import type { Severity } from "../../src/rules/rule.ts";
import { documentOf } from "../parsed.ts";

const pending = readFileSync(join(import.meta.dirname, "../../corpus/resume/1.21-approval-pending.json"), "utf8");

/** A real checkpoint of 1.21 that waits for one approval of a function tool, changed. */
export function pendingWith(change: (state: JsonObject, context: JsonObject) => void): JsonObject {
  const state = JSON.parse(pending) as JsonObject;
  change(state, state.context as JsonObject);
  return state;
}

/** The call that the real checkpoint waits for. */
export const waiting = { id: "call_2", tool: "send_mail", agent: "mailer" } as const;

export function judged(state: unknown, release?: string, options: Partial<JudgeOptions> = {}): Judgement {
  const reader = release === undefined ? newestReader : findReader(release);
  if (reader === undefined) throw new Error(`no reader ${release}`);
  return judge(documentOf(JSON.stringify(state, null, 2)), { reader, ...options });
}

/** Rule and pointer of the findings that bear on the resume. */
export function resumeFindings(judgement: Judgement): string[] {
  return findingsOf(judgement, "resume");
}

/** Rule and pointer of those that make the reader raise. */
export function errorFindings(judgement: Judgement): string[] {
  return findingsOf(judgement, "error");
}

function findingsOf({ findings }: Judgement, severity: Severity): string[] {
  return findings
    .filter(({ rule }) => rules[rule].severity === severity)
    .map(({ rule, path }) => `${rule} ${pointerOf(path)}`);
}

export function ruleNames(judgement: Judgement): string[] {
  return judgement.findings.map(({ rule }) => rule);
}
