import { contextRules } from "../../rules/context.ts";
import { corpusRules } from "../../rules/corpus.ts";
import { envelopeRules } from "../../rules/envelope.ts";
import { historyRules } from "../../rules/history.ts";
import type { RuleName } from "../../rules/index.ts";
import { migrateRules } from "../../rules/migrate.ts";
import { outlookRules } from "../../rules/outlook.ts";
import { processedRules } from "../../rules/processed.ts";
import { sandboxRules } from "../../rules/sandbox.ts";
import { secretRules } from "../../rules/secrets.ts";
import { stepRules } from "../../rules/step.ts";
import type { Sentences } from "../sentences.ts";
import { contextSentences } from "./context.ts";
import { corpusSentences } from "./corpus.ts";
import { envelopeSentences } from "./envelope.ts";
import { historySentences } from "./history.ts";
import { migrateSentences } from "./migrate.ts";
import { outlookSentences } from "./outlook.ts";
import { processedSentences } from "./processed.ts";
import { sandboxSentences } from "./sandbox.ts";
import { secretSentences } from "./secrets.ts";
import { stepSentences } from "./step.ts";

/** The rules of a section, and what makes their sentences: they are a quarter of the program, and most runs need none or few. */
type Section = readonly [rules: object, sentences: () => Readonly<Partial<Record<RuleName, Sentences>>>];

/** Pairs a section's rules with the sentences of exactly those. */
function section<Name extends RuleName>(
  rules: Readonly<Record<Name, unknown>>,
  sentences: () => Readonly<Record<Name, Sentences>>,
): Section {
  let made: Readonly<Partial<Record<RuleName, Sentences>>> | undefined;
  return [
    rules,
    () => {
      made ??= sentences() as Partial<Record<RuleName, Sentences>>;
      return made;
    },
  ];
}

export const sections: readonly Section[] = [
  section(envelopeRules, envelopeSentences),
  section(sandboxRules, sandboxSentences),
  section(contextRules, contextSentences),
  section(historyRules, historySentences),
  section(processedRules, processedSentences),
  section(stepRules, stepSentences),
  section(outlookRules, outlookSentences),
  section(secretRules, secretSentences),
  section(migrateRules, migrateSentences),
  section(corpusRules, corpusSentences),
];

/** What a rule says. */
export function sentencesOf(rule: RuleName): Sentences {
  const [, sentences] = sections.find(([rules]) => Object.hasOwn(rules, rule)) as Section;
  return sentences()[rule] as Sentences;
}
