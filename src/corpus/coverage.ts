import { corpusRules } from "../rules/corpus.ts";
import { type RuleName, rules } from "../rules/index.ts";
import { migrateRules } from "../rules/migrate.ts";
import { draftVersion, versions } from "../versions/registry.ts";

/** What a corpus does not guard. */
export interface Coverage {
  /** Labels that no accepted file has. */
  readonly versions: readonly string[];
  /** Rules of a judgement that no file breaks, under any reader that its entry names. */
  readonly rules: readonly RuleName[];
}

export function uncovered(labels: ReadonlySet<string>, found: ReadonlySet<RuleName>): Coverage {
  return {
    versions: [...versions, draftVersion].map(({ label }) => label).filter((label) => !labels.has(label)),
    rules: (Object.keys(rules) as RuleName[]).filter((rule) => isJudged(rule) && !found.has(rule)).sort(),
  };
}

/** Migrations and corpus checks have rules of their own, which no checkpoint can break. */
function isJudged(rule: RuleName): boolean {
  return !Object.hasOwn(migrateRules, rule) && !Object.hasOwn(corpusRules, rule);
}
