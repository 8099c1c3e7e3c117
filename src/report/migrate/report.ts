import type { LineFile } from "../../document/files/line-file.ts";
import type { Output } from "../../io.ts";
import { openResults } from "../json.ts";
import { countRules, type RuleCounts, ruleCountsText } from "../rule-counts.ts";
import { tellingFew, tellingOnce } from "../terminal/once.ts";
import type { Manner, Told } from "./telling.ts";
import { noTally, type Said, type Tally, tallyText } from "./text.ts";

export interface MigrateReport {
  /** `as`: what it counts as, its status otherwise. */
  add(told: Told, as?: keyof Tally): void;
  /** An input that could not be read. */
  failed(): void;
  end(): void;
}

/** The report of a run: lines for `--report`, and on `out` what the options ask for. */
export function openMigrateReport(out: Output, manner: Manner, lines: LineFile | undefined): MigrateReport {
  const { format } = manner;
  const tally = noTally();
  const rules: RuleCounts = new Map();
  const once = tellingOnce();
  const few = manner.mostOfRule === undefined ? undefined : tellingFew(manner.mostOfRule);
  const say = ({ text, findingOf, advice }: Said) => {
    if (advice !== undefined) return once(advice.rule, advice.fix, () => text);
    return findingOf === undefined || few === undefined ? text : few(findingOf, text);
  };
  const results = format === "json" ? openResults(out, {}) : undefined;
  return {
    add({ status, line, screen, rules: found }, as = status) {
      tally[as]++;
      countRules(rules, found);
      lines?.add(line);
      if (results !== undefined) results.add(line);
      else if (format !== "text") out.write(`${line}\n`);
      else for (const said of screen) out.write(say(said));
    },
    failed() {
      tally.failed++;
    },
    end() {
      const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
      if (results !== undefined) results.end({ summary: tally });
      // One document that went to standard output needs no count.
      else if (format === "text" && !manner.quiet && (total > 1 || manner.talliesOne))
        out.write(tallyText(tally) + (total > 1 ? ruleCountsText(rules) : ""));
    },
  };
}
