import { UsageError } from "../errors.ts";
import type { MigrateOptions } from "../migrate/migrate.ts";
import type { Assumptions } from "../migrate/step.ts";
import { nearestWord } from "../nearest.ts";
import { migrateRules } from "../rules/migrate.ts";
import { findVersion, versions } from "../versions/registry.ts";
import type { CommonOptions } from "./command.ts";
import { chooseReader } from "./readers.ts";

export interface MigrateCommandOptions extends CommonOptions {
  readonly to?: string;
  readonly forSdk?: string;
  readonly write?: boolean;
  readonly backup?: boolean;
  readonly outDir?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly check?: boolean;
  readonly report?: string;
  readonly allowLoss?: readonly string[];
  readonly assume?: readonly string[];
  readonly keepDropped?: string;
  readonly restore?: string;
  readonly keepGoing?: "copy";
}

/** What becomes of the results: written in place, into a folder, to standard output, or only looked at. */
export type Target =
  | { readonly kind: "write"; readonly backup: boolean }
  | { readonly kind: "out-dir"; readonly dir: string; readonly force: boolean }
  | { readonly kind: "stdout" }
  | { readonly kind: "none" };

/** Puts the command line together; throws UsageError for what does not fit together. */
export function migrateOptionsOf(options: MigrateCommandOptions): MigrateOptions {
  return {
    to: targetLabel(options),
    assume: assumptionsOf(options.assume ?? []),
    allowLoss: lossesOf(options.allowLoss ?? []),
  };
}

function targetLabel({ to, forSdk }: MigrateCommandOptions): string {
  if ((to === undefined) === (forSdk === undefined))
    throw new UsageError("say where to: either --to VERSION or --for-sdk RELEASE");
  if (forSdk !== undefined) {
    const reader = chooseReader(forSdk);
    if (reader.draft) throw new UsageError(`${reader.release} was never released; nothing is migrated to it`);
    return reader.writes;
  }
  const version = findVersion(to ?? "");
  if (version !== undefined && version.carries === undefined) return version.label;
  const labels = versions.map(({ label }) => label);
  throw new UsageError(`no version ${to} is known; the nearest is ${nearestWord(to ?? "", labels) ?? labels.at(-1)}`);
}

function assumptionsOf(facts: readonly string[]): Assumptions {
  let maxTurns: number | undefined;
  for (const fact of facts) {
    const match = /^max-turns=([1-9][0-9]{0,8})$/.exec(fact);
    if (match === null) throw new UsageError("--assume takes max-turns=NUMBER");
    maxTurns = Number(match[1]);
  }
  return maxTurns === undefined ? {} : { maxTurns };
}

function lossesOf(names: readonly string[]): ReadonlySet<string> {
  const known = Object.entries(migrateRules).flatMap(([name, rule]) => (rule.severity === "error" ? [name] : []));
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = nearestWord(name, known);
    throw new UsageError(
      `--allow-loss takes the rule of an unsafe loss; ${nearest === undefined ? "see `runstate explain`" : `the nearest is ${nearest}`}`,
    );
  }
  return new Set(names);
}

export function targetOf(options: MigrateCommandOptions): Target {
  const { write, outDir, dryRun, diff, check, ndjson } = options;
  const chosen = [
    write && "--write",
    outDir !== undefined && "--out-dir",
    (dryRun || diff || check) && "--dry-run, --diff or --check",
  ].filter(Boolean);
  if (chosen.length > 1) throw new UsageError(`${chosen.join(" and ")} do not go together`);
  if (options.backup && !write) throw new UsageError("--backup goes with --write");
  if (options.force && outDir === undefined) throw new UsageError("--force goes with --out-dir");
  if (options.keepGoing !== undefined && ndjson !== true) throw new UsageError("--keep-going goes with --ndjson");
  if (options.keepDropped !== undefined && options.restore !== undefined)
    throw new UsageError("--keep-dropped is for the way down, --restore for the way up");
  if (ndjson === true && (write || outDir !== undefined))
    throw new UsageError("--ndjson writes to standard output; it does not go with --write or --out-dir");
  if (write) return { kind: "write", backup: options.backup === true };
  if (outDir !== undefined) return { kind: "out-dir", dir: outDir, force: options.force === true };
  return { kind: dryRun || diff || check ? "none" : "stdout" };
}
