import { pairingOf } from "./items/pairing.ts";
import type { TurnExit } from "./options.ts";
import type { RowId } from "./row-id.ts";
import type { World } from "./world.ts";
import type { Settled } from "./write/ordinary.ts";

/** Rows of the exits of a turn that had a held record: attached, detached. */
const heldRows: Readonly<Record<TurnExit, readonly [RowId, RowId]>> = {
  pause: ["X4", "X4"],
  "run-again": ["X2", "H3"],
  "final-message": ["X2", "X5"],
  "final-tool": ["X6", "X5"],
  tripwire: ["X7", "X7"],
  "guardrail-error": ["X8", "X8"],
  handoff: ["X9", "X9"],
  "max-turns": ["X10", "X10"],
};

/** The row of the decision table (docs/settle.md) for a turn that ended without an error. An ordinary record keeps the row of its entry. */
export function rowOfExit(world: World, entry: Settled, exit: TurnExit, gate: boolean): RowId | "-" {
  const { record } = world.run;
  if (record?.held === true && world.does.holds) {
    if (exit === "pause" && world.session !== null && !gate) return "X11";
    return heldRows[exit][world.session === null ? 1 : 0];
  }
  if (entry.row !== "L0") return entry.row;
  const lost = gate && exit === "pause" && !world.does.holds;
  const orphans = pairingOf(world.session?.items ?? []).outputsWithoutCall.length > 0;
  return lost || orphans ? "X1" : "X3";
}
