import { dropItemIndexes, refusePrograms } from "./steps/items-down.ts";
import { refuseBlockedCall } from "./steps/nested-decisions-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_13: SchemaVersion = {
  label: "1.13",
  summary:
    "Programmatic tool calls, and an index that ties generated items to session items and nested handoff history.",
  added: [
    { at: "/nested_history_owned_session_item_refs/*", kind: "{index:int>=0, digest:64 chars, input_index:int>=0}" },
    { at: "/generated_session_item_indexes", kind: "(integer|null)[] as long as generated_items" },
    { at: "raw item types program, program_output", kind: "object" },
    { at: "/**/caller", kind: "{type:'program', caller_id}" },
  ],
  early: [{ path: ["nested_history_owned_session_item_refs"] }],
  changed: [],
  gates: [
    {
      when: "label < 1.13 and a durable raw item is of type program/program_output or has a caller of type program",
      effect: "refused",
    },
  ],
  shape: ({ z, ref }) => ({
    root: {
      nested_history_owned_session_item_refs: z.array(ref("ownedItem")),
      generated_session_item_indexes: z.array(z.int().min(0).nullable()),
    },
    ownedItem: { index: z.int().min(0), digest: z.string().regex(/^[0-9a-f]{64}$/), input_index: z.int().min(0) },
  }),
  down: [refusePrograms, refuseBlockedCall, dropItemIndexes],
};
