import { mostNamed } from "../../named.ts";
import { isSecret, isWarning, type RuleName } from "../../rules/index.ts";
import type { Suspect } from "../cause.ts";
import { factOf } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";

/** Warnings that have causes of their own, or are no loss. */
const elsewhere = new Set<RuleName>(["sticky-beside-opposite", "user-context-needs-restoring", "repeated-key"]);

/** What the reader leaves out, ignores or takes for something else, without a word to the caller. */
export function findDropped(facts: Facts): Suspect[] {
  if (runOf(facts) === null) return [];
  const warnings = facts.judgement.findings.filter(
    (finding) => isWarning(finding) && !isSecret(finding) && !elsewhere.has(finding.rule),
  );
  if (warnings.length === 0) return [];
  const places = warnings.length === 1 ? "one place" : `${warnings.length} places`;
  return [
    {
      id: "data-dropped",
      confidence: "possible",
      summary: `The reader drops or reinterprets ${places} of the file on load, and the resumed run goes on without them.`,
      evidence: warnings.slice(0, mostNamed).map(factOf),
      advice: ["`runstate validate FILE` says what the SDK makes of each, and the way out."],
    },
  ];
}
