import type { Named } from "../../document/checkpoint.ts";
import { pointerOf } from "../../document/pointer.ts";
import type { Output } from "../../io.ts";
import { type Move, type Outcome, outcomes } from "../../move/move.ts";
import { plural } from "../../plural.ts";
import { openResults } from "../json.ts";
import { countRules, type RuleCounts, ruleCountsText } from "../rule-counts.ts";
import { safeName } from "../terminal/name.ts";
import type { Paint } from "../terminal/paint.ts";
import { safeJson, safeText } from "../terminal/safe-text.ts";
import { shellLines } from "../terminal/shell.ts";

/** A checkpoint of the folder and what the move does to it. */
export interface PlannedMove extends Named {
  readonly move: Move;
}

/** Number of checkpoints of each outcome, of all, and of those that must be migrated first. */
export type PlanSummary = Record<Outcome | "checkpoints" | "toMigrate", number>;

export interface PlanReport {
  add(planned: PlannedMove): void;
  end(summary: PlanSummary): void;
}

interface Releases {
  readonly fromSdk: string;
  readonly toSdk: string;
}

function resultOf({ file, line, move }: PlannedMove): object {
  const { migration } = move;
  if (migration === null) return { file, line, ...move };
  const losses = migration.losses.map(({ rule, loss, path }) => ({ rule, loss, pointer: pointerOf(path) }));
  return { file, line, ...move, migration: { ...migration, losses } };
}

export function planJson(out: Output, releases: Releases): PlanReport {
  const results = openResults(out, releases);
  return {
    add: (planned) => results.add(safeJson(resultOf(planned))),
    end: (summary) => results.end({ summary }),
  };
}

export function planJsonl(out: Output): PlanReport {
  return { add: (planned) => out.write(`${safeJson(resultOf(planned))}\n`), end() {} };
}

const strokes = {
  resumes: "good",
  loads: "info",
  "asks-again": "resume",
  lost: "warning",
  refused: "error",
} as const satisfies Record<Outcome, keyof Paint>;

const widest = Math.max(...outcomes.map((outcome) => outcome.length));

/** One line a checkpoint, for grep: outcome, file, whether it must be migrated, the rules behind it. `migrate`: the command that
 * migrates them. */
export function planText(out: Output, releases: Releases, paint: Paint, quiet: boolean, migrate: string): PlanReport {
  const { columns } = out;
  const counts: RuleCounts = new Map();
  return {
    add(planned) {
      const { outcome, migration, because } = planned.move;
      countRules(counts, because);
      if (quiet && outcome === "resumes") return;
      const way = migration?.after ? `migrated to ${migration.label}` : outcome === "refused" ? "" : "as it is";
      const parts = [
        paint[strokes[outcome]](outcome.padEnd(widest)),
        paint.strong(safeName(planned)),
        way,
        because.join(", "),
      ];
      out.write(`${parts.filter((part) => part !== "").join("  ")}\n`);
    },
    end(summary) {
      if (quiet || summary.checkpoints === 0) return;
      const { fromSdk, toSdk } = releases;
      const perOutcome = outcomes.map((outcome) => `${summary[outcome]} ${outcome}`).join(", ");
      out.write(
        `${plural(summary.checkpoints, "checkpoint")}, ${fromSdk} to ${toSdk}: ${perOutcome}\n${ruleCountsText(counts)}`,
      );
      if (summary.toMigrate > 0)
        out.write(`${summary.toMigrate} must be migrated first:\n${shellLines(safeText(migrate), columns, "  ")}`);
    },
  };
}
