import type { RuleName } from "../rules/index.ts";
import { table } from "./terminal/layout.ts";

/** In how many checkpoints each rule was found. */
export type RuleCounts = Map<RuleName, number>;

/** `rules`: those of one checkpoint, each once. */
export function countRules(counts: RuleCounts, rules: readonly RuleName[]): void {
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
}

/** The most frequent first: of thousands of checkpoints nobody reads each. */
export function ruleCountsText(counts: RuleCounts): string {
  const rows = [...counts].sort(([, a], [, b]) => b - a).map(([rule, count]) => [String(count), rule]);
  return table(rows, "  ");
}
