import { applyToValue } from "../document/edits/apply-to-value.ts";
import { unlessLost } from "../document/edits/lost.ts";
import type { Json } from "../document/json.ts";
import type { FinalEdit } from "../migrate/merge.ts";
import { migrate } from "../migrate/migrate.ts";
import { reasonOf } from "../migrate/reason.ts";
import { compareVersions, type Version } from "../readers/range.ts";
import type { RepairEdit } from "./cause.ts";
import type { Facts } from "./facts.ts";

/** The edits of a migration, explained. */
export function editsOf(edits: readonly FinalEdit[]): RepairEdit[] {
  return edits.map(({ edit, change }) => ({ edit, reason: reasonOf(change) }));
}

/** The edits that carry the document up to a label, its meaning kept; none when it has it already or a newer one; null when it cannot
 * be carried. No edit moves a list position, so later edits may name places of the original. */
export function liftTo(facts: Facts, to: Version): RepairEdit[] | null {
  const label = facts.judgement.schemaVersion;
  if (label === null) return null;
  if (compareVersions(label, to) >= 0) return [];
  const up = migrate(facts.document, { to });
  return up.status === "migrated" ? editsOf(up.edits) : null;
}

/** The value of the document with these edits made; null when one of them leads nowhere. */
export function liftedValue({ document }: Facts, lifted: readonly RepairEdit[]): Json {
  const edits = lifted.map(({ edit }) => edit);
  return unlessLost(() => applyToValue(document.value, edits));
}
