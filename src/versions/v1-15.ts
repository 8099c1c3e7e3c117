import { cleanSandboxes } from "./steps/clean-sandbox.ts";
import { downgradeStep, dropStagedInput } from "./steps/fields-down.ts";
import { noteLocalShellOutputs, refuseDeliveredInput } from "./steps/items-down.ts";
import { dropLedger, rebuildLedger } from "./steps/ledger.ts";
import { nameFinishedCalls, warnUnnamedCalls } from "./steps/native-names.ts";
import { carryDecisionsInward } from "./steps/nested-decisions.ts";
import { carryDecisionsOutward, refuseOwnAgent } from "./steps/nested-decisions-down.ts";
import { warnUnboundSticky } from "./steps/old-authority.ts";
import { bindStickyScopes } from "./steps/pending.ts";
import { refuseRedactedSandbox } from "./steps/sandbox.ts";
import { spellOutRejections, unscopeSticky } from "./steps/sticky-down.ts";
import { dropUnboundDecisions } from "./steps/unbound-decisions.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_15: SchemaVersion = {
  label: "1.15",
  summary:
    "A ledger of tool calls with fingerprints, scopes of sticky decisions, staged input, a step that asks the model next, and no mount credentials.",
  added: [
    {
      at: "/context/tool_invocations/*",
      kind: "{type, approval_scope, fingerprint, executed, completed}; digests are 64 lower-case hex; completed implies executed",
    },
    { at: "/context/approvals/*/sticky_scope", kind: "string (digest)" },
    { at: "/pending_input", kind: "item[]" },
    { at: "/current_step", kind: "adds {type:'next_step_run_again'}" },
    { at: "/current_step/data/response_accepted", kind: "boolean" },
    { at: "/current_step/data/llm_end_hooks_started", kind: "boolean" },
    { at: "/sandbox/**/session_state/__openai_agents_redacted_mount_authority", kind: "true" },
  ],
  early: [{ path: ["pending_input"] }],
  changed: [
    "/sandbox: credentials of mounts removed on read and on write",
    "decisions of an inner agent-as-tool run move from the outer context to the inner run state's own context",
  ],
  gates: [
    {
      when: "label < 1.15",
      effect:
        "tool_invocations ignored and rebuilt from history; legacy approval binding switched on for the whole life of the state",
    },
    {
      when: "label >= 1.15",
      effect: "tool_invocations validated; a decision whose call has no ledger entry needs a new decision",
    },
  ],
  shape: ({ z, ref }) => {
    const digest = z.string().regex(/^[0-9a-f]{64}$/);
    return {
      context: { tool_invocations: z.record(z.string(), ref("toolInvocation")) },
      toolInvocation: {
        type: z.string(),
        approval_scope: digest,
        fingerprint: digest,
        executed: z.boolean(),
        completed: z.boolean(),
      },
      decision: { sticky_scope: digest.optional() },
      root: { pending_input: z.array(z.looseObject({})) },
      "step:next_step_run_again": {},
      interruption: { response_accepted: z.boolean(), llm_end_hooks_started: z.boolean() },
      "item:input_item": { raw_item: z.looseObject({}), agent: ref("agent"), input_id: z.string() },
    };
  },
  up: [carryDecisionsInward, nameFinishedCalls, warnUnnamedCalls, bindStickyScopes, rebuildLedger, warnUnboundSticky],
  sweeps: [cleanSandboxes],
  down: [
    refuseRedactedSandbox,
    refuseOwnAgent,
    dropStagedInput,
    refuseDeliveredInput,
    noteLocalShellOutputs,
    downgradeStep,
    dropUnboundDecisions,
    dropLedger,
    spellOutRejections,
    unscopeSticky,
    carryDecisionsOutward,
  ],
};
