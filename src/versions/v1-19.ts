import { releaseHeldWrite } from "./steps/session-write.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_19: SchemaVersion = {
  label: "1.19",
  summary: "A Session write may be held back until the output guardrails have passed the turn.",
  added: [
    { at: "/pending_session_write/held", kind: "boolean" },
    { at: "/pending_session_write/reasoning_item_id_policy", kind: "'preserve'|'omit'|null, only with held=true" },
    { at: "/pending_session_write/current_response", kind: "{turn, start}, required with held=true" },
  ],
  changed: [],
  gates: [
    { when: "label < 1.19", effect: "these three keys refused" },
    { when: "held=true", effect: "before must be null and current_response present" },
  ],
  shape: ({ z, ref }) => ({
    "write:ordinary": { held: z.literal(false).optional() },
    "write:held": {
      session_id: z.string(),
      items: z.array(z.looseObject({})).min(1),
      before: z.null(),
      persisted_count: z.int().min(0),
      held: z.literal(true),
      response_id: z.string().nullable().optional(),
      store: z.boolean().nullable().optional(),
      reasoning_item_id_policy: z.enum(["preserve", "omit"]).nullable().optional(),
      current_response: ref("heldResponse"),
    },
    heldResponse: { turn: z.int().min(0), start: z.int().min(0) },
  }),
  down: [releaseHeldWrite],
};
