import { limitTurns } from "./steps/fields-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_10: SchemaVersion = {
  label: "1.10",
  summary: "max_turns may be null: no limit.",
  added: [],
  early: [{ path: ["max_turns"], says: (value) => value === null }],
  changed: ["/max_turns: integer becomes integer | null"],
  gates: [],
  shape: ({ z }) => ({ root: { max_turns: z.int().nullable() } }),
  down: [limitTurns],
};
