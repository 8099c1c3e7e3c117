import { dropRejectionTexts } from "./steps/sticky-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_6: SchemaVersion = {
  label: "1.6",
  summary: "Keeps the text that went with a rejection.",
  added: [
    { at: "/context/approvals/*/rejection_messages", kind: "{callId: string}" },
    { at: "/context/approvals/*/sticky_rejection_message", kind: "string" },
  ],
  changed: [],
  gates: [],
  shape: ({ z }) => ({
    decision: {
      rejection_messages: z.record(z.string(), z.string()).optional(),
      sticky_rejection_message: z.string().optional(),
    },
  }),
  down: [dropRejectionTexts],
};
