import type { RowId } from "../../settle/row-id.ts";

/** A repair that `doctor` offers for a cause where file and session allow it. `…` in an id: a name from the document. */
export interface PossibleRepair {
  readonly id: string;
  readonly does: string;
}

/** One cause in words, beside its title and what to look for. */
export interface CausePage {
  readonly meaning: string;
  /** Rows of the settle decision table in which the resume ends with it. */
  readonly rows: readonly RowId[];
  readonly repairs: readonly PossibleRepair[];
  /** The ways out that are no edits, or how to choose among the repairs. */
  readonly advice: string;
  readonly example: string;
}

export const withFile = "runstate doctor checkpoint.json";
export const withSession = "runstate doctor checkpoint.json --session session.json";
export const withAgents = "runstate doctor checkpoint.json --agents agents.json";

export const dropRecord: PossibleRepair = {
  id: "drop-record",
  does: "removes the pending write and takes its count over, when the batch is in the session",
};

export const clearBefore: PossibleRepair = {
  id: "before-null",
  does: "sets `before` to null, so that the resume appends the batch at the end without comparing",
};
