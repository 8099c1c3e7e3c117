import type { Named } from "../../document/checkpoint.ts";
import type { PlaceSource } from "../../findings/describe.ts";
import { rulesOf } from "../../findings/finding.ts";
import type { Io } from "../../io.ts";
import type { Migration, Status } from "../../migrate/migrate.ts";
import { isWarning, type RuleName } from "../../rules/index.ts";
import type { ReportOptions } from "../options.ts";
import { type ColourLevel, colourLevel, paintOf } from "../terminal/paint.ts";
import { migrateLine } from "./line.ts";
import { findingsText, planText, type Said } from "./text.ts";

export interface MigrateReportOptions extends ReportOptions {
  readonly ndjson: boolean;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly write: boolean;
}

/** How migrations are told. Plain data: other threads tell too. */
export interface Manner {
  readonly format: string;
  /** Whether there is a file of `--report`. */
  readonly hasFile: boolean;
  readonly showsPlan: boolean;
  readonly diffStyle: "masked" | "escaped" | "exact" | null;
  readonly showsValues: boolean;
  readonly quiet: boolean;
  readonly strict: boolean;
  readonly maxFindings: number;
  readonly columns: number;
  readonly at: string | undefined;
  readonly colours: ColourLevel;
  /** How often the same rule is told of in a run; undefined: each time. */
  readonly mostOfRule: number | undefined;
  /** A run over one document is summed up too. */
  readonly talliesOne: boolean;
}

/** One migrated document, as the report needs it. */
export interface Reported {
  readonly migration: Migration;
  readonly text: string | null;
  readonly places: PlaceSource;
}

/** What is said of a document: its line of a report, and what goes to the screen. */
export interface Told {
  readonly status: Status;
  /** Empty when no report has lines. */
  readonly line: string;
  readonly screen: readonly Said[];
  /** Of its findings, each once. */
  readonly rules: readonly RuleName[];
}

/** `old` is the whole text that was read; `fault` says why the result is not where it belongs. */
export type Tell = (named: Named, done: Reported, old: string, fault?: string) => Told;

const mostFindings = 20;
/** Of millions of lines nobody reads each; all of them stand in the file of `--report`, and are counted at the end. */
const mostOfRule = 20;

/** When standard output carries the documents, everything else goes to standard error, as text. */
export function mannerOf(io: Io, options: MigrateReportOptions, carries: boolean, hasFile: boolean): Manner {
  const out = carries ? io.stderr : io.stdout;
  const { showValues: showsValues, ndjson, dryRun, diff, write, quiet, strict } = options;
  const diffStyle = !showsValues ? "masked" : out.isTty ? "escaped" : "exact";
  return {
    format: carries ? "text" : (options.format ?? "text"),
    hasFile,
    showsPlan: dryRun,
    diffStyle: diff ? diffStyle : null,
    showsValues,
    quiet,
    strict,
    maxFindings: options.maxFindings ?? mostFindings,
    columns: out.columns,
    at: options.at,
    colours: colourLevel(options, io),
    mostOfRule: ndjson && !dryRun && !diff ? mostOfRule : undefined,
    talliesOne: write || ndjson,
  };
}

export async function openTelling(manner: Manner): Promise<Tell> {
  const { format, showsValues, columns, at, maxFindings } = manner;
  const look = { columns, at, maxFindings, paint: await paintOf(manner.colours) };
  const diff = manner.diffStyle === null ? undefined : (await import("./unified-diff.ts")).unifiedDiff;
  const screenOf = (named: Named, { migration, text, places }: Reported, old: string) => {
    let screen = manner.showsPlan ? planText(named, migration, look) : "";
    if (diff !== undefined && manner.diffStyle !== null && text !== null && text !== old)
      screen += diff(named.file, old, text, manner.diffStyle);
    const isRefused = migration.status === "refused" || migration.status === "invalid";
    const isWrong = isRefused || (manner.strict && migration.findings.some(isWarning));
    const before = { text: screen };
    if (!isWrong && manner.quiet) return [before];
    return [before, ...findingsText(named, migration, placesOf(named, places), look)];
  };
  return (named, done, old, fault) => ({
    status: done.migration.status,
    line:
      format === "text" && !manner.hasFile
        ? ""
        : migrateLine(named, done.migration, placesOf(named, done.places), showsValues, fault),
    screen: format === "text" ? screenOf(named, done, old) : [],
    rules: rulesOf(done.migration.findings),
  });
}

/** Of a line among others the place in the file is not known. */
function placesOf({ line }: Named, places: PlaceSource): PlaceSource {
  return line === null ? places : null;
}
