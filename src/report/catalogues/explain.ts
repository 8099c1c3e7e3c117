import type { CauseFacts } from "../../catalogues/cause-facts.ts";
import type { RowFacts } from "../../catalogues/row-facts.ts";
import type { RuleFacts } from "../../catalogues/rule-facts.ts";
import type { Range } from "../../readers/range.ts";
import { wrap } from "../terminal/layout.ts";
import type { Paint } from "../terminal/paint.ts";
import { safeText } from "../terminal/safe-text.ts";
import { shellLines } from "../terminal/shell.ts";

export interface Explained {
  readonly rules: readonly RuleFacts[];
  readonly rows: readonly RowFacts[];
  readonly causes: readonly CauseFacts[];
}

function spanOf({ since, until }: Range): string {
  if (since === undefined) return until === undefined ? "all" : `up to ${until}`;
  if (since === until) return `only ${since}`;
  return until === undefined ? `since ${since}` : `${since} to ${until}`;
}

function severityOf({ severity, resume }: RuleFacts): string {
  return resume === null ? severity : `${severity} ${resume}`;
}

function headOf(fact: RuleFacts | RowFacts | CauseFacts, paint: Paint): string {
  if (fact.kind === "rule") return `${paint.strong(fact.rule)}  ${paint[fact.severity](severityOf(fact))}\n`;
  if (fact.kind === "cause") return `${paint.strong(fact.cause)}\n`;
  return `${paint.strong(fact.row)}  ${recordOf(fact)}: ${fact.outcome}\n`;
}

function recordOf({ records }: RowFacts): string {
  return records.length > 2
    ? "any record"
    : records.map((kind) => `${kind === "none" ? "no" : kind} record`).join(" or ");
}

/** The list of what has a page, by kind, a line or two each. */
export function explainedTable({ rules, rows, causes }: Explained, columns: number, paint: Paint): string {
  const group = (title: string, facts: readonly (RuleFacts | RowFacts | CauseFacts)[]) =>
    `${title}\n\n${facts.map((fact) => headOf(fact, paint) + wrap(fact.title, columns, "  ")).join("")}`;
  return [
    group("Rules, which the findings name", rules),
    group("Rows of the decision table, which `runstate settle` names", rows),
    group("Causes, which `runstate doctor` names", causes),
  ].join("\n");
}

type Section = readonly [title: string, ...paragraphs: string[]];

/** Sections in full; paragraphs that are empty are left out, and sections without any too. */
function page(
  fact: RuleFacts | RowFacts | CauseFacts,
  sections: readonly Section[],
  columns: number,
  paint: Paint,
): string {
  const text = sections.map(([title, ...paragraphs]) => {
    const filled = paragraphs.filter((paragraph) => paragraph !== "");
    return filled.length === 0
      ? ""
      : `\n${title}\n${filled.map((paragraph) => wrap(safeText(paragraph), columns, "  ")).join("")}`;
  });
  const example = fact.kind === "rule" ? exampleText(fact, columns) : shellLines(fact.example, columns, "  ");
  return (
    headOf(fact, paint) +
    wrap(fact.title, columns, "  ") +
    text.join("") +
    (example === "" ? "" : `\nExample\n${example}`)
  );
}

/** The command that shows it, and where. */
function exampleText({ example, commands }: RuleFacts, columns: number): string {
  if (example === null) return commands.map((command) => shellLines(command, columns, "  ")).join("");
  const { file, sdk, loadOnly, agents, to, maxTurns, pointer, value } = example;
  const given = (agents === undefined ? "" : " --agents agents.json") + (loadOnly === true ? " --load-only" : "");
  const assumed = maxTurns === undefined ? "" : ` --assume max-turns=${maxTurns}`;
  const command =
    to === undefined ? `validate --sdk ${sdk}${given} ${file}` : `migrate --to ${to}${assumed} --dry-run ${file}`;
  const place = pointer === "" ? "the whole document" : `at ${pointer}`;
  const stands = value === null ? "" : `, where ${value} stands`;
  const program = agents === undefined ? "" : ` agents.json: ${JSON.stringify(agents)}`;
  return (
    shellLines(`runstate ${command}`, columns, "  ") + wrap(safeText(`${place}${stands}.${program}`), columns, "  ")
  );
}

function rulePage(fact: RuleFacts): Section[] {
  return [
    ["Holds for", `releases: ${spanOf(fact.readers)}; labels: ${spanOf(fact.labels)}`],
    ["A finding says", fact.message],
    ["What the SDK does", fact.why],
    ["In the SDK", fact.sdk],
    ["Way out", fact.fix],
  ];
}

function rowPage(fact: RowFacts): Section[] {
  return [
    ["Holds for", `releases: ${spanOf(fact.releases)}`],
    ["When", fact.when],
    ["What the SDK does", fact.sdk],
    ["The session gets", fact.stored],
    ["The record", fact.after],
    ["The error", fact.error ?? "None: the run goes on."],
    ["Way out", fact.fix],
    ["Causes behind it", fact.causes.join(", ")],
  ];
}

function causePage(fact: CauseFacts): Section[] {
  return [
    ["What it is", fact.meaning],
    ["Look for", `${fact.lookFor}.`],
    ["Errors it hides behind", ...fact.errors.map(({ begins, tells }) => `"${begins} …": ${tells}.`)],
    ["Rows of the resume", fact.rows.join(", ")],
    ["Repairs that can be offered", ...fact.repairs.map(({ id, does }) => `${id}: ${does}.`)],
    ["Way out", fact.advice],
  ];
}

function sectionsOf(fact: RuleFacts | RowFacts | CauseFacts): Section[] {
  if (fact.kind === "rule") return rulePage(fact);
  return fact.kind === "row" ? rowPage(fact) : causePage(fact);
}

/** The pages of what was found; a rule and a cause can share a name. */
export function explainedPages({ rules, rows, causes }: Explained, columns: number, paint: Paint): string {
  return [...rules, ...rows, ...causes].map((fact) => page(fact, sectionsOf(fact), columns, paint)).join("\n");
}
