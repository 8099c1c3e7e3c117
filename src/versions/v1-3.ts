import type { SchemaVersion } from "./version.ts";

export const v1_3: SchemaVersion = {
  label: "1.3",
  summary: "Same layout; a resume picks up the stored trace without announcing it a second time.",
  added: [],
  changed: ["/trace (semantics on resume)"],
  gates: [],
};
