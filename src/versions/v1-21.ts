import { warnAgentIdentities } from "./steps/agent-identities.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_21: SchemaVersion = {
  label: "1.21",
  summary: "The identity of same-named agents no longer hangs on the state of their hooks.",
  added: [],
  changed: ["/**/identity numbering when same-named agents carry hooks"],
  gates: [
    {
      when: "label < 1.21 and the graph has same-named agents whose order could depend on hook state",
      effect: "refused (needs the agent graph)",
    },
  ],
  up: [warnAgentIdentities],
  down: [warnAgentIdentities],
};
