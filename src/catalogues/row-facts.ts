import { causePages } from "../doctor/pages/index.ts";
import { type CauseId, causeIds } from "../doctor/symptoms.ts";
import { rowPages } from "../settle/pages/index.ts";
import type { RowPage } from "../settle/pages/page.ts";
import type { RowId } from "../settle/row-id.ts";

/** One row of the settle decision table in full. */
export interface RowFacts extends RowPage {
  readonly kind: "row";
  readonly row: RowId;
  /** Causes of `runstate doctor` for which a resume ends in this row. */
  readonly causes: readonly CauseId[];
}

function rowFacts(row: RowId): RowFacts {
  const causes = causeIds.filter((cause) => causePages[cause].rows.includes(row));
  return { kind: "row", row, ...rowPages[row], causes };
}

/** Every row, in the order of the table. */
export function allRowFacts(): RowFacts[] {
  return (Object.keys(rowPages) as RowId[]).map(rowFacts);
}
