import { type MigrateRule, migrateRules } from "../rules/migrate.ts";
import type { Change, Loss } from "../versions/steps/step.ts";

/** The loss of what a rule does: its severity says it (see `rules/migrate.ts`). */
export function lossOf(rule: MigrateRule): Loss {
  const { severity } = migrateRules[rule];
  if (severity === "error") return "unsafe";
  return severity === "info" ? "none" : "degraded";
}

/** The changes that refuse the migration: unsafe, and not taken on by name. */
export function refusals(changes: readonly Change[], allowed: ReadonlySet<string>): Change[] {
  return changes.filter((change) => lossOf(change.rule) === "unsafe" && !allowed.has(change.rule));
}
