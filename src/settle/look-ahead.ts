import type { RawItem } from "../session/raw-item.ts";
import type { SettleOptions } from "./options.ts";
import type { SettleRun } from "./run/run.ts";
import { countItems, openWorld } from "./world.ts";
import { settleAtEntry } from "./write/entry.ts";

/** What the next resume of the same checkpoint would do at its entry, by row. */
const nextResume: Readonly<Record<string, string>> = {
  L0: "starts as this one did",
  O1: "appends the batch without comparing anything",
  O2: "finds the batch and writes nothing",
  O3: "appends the batch",
  O6: "finds the batch and writes nothing",
  C1: "appends the batch",
  C2: "finds the batch and writes nothing",
  H3: "carries the held write on",
  H4: "carries the held write on; approvals and tools come again",
  H5: "writes the held batch",
  H6: "drops the held batch",
};

/** The checkpoint on disk stays as it is until the program saves a new one, so the next resume starts from it, over the session as it is
 * now. One sentence. */
export function ifKilled(
  run: SettleRun,
  options: SettleOptions,
  session: { readonly id: string; readonly items: readonly RawItem[] } | null,
  grown: number,
): string {
  const world = openWorld(run, { ...options, fault: undefined }, session);
  const { row } = settleAtEntry(world);
  const stored =
    session === null
      ? "No session is attached"
      : grown > 0
        ? `The session has ${countItems(grown)} more`
        : "The session is as it was";
  const again =
    grown > 0 && (world.session?.items.length ?? 0) > (session?.items.length ?? 0) ? ": they are stored twice" : "";
  const repeats = grown > 0 && (row === "H4" || (row === "L0" && run.step === "next_step_interruption"));
  const twice = repeats ? ": what was approved runs again and is stored again" : again;
  return `${stored}, the checkpoint file is the old one: its next resume (row ${row}) ${nextResume[row] ?? "is refused"}${twice}.`;
}
