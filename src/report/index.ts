import type { Io } from "../io.ts";
import { githubReport } from "./github.ts";
import { jsonReport } from "./json.ts";
import { jsonlReport } from "./jsonl.ts";
import { junitReport } from "./junit.ts";
import type { ReportOptions } from "./options.ts";
import type { Report } from "./result.ts";
import { sarifReport } from "./sarif.ts";
import { choosePaint } from "./terminal/paint.ts";
import { textReport } from "./text.ts";

/** The report that `--format` names (text without it). `sdk` is the reader that gives the verdicts. */
export async function openReport(options: ReportOptions, sdk: string, io: Io): Promise<Report> {
  const { format, quiet, strict, at } = options;
  switch (format) {
    case "json":
      return jsonReport(io.stdout, sdk);
    case "jsonl":
      return jsonlReport(io.stdout);
    case "sarif":
      return sarifReport(io.stdout);
    case "junit":
      return junitReport(io.stdout, at);
    case "github":
      return githubReport(io.stdout, at);
    default:
      return textReport(io.stdout, {
        sdk,
        quiet,
        strict,
        paint: await choosePaint(options, io),
        at,
      });
  }
}
