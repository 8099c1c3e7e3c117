import { sentencesOf } from "../findings/catalogue/index.ts";
import examples from "../findings/examples.generated.json" with { type: "json" };
import type { FindingArgs } from "../findings/finding.ts";
import type { Range } from "../readers/range.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Outlook, Severity } from "../rules/rule.ts";
import { ruleCommands } from "./rule-commands.ts";

/** A place in the corpus where a rule holds. */
export interface RuleExample {
  /** In this repository. */
  readonly file: string;
  /** The release that reads it. */
  readonly sdk?: string;
  /** Without the outlook, which tells it otherwise. */
  readonly loadOnly?: boolean;
  /** The program's agents, where it takes them. */
  readonly agents?: object;
  /** The label it is migrated to, where a migration tells the rule. */
  readonly to?: string;
  /** The limit of turns that this migration is told. */
  readonly maxTurns?: number;
  readonly pointer: string;
  /** What stands there, as JSON text; null where nothing does, or too much for a line. */
  readonly value: string | null;
}

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
  /** Null where no file of the corpus shows it. */
  readonly example: RuleExample | null;
  /** Where no single file can show it: the commands that bring it about. */
  readonly commands: readonly string[];
}

const exampleOf: ReadonlyMap<string, RuleExample> = new Map(Object.entries(examples));

const placeholders: FindingArgs = new Proxy<Record<string, string>>({}, { get: (_, name) => `<${String(name)}>` });
/** Of what is NaN beside these the sentence itself speaks. */
const ones: FindingArgs = new Proxy<Record<string, number>>({}, { get: () => 1 });

/** A sentence about no document in particular. Where it counts something, a placeholder is no number: N stands there. */
function spoken(text: string | ((args: FindingArgs) => string)): string {
  if (typeof text === "string") return text;
  const filled = text(placeholders);
  return text(ones).includes("NaN") ? filled : filled.replaceAll("NaN", "N");
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
    example: exampleOf.get(rule) ?? null,
    commands: ruleCommands[rule] ?? [],
  };
}

/** Every rule by name. */
export function allRuleFacts(): RuleFacts[] {
  return (Object.keys(rules) as RuleName[]).sort().map(ruleFacts);
}
