/** What of a run differs, in the order in which it is told. */
export const parts = [
  "verdict",
  "label",
  "position",
  "step",
  "input",
  "agents",
  "turns",
  "items",
  "session items",
  "calls",
  "decisions",
  "write",
  "staged input",
  "usage",
  "context",
  "other",
  "nested run",
] as const;
export type Part = (typeof parts)[number];

/** One difference between two saves, told by names, ids, counts and words of the SDK; what a user, a model or the application wrote is not
 * in it. */
export interface Difference {
  readonly part: Part;
  readonly change: "added" | "removed" | "changed";
  /** Call ids on the way to the nested run that it is about; empty for the root run. */
  readonly run: readonly string[];
  /** What differs. */
  readonly name: string;
  /** Where it stands: in the second document, of what was removed in the first. */
  readonly pointer: string;
  /** Of what changed: where it stands in the first document; else null. */
  readonly pointerBefore: string | null;
  /** Null when the thing was not there, or when its value may not be told. */
  readonly before: string | number | null;
  readonly after: string | number | null;
}
