import { proveHeldBoundary } from "./steps/held-boundary.ts";
import type { SchemaVersion } from "./version.ts";

/** The design in which a held write belonged to the label 1.18. The release of 1.18 dropped it; 1.19 brought it back with
 * `current_response`, so released readers refuse these documents. */
export const draft1_18: SchemaVersion = {
  label: "draft-1.18",
  carries: "1.18",
  summary:
    "Never released: a Session write held for the output guardrails, under the label 1.18 and without a response boundary.",
  added: [
    { at: "/pending_session_write/held", kind: "boolean" },
    { at: "/pending_session_write/response_id", kind: "string | null, only with held=true" },
    { at: "/pending_session_write/store", kind: "boolean | null, only with held=true" },
    {
      at: "/pending_session_write/reasoning_item_id_policy",
      kind: "'preserve' | 'omit' | null, only with held=true",
    },
  ],
  changed: [],
  gates: [
    { when: "held=true", effect: "before must be null" },
    { when: "held is not true", effect: "the three other keys are refused, null too" },
    { when: "label < 1.18", effect: "a pending write has exactly its four base keys" },
  ],
  shape: ({ z }) => ({
    "write:ordinary": {
      response_id: null,
      store: null,
      has_local_tool_outputs: null,
      append_acknowledged: null,
      compaction_model_exchange: null,
      held: z.literal(false).optional(),
    },
    "write:held": {
      session_id: z.string(),
      items: z.array(z.looseObject({})).min(1),
      before: z.null(),
      persisted_count: z.int().min(0),
      held: z.literal(true),
      response_id: z.string().nullable().optional(),
      store: z.boolean().nullable().optional(),
      reasoning_item_id_policy: z.enum(["preserve", "omit"]).nullable().optional(),
    },
  }),
  up: [proveHeldBoundary],
};
