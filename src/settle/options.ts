import type { Decision } from "./run/run.ts";

export const sessionKinds = ["sqlite", "conversations", "compaction"] as const;
export type SessionKind = (typeof sessionKinds)[number];

export const exits = [
  ...(["run-again", "pause", "final", "final-tool", "final-message"] as const),
  ...(["tripwire", "guardrail-error", "tool-error", "handoff", "max-turns"] as const),
];
export type Exit = (typeof exits)[number];

/** How a turn ends that comes to its end. */
export type TurnExit = Exclude<Exit, "final" | "tool-error">;

/** How the store fails, once: an append raises without, or after having stored; or the read of the session's end before it raises. */
export const faults = ["before", "after", "read"] as const;
export type Fault = (typeof faults)[number];

/** What the resume does, as far as the checkpoint does not say it. */
export interface SettleOptions {
  /** For every open approval, or by call id. `pause`: approved, and the agent that the call runs pauses inside. */
  readonly decide: "approve" | "reject" | "none" | ReadonlyMap<string, Decision | "pause">;
  /** Absent: only the entry of the resume. */
  readonly exit?: Exit | undefined;
  /** Output guardrails with a deferring tool use. Absent: what the run's agent says, else assumed from record and session. */
  readonly gate?: boolean | undefined;
  /** Call ids whose outputs a handoff's input filter removes. Absent: no filter. */
  readonly filterDrops?: "all" | ReadonlySet<string> | undefined;
  readonly fault?: Fault | undefined;
  /** What calls return. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly kind: SessionKind;
  /** The session's own limit of items. */
  readonly limit?: number | undefined;
}
