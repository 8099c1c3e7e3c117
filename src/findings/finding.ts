import type { Path } from "../document/json.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Outlook } from "../rules/rule.ts";

/** What the sentences of a rule need to know. Never a value of the document that is not a name of the SDK's own: kinds, counts,
 * labels, releases; ids, agent and tool names under the keys that the report may print. */
export type FindingArgs = Readonly<Record<string, string | number | boolean>>;

/** A finding as the reading makes it: data only. Severity and resume value come from the rule, sentences from the catalogue,
 * pointer, line and column from path and document, all at the moment of printing. */
export interface Finding {
  readonly rule: RuleName;
  readonly path: Path;
  readonly args: FindingArgs;
  /** Where it does something else to the resume than its rule says: what fails in a nested run does not fail the run around it. */
  readonly resume?: Outlook;
}

/** What it does to the resume; null when nothing. */
export function resumeOf({ rule, resume }: Finding): Outlook | null {
  return resume ?? rules[rule].resume ?? null;
}

/** The rules of findings, each once. */
export function rulesOf(findings: readonly Finding[]): RuleName[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

export const noArgs: FindingArgs = Object.freeze({});
