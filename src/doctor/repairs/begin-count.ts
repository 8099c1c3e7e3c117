import type { Finding } from "../../findings/finding.ts";
import type { Draft } from "../cause.ts";
import type { Facts } from "../facts.ts";

/** A run that stopped between two turns owes its Session nothing: the count begins anew, as it does since 0.22.0. */
export function beginCount(_facts: Facts, { path }: Finding): Draft[] {
  return [
    {
      id: "begin-count",
      summary: "current_turn_persisted_item_count: 0",
      edits: [{ edit: { op: "replace", path, value: 0 }, reason: "the next turn has stored nothing yet" }],
      risk: "None that is known: what the last turn made is in the Session already.",
      cures: ["stored-count-carried"],
    },
  ];
}
