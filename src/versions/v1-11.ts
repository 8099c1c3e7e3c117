import { dropCustomData } from "./steps/items-down.ts";
import { emptyOddDecisions } from "./steps/odd-decisions.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_11: SchemaVersion = {
  label: "1.11",
  summary: "Tool outputs may carry custom data that the model never sees.",
  added: [{ at: "/**/custom_data on tool_call_output_item", kind: "object" }],
  changed: [],
  gates: [],
  shape: ({ z }) => ({ "item:tool_call_output_item": { custom_data: z.looseObject({}).optional() } }),
  down: [dropCustomData, emptyOddDecisions],
};
