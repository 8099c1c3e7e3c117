import { dropNestedRuns } from "./steps/fields-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_1: SchemaVersion = {
  label: "1.1",
  summary: "Same layout under a new label; its writer also stores the paused inner run of an agent used as a tool.",
  added: [
    {
      at: "/last_processed_response/functions/*/agent_run_state",
      kind: "complete nested run state with its own $schemaVersion (first seen in 0.9.1 output; not mentioned by the SDK's own summaries)",
    },
  ],
  changed: [],
  gates: [],
  shape: ({ ref }) => ({ functionRun: { agent_run_state: ref("root").optional() } }),
  down: [dropNestedRuns],
};
