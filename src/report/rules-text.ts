import type { RuleFacts } from "../inspect/rule-facts.ts";
import type { Range } from "../readers/range.ts";
import { wrap } from "./layout.ts";
import type { Paint } from "./paint.ts";
import { safeText } from "./safe-text.ts";

function spanOf({ since, until }: Range, all: string): string {
  if (since === undefined) return until === undefined ? all : `up to ${until}`;
  if (since === until) return `only ${since}`;
  return until === undefined ? `since ${since}` : `${since} to ${until}`;
}

function severityOf({ severity, resume }: RuleFacts): string {
  return resume === null ? severity : `${severity} ${resume}`;
}

/** The list of rules, a line or two each. */
export function ruleTable(facts: readonly RuleFacts[], columns: number, paint: Paint): string {
  return facts
    .map(
      (fact) =>
        `${paint.strong(fact.rule)}  ${paint[fact.severity](severityOf(fact))}\n${wrap(fact.title, columns, "  ")}`,
    )
    .join("");
}

/** One rule in full. */
export function rulePage(fact: RuleFacts, columns: number, paint: Paint): string {
  const section = (title: string, text: string) =>
    text === "" ? "" : `\n${title}\n${wrap(safeText(text), columns, "  ")}`;
  return [
    `${paint.strong(fact.rule)}  ${paint[fact.severity](severityOf(fact))}\n`,
    wrap(fact.title, columns, "  "),
    section("Holds for", `releases: ${spanOf(fact.readers, "all")}; labels: ${spanOf(fact.labels, "all")}`),
    section("A finding says", fact.message),
    section("What the SDK does", fact.why),
    section("In the SDK", fact.sdk),
    section("Way out", fact.fix),
  ].join("");
}
