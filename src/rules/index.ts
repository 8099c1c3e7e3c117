import { contextRules } from "./context.ts";
import { corpusRules } from "./corpus.ts";
import { envelopeRules } from "./envelope.ts";
import { historyRules } from "./history.ts";
import { joinTables } from "./join-tables.ts";
import { migrateRules } from "./migrate.ts";
import { outlookRules } from "./outlook.ts";
import { processedRules } from "./processed.ts";
import type { Rule } from "./rule.ts";
import { sandboxRules } from "./sandbox.ts";
import { secretRules } from "./secrets.ts";
import { stepRules } from "./step.ts";

const table = joinTables(
  envelopeRules,
  sandboxRules,
  contextRules,
  historyRules,
  processedRules,
  stepRules,
  outlookRules,
  secretRules,
  migrateRules,
  corpusRules,
);

export type RuleName = keyof typeof table;

/** Every rule by name. Names are stable for ever. */
export const rules: Readonly<Record<RuleName, Rule>> = table;

interface Named {
  readonly rule: RuleName;
}

/** Whether a finding of this rule makes the reader refuse the document. */
export function isError({ rule }: Named): boolean {
  return rules[rule].severity === "error";
}

/** Whether it is about what must not leave the house. */
export function isSecret({ rule }: Named): boolean {
  return rule.startsWith("secret-");
}

/** Whether it counts under `--strict` only. */
export function isWarning({ rule }: Named): boolean {
  return rules[rule].severity === "warning";
}
