import { sentencesOf } from "../findings/catalogue/index.ts";
import { type FindingArgs, noArgs } from "../findings/finding.ts";
import type { Range } from "../readers/range.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Outlook, Severity } from "../rules/rule.ts";

/** One rule in full. An absent end of a range is open. Sentences hold `<name>` where a finding has a fact of the document. */
export interface RuleFacts {
  readonly kind: "rule";
  readonly rule: RuleName;
  readonly title: string;
  readonly severity: Severity;
  readonly resume: Outlook | null;
  /** SDK releases whose reader does this. */
  readonly readers: Range;
  /** Labels of the documents that it holds for. */
  readonly labels: Range;
  /** The reader's function. */
  readonly sdk: string;
  readonly message: string;
  readonly why: string;
  readonly fix: string;
}

const placeholders: FindingArgs = new Proxy<Record<string, string>>({}, { get: (_, name) => `<${String(name)}>` });

/** A sentence about no document in particular. Where it counts something, a placeholder is no number: N stands there. */
function spoken(text: string | ((args: FindingArgs) => string)): string {
  if (typeof text === "string") return text;
  const filled = text(placeholders);
  return text(noArgs).includes("NaN") ? filled : filled.replaceAll("NaN", "N");
}

function ruleFacts(rule: RuleName): RuleFacts {
  const { severity, resume, readers, labels, sdk } = rules[rule];
  const { title, message, why, fix } = sentencesOf(rule);
  return {
    kind: "rule",
    rule,
    title,
    severity,
    resume: resume ?? null,
    readers: readers ?? {},
    labels: labels ?? {},
    sdk,
    message: spoken(message),
    why: spoken(why),
    fix: spoken(fix),
  };
}

/** Every rule by name. */
export function allRuleFacts(): RuleFacts[] {
  return (Object.keys(rules) as RuleName[]).sort().map(ruleFacts);
}
