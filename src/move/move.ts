import type { Checkpoint } from "../document/checkpoint.ts";
import type { Document } from "../document/document.ts";
import type { Path } from "../document/json.ts";
import { type Finding, resumeOf } from "../findings/finding.ts";
import { type Judgement, judge, judgeFault, type Standing, standingOf } from "../judge.ts";
import { lossOf } from "../migrate/losses.ts";
import { type Migration, migrate, type Status } from "../migrate/migrate.ts";
import type { Agents } from "../outlook/program/agents.ts";
import type { Reader } from "../readers/releases.ts";
import { isError, type RuleName } from "../rules/index.ts";
import { type MigrateRule, migrateRules } from "../rules/migrate.ts";
import { isBroken, outlooks } from "../rules/rule.ts";
import type { Loss } from "../versions/steps/step.ts";

/** What becomes of a checkpoint when the program moves to another release, from good to bad:
 * `resumes` as before · `loads`, and its resume fails as it did before (or was not asked for) · `asks-again` for a decision on record ·
 * `lost`: it loads, but something of it is gone, or its resume fails that did not · `refused`, and no migration helps. */
export const outcomes = ["resumes", "loads", "asks-again", "lost", "refused"] as const;
export type Outcome = (typeof outcomes)[number];

/** A migration that the move needs, because the new release refuses the file as it stands. */
export interface Passage {
  /** The label to migrate to. */
  readonly label: string;
  readonly status: Status;
  readonly losses: readonly { readonly rule: MigrateRule; readonly loss: Loss; readonly path: Path }[];
  /** What the new release says of the migrated file; null when there is none. */
  readonly after: Standing | null;
}

export interface Move {
  readonly schemaVersion: string | null;
  readonly from: Standing;
  /** As the file stands. */
  readonly to: Standing;
  /** null when none is needed, or the text is no document. */
  readonly migration: Passage | null;
  readonly outcome: Outcome;
  /** The rules behind the outcome, each once. */
  readonly because: readonly RuleName[];
}

export interface MoveOptions {
  readonly from: Reader;
  readonly to: Reader;
  readonly loadOnly?: boolean;
  readonly agents?: Agents | undefined;
}

/** What the move from one release to another does to one checkpoint; pure. */
export function planMove(read: Checkpoint["read"], options: MoveOptions): Move {
  const { from, to, ...judging } = options;
  const judged = (reader: Reader, document: Document) => judge(document, { ...judging, reader });
  if ("fault" in read) {
    const judgement = judgeFault(read.fault);
    return moveOf(judgement, judgement, null, null);
  }
  const before = judged(from, read.document);
  const now = judged(to, read.document);
  if (now.verdict === "accepted") return moveOf(before, now, null, null);
  const migration = migrate(read.document, { to: to.writes });
  if (migration.status === "unchanged") return moveOf(before, now, null, null); // the label is no reason for the refusal
  const after = migration.result === null ? null : judged(to, migration.result);
  return moveOf(before, now, migration, after);
}

function moveOf(before: Judgement, now: Judgement, migration: Migration | null, after: Judgement | null): Move {
  const passage =
    migration === null
      ? null
      : {
          label: migration.to,
          status: migration.status,
          losses: lossesOf(migration),
          after: after && standingOf(after),
        };
  const final = now.verdict === "accepted" ? now : after;
  const outcome = outcomeOf(before, final, passage);
  return {
    schemaVersion: now.schemaVersion,
    from: standingOf(before),
    to: standingOf(now),
    migration: passage,
    outcome,
    because: [...new Set(reasons(outcome, final ?? now, migration))],
  };
}

function isMigrateRule(rule: RuleName): rule is MigrateRule {
  return Object.hasOwn(migrateRules, rule);
}

function lossesOf({ findings }: Migration): Passage["losses"] {
  return findings.flatMap(({ rule, path }) =>
    isMigrateRule(rule) && isLoss(rule) ? [{ rule, loss: lossOf(rule), path }] : [],
  );
}

/** A label that no release writes, and a result that is refused, are no losses of the file. */
function isLoss(rule: MigrateRule): boolean {
  return lossOf(rule) !== "none" && rule !== "migrate-target-unreleased" && rule !== "migrated-rejected";
}

function outcomeOf(before: Judgement, final: Judgement | null, passage: Passage | null): Outcome {
  if (final === null || final.verdict === "rejected") return "refused";
  if (passage !== null && passage.losses.length > 0) return "lost";
  if (final.resume === null) return "loads";
  if (!isBroken(final.resume)) return final.resume === "asks-again" ? "asks-again" : "resumes";
  return worth(before) >= worth(final) ? "loads" : "lost";
}

/** How bad the outlook is; a file that the old release refuses had none to lose. */
function worth({ resume }: Judgement): number {
  return resume === null ? outlooks.length : outlooks.indexOf(resume);
}

function reasons(outcome: Outcome, last: Judgement, migration: Migration | null): RuleName[] {
  const severe = (findings: readonly Finding[]) => findings.filter(isError);
  if (outcome === "refused") {
    const named = severe(migration?.findings ?? []).filter(({ rule }) => rule !== "migrated-rejected");
    return (named.length > 0 ? named : severe(last.findings)).map(({ rule }) => rule);
  }
  const losses = migration === null ? [] : lossesOf(migration).map(({ rule }) => rule);
  const outlook = last.findings.filter((finding) => {
    const resume = resumeOf(finding);
    return resume !== null && resume !== "depends";
  });
  return [...losses, ...outlook.map(({ rule }) => rule)];
}
