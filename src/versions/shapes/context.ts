import type { Kit, Shape } from "./kit.ts";

/** The run context: usage, decisions, the user's own context. */
export function contextShape({ z, ref }: Kit): Shape {
  const tokens = { input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() };
  const decision = z.union([z.boolean(), z.array(z.string())]);
  return {
    context: {
      usage: ref("usage"),
      approvals: z.record(z.string(), ref("decision")),
      context: z.looseObject({}).nullable(),
      context_meta: ref("contextMeta"),
      tool_input: z.unknown().optional(),
    },
    usage: {
      requests: z.int(),
      ...tokens,
      input_tokens_details: z.array(ref("inputDetails")).length(1),
      output_tokens_details: z.array(ref("outputDetails")).length(1),
      request_usage_entries: z.array(ref("usageEntry")),
    },
    usageEntry: { ...tokens, input_tokens_details: ref("inputDetails"), output_tokens_details: ref("outputDetails") },
    inputDetails: { cached_tokens: z.int() },
    outputDetails: { reasoning_tokens: z.int() },
    decision: { approved: decision, rejected: decision },
    contextMeta: {
      original_type: z.enum(["none", "mapping", "pydantic", "dataclass", "custom"]),
      serialized_via: z.enum(["none", "mapping", "context_serializer", "model_dump", "asdict", "omitted"]),
      requires_deserializer: z.boolean(),
      omitted: z.boolean(),
      class_path: z.string().optional(),
    },
  };
}
