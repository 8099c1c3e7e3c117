import { dropMcpBindings } from "./steps/fields-down.ts";
import { leaveOwnersOpen } from "./steps/old-authority.ts";
import { dropDeadSticky, dropScopedPatchDecisions, unownApprovals } from "./steps/owned-approvals.ts";
import { keepSandboxName } from "./steps/sandbox.ts";
import { dropCompaction, releaseHeldWrite } from "./steps/session-write.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_18: SchemaVersion = {
  label: "1.18",
  summary:
    "Function tool decisions belong to one agent, local MCP calls to a server, and a pending Session write knows of compaction.",
  added: [
    { at: "/context/function_tool_approvals/*", kind: "{agent:{name,identity?}, tool_key, decision}" },
    { at: "/last_processed_response/mcp_tool_bindings/*", kind: "[string, string, integer|null]" },
    {
      at: "/pending_session_write/{response_id,store,has_local_tool_outputs,append_acknowledged,compaction_model_exchange}",
      kind: "optional",
    },
    { at: "/context/approvals/apply_patch:<scope>", kind: "decision" },
    { at: "/sandbox/**/session_state/sandbox_name", kind: "string|null (vercel)" },
  ],
  early: [{ path: ["last_processed_response", "mcp_tool_bindings"] }],
  changed: ["/context/approvals: sticky decisions for function tools are no longer honoured (any label)"],
  gates: [
    { when: "label < 1.18 and function_tool_approvals is truthy", effect: "refused" },
    { when: "label < 1.18", effect: "compaction keys in pending_session_write refused" },
  ],
  shape: ({ z, ref }) => ({
    context: {
      function_tool_approvals: z
        .array(z.looseObject({ agent: ref("agent"), tool_key: z.string(), decision: ref("decision") }))
        .min(1)
        .optional(),
    },
    processedResponse: {
      mcp_tool_bindings: z.record(z.string(), z.tuple([z.string(), z.string(), z.int().nullable()])),
    },
    "write:ordinary": {
      response_id: z.string().nullable().optional(),
      store: z.boolean().nullable().optional(),
      has_local_tool_outputs: z.boolean().optional(),
      append_acknowledged: z.boolean().optional(),
      compaction_model_exchange: ref("compactionExchange").optional(),
    },
    compactionExchange: {
      item_digests: z.array(z.string()),
      reasoning_item_id_policy: z.enum(["preserve", "omit"]).nullable(),
    },
  }),
  up: [leaveOwnersOpen],
  down: [
    releaseHeldWrite,
    dropCompaction,
    dropDeadSticky,
    dropScopedPatchDecisions,
    unownApprovals,
    dropMcpBindings,
    keepSandboxName,
  ],
};
