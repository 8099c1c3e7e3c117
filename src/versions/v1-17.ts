import { dropOwnership, leaveOwnershipOpen } from "./steps/ownership.ts";
import { keepDockerLabels } from "./steps/sandbox.ts";
import { dropWriteAndTerminal } from "./steps/session-write.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_17: SchemaVersion = {
  label: "1.17",
  summary:
    "A pending Session write, which items belong to the resumed response, a mark for runs that must not resume, and docker labels.",
  added: [
    { at: "/current_response_generated_item_ownership", kind: "{start, end, interruptions:int[]}" },
    { at: "/pending_session_write", kind: "{session_id, items, before, persisted_count}: exactly these four keys" },
    { at: "/terminal_unrecoverable", kind: "true" },
    { at: "/sandbox/**/session_state/labels", kind: "{string:string} (docker)" },
  ],
  early: [{ path: ["terminal_unrecoverable"] }, { path: ["current_response_generated_item_ownership"] }],
  changed: [],
  gates: [
    {
      when: "label < 1.17",
      effect:
        "current_response_generated_item_ownership ignored; pending_session_write (non-null) refused; terminal_unrecoverable (non-null) refused",
    },
    { when: "label >= 1.17", effect: "terminal_unrecoverable other than true refused" },
  ],
  shape: ({ z, ref }) => ({
    root: {
      current_response_generated_item_ownership: z
        .looseObject({ start: z.int().min(0), end: z.int().min(0), interruptions: z.array(z.int().min(0)) })
        .optional(),
      pending_session_write: ref("write").optional(),
      terminal_unrecoverable: z.literal(true).optional(),
    },
    "write:ordinary": {
      session_id: z.string(),
      items: z.array(z.looseObject({})).min(1),
      before: z.array(z.string()).nullable(),
      persisted_count: z.int().min(0),
    },
  }),
  up: [leaveOwnershipOpen],
  down: [dropWriteAndTerminal, dropOwnership, keepDockerLabels],
};
