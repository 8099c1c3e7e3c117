import type { Reconciled } from "./write/reconcile.ts";

/** How a resume fares, in a word that `settle` prints. Stable for ever. */
export type Outcome =
  | Reconciled
  | ("plain" | "appended" | "rides" | "re-parked" | "settled" | "discarded" | "tripwire" | "orphaned-output")
  | ("rejected-at-load" | "terminal-unrecoverable" | "wrong-session" | "already-persisted" | "error");
