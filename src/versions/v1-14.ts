import { unhostApprovals } from "./steps/hosted-down.ts";
import { carryDecisionsOutward } from "./steps/nested-decisions-down.ts";
import { dropIgnoredHostedApprovals } from "./steps/old-authority.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_14: SchemaVersion = {
  label: "1.14",
  summary: "Decisions on hosted MCP calls are kept by server instead of by bare tool name.",
  added: [
    {
      at: "/context/hosted_mcp_approvals/*",
      kind: "{identity:{type:'server_tool',server_label,tool_name}|{type:'request',request_id}|{type:'query',tool_name,request_id}, decision}",
    },
  ],
  changed: ["/context/approvals no longer receives hosted MCP decisions"],
  gates: [{ when: "label < 1.14", effect: "hosted_mcp_approvals is ignored (not refused)" }],
  shape: ({ z, ref }) => ({
    context: {
      hosted_mcp_approvals: z
        .array(z.looseObject({ identity: ref("hostedIdentity"), decision: ref("decision") }))
        .min(1)
        .optional(),
    },
    "hostedIdentity:server_tool": { server_label: z.string(), tool_name: z.string() },
    "hostedIdentity:request": { request_id: z.string() },
    "hostedIdentity:query": { tool_name: z.string(), request_id: z.string() },
  }),
  up: [dropIgnoredHostedApprovals],
  down: [unhostApprovals, carryDecisionsOutward],
};
