import { UsageError } from "../../errors.ts";
import type { CommonOptions } from "../command.ts";

export interface MigrateCommandOptions extends CommonOptions {
  readonly to?: string;
  readonly forSdk?: string;
  readonly write: boolean;
  readonly backup: boolean;
  readonly outDir?: string;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly check: boolean;
  readonly report?: string;
  readonly allowLoss?: readonly string[];
  readonly assume?: readonly string[];
  readonly keepDropped?: string;
  readonly restore?: string;
  readonly keepGoing?: "copy";
  /** Threads to work with. */
  readonly jobs?: number;
}

/** What becomes of the results: written in place, into a folder, to standard output, or only looked at. */
export type Target =
  | { readonly kind: "write"; readonly backup: boolean }
  | { readonly kind: "out-dir"; readonly dir: string; readonly force: boolean }
  | { readonly kind: "stdout" }
  | { readonly kind: "none" };

/** Where results go; throws UsageError for options that do not go together. */
export function targetOf(options: MigrateCommandOptions): Target {
  checkTogether(options);
  const { write, outDir, dryRun, diff, check } = options;
  if (write) return { kind: "write", backup: options.backup };
  if (outDir !== undefined) return { kind: "out-dir", dir: outDir, force: options.force };
  return { kind: dryRun || diff || check ? "none" : "stdout" };
}

function checkTogether(options: MigrateCommandOptions): void {
  const { write, outDir, dryRun, diff, check, ndjson } = options;
  const chosen = [
    write && "--write",
    outDir !== undefined && "--out-dir",
    (dryRun || diff || check) && "--dry-run, --diff or --check",
  ].filter(Boolean);
  if (chosen.length > 1) throw new UsageError(`${chosen.join(" and ")} do not go together`);
  if (options.backup && !write) throw new UsageError("--backup goes with --write");
  if (options.force && outDir === undefined) throw new UsageError("--force goes with --out-dir");
  if (options.keepGoing !== undefined && !ndjson) throw new UsageError("--keep-going goes with --ndjson");
  if (options.keepDropped !== undefined && options.restore !== undefined)
    throw new UsageError("--keep-dropped is for the way down, --restore for the way up");
  if (ndjson && (write || outDir !== undefined))
    throw new UsageError("--ndjson writes to standard output; it does not go with --write or --out-dir");
}
