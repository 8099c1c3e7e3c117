import { dropCacheWriteTokens } from "./steps/responses-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_12: SchemaVersion = {
  label: "1.12",
  summary: "Usage counts the tokens written to the cache.",
  added: [
    { at: "/**/usage/input_tokens_details/*/cache_write_tokens", kind: "integer" },
    { at: "/**/request_usage_entries/*/input_tokens_details/cache_write_tokens", kind: "integer" },
  ],
  changed: [],
  gates: [],
  shape: ({ z }) => ({ inputDetails: { cache_write_tokens: z.int() } }),
  down: [dropCacheWriteTokens],
};
