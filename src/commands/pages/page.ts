import { writePage } from "../../document/files/page-file.ts";
import { InputError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import type { CommonOptions } from "../command.ts";

/** The option of the commands that draw a page. */
export interface PageOption {
  /** Where the page goes; `-` is standard output. */
  readonly html?: string;
}

/** A page takes the place of the report. Throws UsageError when both are asked for, or two places for one page. */
export function checkPageOption({ html, format, output }: PageOption & CommonOptions): void {
  if (html !== undefined && format !== undefined)
    throw new UsageError("--html and --format are two reports: ask for one of them");
  if (html !== undefined && html !== "-" && output !== undefined)
    throw new UsageError("--html and --output both name where the page goes; give one of them");
}

/** Puts the page where the option says. Throws InputError when it cannot be written there. */
export function putPage(html: string, page: string, io: Io): void {
  if (html === "-") {
    io.stdout.write(page);
    return;
  }
  const done = writePage(html, page);
  if (!("fault" in done)) return;
  const { kind, sentence } = done.fault;
  throw new InputError(kind === "exists" ? `${html} is there already and is no page; it is left as it is` : sentence);
}
