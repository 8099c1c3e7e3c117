import type { VersionFacts } from "../../catalogues/version-facts.ts";
import { pydantic } from "../../readers/releases.ts";
import { spanOfReleases } from "../../readers/span.ts";
import { hanging, wrap } from "../terminal/layout.ts";
import type { Paint } from "../terminal/paint.ts";

/** The list of versions, one paragraph each, the summary wrapped beside the label. */
export function versionTable(facts: readonly VersionFacts[], columns: number, paint: Paint): string {
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2;
  const indent = " ".repeat(width);
  return facts
    .map((fact) => {
      const written = fact.released
        ? `written by ${spanOfReleases(fact.writtenBy.map(({ release }) => release))}`
        : "never released";
      const [head = "", ...rest] = wrap(fact.summary, columns, indent).split("\n");
      const first = paint.strong(fact.label.padEnd(width)) + head.slice(width);
      return `${first}\n${rest.join("\n")}${indent}${paint.faint(`${written}, read since ${fact.readBy[0] ?? "no release"}`)}\n`;
    })
    .join("");
}

function section(title: string, lines: readonly string[], columns: number): string {
  if (lines.length === 0) return "";
  return `${title}\n${lines.map((line) => hanging(line, columns, "  - ")).join("")}`;
}

/** One version in full. */
export function versionPage(fact: VersionFacts, columns: number, paint: Paint): string {
  const writers = fact.writtenBy.map(({ release }) => release);
  const openai = fact.writtenBy[0]?.openai;
  const libraries = openai === undefined ? "" : `  judged with openai ${openai} and pydantic ${pydantic}\n`;
  return [
    `${paint.strong(`Schema ${fact.label}`)}${fact.released ? "" : " (never released)"}\n`,
    wrap(fact.summary, columns, "  "),
    wrap(`written by ${writers.length === 0 ? "no release" : writers.join(", ")}`, columns, "  "),
    `  read by ${spanOfReleases(fact.readBy)}\n`,
    libraries,
    section(
      "Added",
      fact.added.map(({ at, kind, required }) => `${at}  ${kind}${required ? " (always written)" : ""}`),
      columns,
    ),
    section("Changed", fact.changed, columns),
    section(
      "Because of the label",
      fact.gates.map(({ when, effect }) => `${when}: ${effect}`),
      columns,
    ),
    "\n",
  ].join("");
}
