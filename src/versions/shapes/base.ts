import { contextShape } from "./context.ts";
import { itemShape } from "./items.ts";
import type { Kit, Shape } from "./kit.ts";
import { processedShape } from "./processed.ts";

/** What the writers of 1.0 write (0.8.4, `RunState.to_json`). Later versions say only what they change. */
export function baseShape(kit: Kit): Shape {
  return { ...rootShape(kit), ...contextShape(kit), ...itemShape(kit), ...processedShape(kit), ...guardrailShape(kit) };
}

function rootShape({ z, ref }: Kit): Shape {
  return {
    root: {
      current_turn: z.int(),
      current_agent: ref("agent"),
      original_input: z.union([z.string(), z.array(z.looseObject({}))]),
      model_responses: z.array(ref("modelResponse")),
      context: ref("context"),
      tool_use_tracker: z.record(z.string(), z.array(z.string())),
      max_turns: z.int(),
      no_active_agent_run: z.literal(true),
      input_guardrail_results: z.array(ref("inputGuardrail")),
      output_guardrail_results: z.array(ref("outputGuardrail")),
      tool_input_guardrail_results: z.array(ref("toolInputGuardrail")),
      tool_output_guardrail_results: z.array(ref("toolOutputGuardrail")),
      conversation_id: z.string().nullable(),
      previous_response_id: z.string().nullable(),
      auto_previous_response_id: z.boolean(),
      generated_items: z.array(ref("item")),
      session_items: z.array(ref("item")),
      current_step: ref("step").nullable(),
      last_model_response: ref("modelResponse").nullable(),
      last_processed_response: ref("processedResponse").nullable(),
      current_turn_persisted_item_count: z.int().min(0),
      trace: ref("trace").nullable(),
    },
    agent: { name: z.string() },
    modelResponse: {
      usage: ref("usage"),
      output: z.array(z.looseObject({ type: z.string() })),
      response_id: z.string().nullable(),
    },
    "step:next_step_interruption": { data: ref("interruption") },
    interruption: { interruptions: z.array(ref("item:tool_approval_item")) },
    trace: {
      object: z.string().optional(),
      id: z.string().optional(),
      workflow_name: z.string().optional(),
      group_id: z.string().nullable().optional(),
      metadata: z.looseObject({}).nullable().optional(),
      tracing_api_key: z.string().optional(),
    },
  };
}

function guardrailShape({ z, ref }: Kit): Shape {
  const named = (type: string) => z.looseObject({ type: z.literal(type), name: z.string().nullable() });
  const verdict = z.looseObject({ tripwireTriggered: z.boolean(), outputInfo: z.unknown() });
  const toolOutput = z.looseObject({ outputInfo: z.unknown(), behavior: ref("behavior") });
  return {
    inputGuardrail: { guardrail: named("input"), output: verdict },
    outputGuardrail: { guardrail: named("output"), output: verdict, agentOutput: z.unknown(), agent: ref("agent") },
    toolInputGuardrail: { guardrail: named("tool_input"), output: toolOutput },
    toolOutputGuardrail: { guardrail: named("tool_output"), output: toolOutput },
    "behavior:allow": {},
    "behavior:raise_exception": {},
    "behavior:reject_content": { message: z.string() },
  };
}
