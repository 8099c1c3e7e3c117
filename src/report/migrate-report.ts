import type { LineFile } from "../document/line-file.ts";
import type { PlaceSource } from "../findings/describe.ts";
import type { Io } from "../io.ts";
import type { Migration } from "../migrate/migrate.ts";
import { tool } from "../tool.ts";
import { formatVersion } from "./json.ts";
import { migrateLine, type Named } from "./migrate-line.ts";
import { findingsText, noTally, planText, tallyText } from "./migrate-text.ts";
import type { ReportOptions } from "./options.ts";
import { choosePaint } from "./paint.ts";
import { safeJson } from "./safe-text.ts";

export interface MigrateReportOptions extends ReportOptions {
  readonly ndjson?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly write?: boolean;
}

/** One migrated document, as the report needs it. */
interface Reported {
  readonly migration: Migration;
  readonly text: string | null;
  readonly places: PlaceSource;
}

export interface MigrateReport {
  /** `old` is the whole text that was read; `fault` says why the result is not where it belongs. */
  add(named: Named, done: Reported, old: string, fault?: string): void;
  /** An input that could not be read. */
  failed(): void;
  end(): void;
}

const mostFindings = 20;

/** The report of a run: lines for `--report`, and on the screen what the options ask for. When standard output
 * carries the documents, everything else goes to standard error. */
export async function openMigrateReport(
  io: Io,
  options: MigrateReportOptions,
  carries: boolean,
  lines: LineFile | undefined,
): Promise<MigrateReport> {
  const out = carries ? io.stderr : io.stdout;
  const format = carries ? "text" : (options.format ?? "text");
  const paint = await choosePaint(options, io);
  const diff = options.diff === true ? (await import("./unified-diff.ts")).unifiedDiff : undefined;
  const showsValues = options.showValues === true;
  const diffStyle = !showsValues ? "masked" : out.isTty ? "escaped" : "exact";
  const most = options.maxFindings ?? mostFindings;
  const tally = noTally();
  let separator = "\n";
  if (format === "json") out.write(`${safeJson({ formatVersion, tool }).slice(0, -1)},"results":[`);
  return {
    add(named, { migration, text, places }, old, fault) {
      tally[migration.status]++;
      const line =
        lines === undefined && format === "text"
          ? ""
          : migrateLine(named, migration, named.line === null ? places : null, showsValues, fault);
      lines?.add(line);
      if (format !== "text") {
        out.write(format === "json" ? separator + line : `${line}\n`);
        separator = ",\n";
        return;
      }
      if (options.dryRun === true) out.write(planText(out, named, migration, paint));
      if (diff !== undefined && text !== null && text !== old) out.write(diff(named.file, old, text, diffStyle));
      const isWrong = migration.status === "refused" || migration.status === "invalid";
      if (isWrong || options.quiet !== true)
        out.write(findingsText(out, named, migration, named.line === null ? places : null, paint, most));
    },
    failed() {
      tally.failed++;
    },
    end() {
      if (format === "json") out.write(`\n],"summary":${safeJson(tally)}}\n`);
      else if (format === "text" && options.quiet !== true && isWorthATally(options, tally))
        out.write(tallyText(tally));
    },
  };
}

/** One document that went to standard output needs no count. */
function isWorthATally(options: MigrateReportOptions, tally: ReturnType<typeof noTally>): boolean {
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  return total > 1 || options.write === true || options.ndjson === true;
}
