/** What the options say of the form of a report. */
export interface ReportOptions {
  readonly format?: string;
  readonly quiet: boolean;
  /** Warnings count: what is wrong includes them. */
  readonly strict: boolean;
  /** false under `--no-color`. */
  readonly color?: boolean;
  readonly showValues: boolean;
  /** Where the checkpoint stands in its wrapper. */
  readonly at?: string;
  readonly maxFindings?: number;
}

/** The format of data that is asked for; undefined: text, or one of the formats of reports. */
export function dataFormat({ format }: ReportOptions): "json" | "jsonl" | undefined {
  return format === "json" || format === "jsonl" ? format : undefined;
}
