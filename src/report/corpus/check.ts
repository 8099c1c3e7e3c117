import type { Coverage } from "../../corpus/coverage.ts";
import type { Output } from "../../io.ts";
import { plural } from "../../plural.ts";
import { openResults } from "../json.ts";
import type { CheckpointResult } from "../result.ts";
import { wrap } from "../terminal/layout.ts";
import { safeJson } from "../terminal/safe-text.ts";

export interface CorpusSummary {
  readonly files: number;
  readonly missed: number;
  readonly warnings: number;
}

/** The whole check as one JSON document. */
export function corpusJson(
  out: Output,
  sdk: string,
  results: readonly CheckpointResult[],
  uncovered: Coverage,
  summary: CorpusSummary,
): void {
  const list = openResults(out, { sdk });
  for (const result of results) list.add(safeJson(result));
  list.end({ uncovered, summary });
}

/** A team guards its own files: hundreds of rules that they do not show would hide what the check found. */
const mostNamed = 40;

/** What the text report says after the findings. */
export function corpusText(out: Output, uncovered: Coverage, summary: CorpusSummary): void {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ["schema versions without a file", uncovered.versions],
    ["rules without a file", uncovered.rules],
  ];
  for (const [title, names] of lists) {
    if (names.length === 0) continue;
    const named = names.length > mostNamed ? "--format json names them" : names.join(", ");
    out.write(`${title}: ${names.length}\n${wrap(named, out.columns, "  ")}`);
  }
  const { files, missed, warnings } = summary;
  const missing = missed === 0 ? "all as expected" : `${plural(missed, "expectation")} missed`;
  out.write(`${plural(files, "file")}: ${missing}${warnings === 0 ? "" : `, ${plural(warnings, "warning")}`}\n`);
}
