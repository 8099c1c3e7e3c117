import { refuseAgentIdentities } from "./steps/agent-identities.ts";
import { dropSandbox } from "./steps/sandbox.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_7: SchemaVersion = {
  label: "1.7",
  summary: "Identities tell agents of the same name apart; the sandbox can be resumed.",
  added: [
    { at: "/**/agent/identity", kind: "string, only when it differs from the name ('Name#2')" },
    { at: "/current_agent/identity", kind: "string" },
    { at: "/sandbox", kind: "object" },
  ],
  early: [{ path: ["sandbox"] }],
  changed: ["/tool_use_tracker keys (agent identity instead of name)"],
  gates: [
    {
      when: "label < 1.7",
      effect:
        "on resume a pending approval may match the current agent by equal name; from 1.7 the very same agent object is required",
    },
  ],
  shape: ({ z, ref }) => ({
    agent: { identity: z.string().optional() },
    root: { sandbox: ref("sandbox").optional() },
    sandbox: {
      backend_id: z.string(),
      current_agent_key: z.string(),
      current_agent_name: z.string(),
      session_state: ref("sandboxSession"),
      sessions_by_agent: z.record(z.string(), z.looseObject({ session_state: ref("sandboxSession") })),
    },
    sandboxSession: { type: z.string(), session_id: z.string() },
  }),
  down: [refuseAgentIdentities, dropSandbox],
};
