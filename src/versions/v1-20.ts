import { dropOutputBoundary } from "./steps/fields-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_20: SchemaVersion = {
  label: "1.20",
  summary: "Remembers where the tool output guardrail results of the current response begin.",
  added: [{ at: "/last_processed_response/tool_output_guardrail_result_start", kind: "integer >= 0" }],
  changed: [],
  gates: [{ when: "label < 1.20 and the value is not null", effect: "refused" }],
  shape: ({ z }) => ({ processedResponse: { tool_output_guardrail_result_start: z.int().min(0).optional() } }),
  down: [dropOutputBoundary],
};
