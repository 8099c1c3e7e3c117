/** What the options say of the form of a report; an option is absent when nothing sets it. */
export interface ReportOptions {
  readonly format?: string;
  readonly quiet?: boolean;
  /** false under `--no-color`. */
  readonly color?: boolean;
  readonly showValues?: boolean;
  readonly maxFindings?: number;
}
