import type { Range } from "../../readers/range.ts";
import type { Outcome } from "../outcome.ts";
import type { RecordKind } from "../write/record.ts";

/** One row of the decision table in words. */
export interface RowPage {
  readonly title: string;
  readonly records: readonly RecordKind[];
  /** What `settle` prints as outcome. */
  readonly outcome: Outcome | "settled, or discarded";
  /** SDK releases that have this row. */
  readonly releases: Range;
  readonly when: string;
  readonly sdk: string;
  /** What the session gets. */
  readonly stored: string;
  /** What becomes of the record. */
  readonly after: string;
  /** What the caller sees; null when the run goes on. */
  readonly error: string | null;
  readonly fix: string;
  readonly example: string;
}

/** The command line that plays a resume, for the examples. */
export const settleCommand = "runstate settle checkpoint.json --session session.json";

/** The one sentence behind O4, O5, O7, C3 and C4. */
export const cannotReconcile =
  "`Cannot reconcile the pending Session write …`, the same words for five rows; `runstate settle` says which one it is.";

export const anyRecord: readonly RecordKind[] = ["none", "ordinary", "held"];

export const goesOn = "Nothing to do: the run goes on, and the tool does not run again.";
