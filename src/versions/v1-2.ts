import { dropReasoningPolicy } from "./steps/fields-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_2: SchemaVersion = {
  label: "1.2",
  summary: "Remembers how reasoning item ids go back to the model.",
  added: [{ at: "/reasoning_item_id_policy", kind: "'preserve' | 'omit' | null" }],
  early: [{ path: ["reasoning_item_id_policy"] }],
  changed: [],
  gates: [],
  shape: ({ z }) => ({ root: { reasoning_item_id_policy: z.enum(["preserve", "omit"]).nullable() } }),
  down: [dropReasoningPolicy],
};
