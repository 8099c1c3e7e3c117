import { UsageError } from "../errors.ts";
import { nearestWord } from "../nearest.ts";
import { chooseReader } from "../readers/choose.ts";
import { migrateRules } from "../rules/migrate.ts";
import { unknownVersion } from "../versions/named.ts";
import { findVersion } from "../versions/registry.ts";
import type { Assumptions } from "../versions/steps/step.ts";
import type { MigrateOptions } from "./migrate.ts";

/** What is asked of a migration, in the words of its users. */
export interface MigrateWishes {
  readonly to?: string | undefined;
  readonly forSdk?: string | undefined;
  /** `max-turns=NUMBER`. */
  readonly assume?: readonly string[] | undefined;
  /** Rules of unsafe losses that are taken on. */
  readonly allowLoss?: readonly string[] | undefined;
}

/** Puts them together; throws UsageError for what does not fit together or is not known. */
export function migrateOptionsOf(options: MigrateWishes): MigrateOptions {
  return {
    to: targetLabel(options),
    assume: assumptionsOf(options.assume ?? []),
    allowLoss: lossesOf(options.allowLoss ?? []),
  };
}

function targetLabel({ to, forSdk }: MigrateWishes): string {
  if ((to === undefined) === (forSdk === undefined))
    throw new UsageError("say where to: either --to VERSION or --for-sdk RELEASE");
  if (forSdk !== undefined) {
    const reader = chooseReader(forSdk);
    if (reader.draft) throw new UsageError(`${reader.release} was never released; nothing is migrated to it`);
    return reader.writes;
  }
  const version = findVersion(to ?? "");
  if (version !== undefined && version.carries === undefined) return version.label;
  if (version !== undefined) throw new UsageError(`${version.label} was never released; nothing is migrated to it`);
  throw unknownVersion(to ?? "");
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

/** The losses that a migration refuses unless they are taken on. */
export const unsafeLosses: readonly string[] = Object.entries(migrateRules).flatMap(([name, rule]) =>
  rule.severity === "error" ? [name] : [],
);

function lossesOf(names: readonly string[]): ReadonlySet<string> {
  for (const name of names) {
    if (unsafeLosses.includes(name)) continue;
    const nearest = nearestWord(name, unsafeLosses);
    throw new UsageError(
      `${JSON.stringify(name)} is no unsafe loss of a migration; ${nearest === undefined ? "see `runstate explain`" : `the nearest is ${nearest}`}`,
    );
  }
  return new Set(names);
}
