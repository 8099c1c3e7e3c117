import { dropCacheKey } from "./steps/fields-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_8: SchemaVersion = {
  label: "1.8",
  summary: "Keeps the prompt cache key that the SDK made.",
  added: [{ at: "/generated_prompt_cache_key", kind: "string|null" }],
  early: [{ path: ["generated_prompt_cache_key"] }],
  changed: [],
  gates: [],
  shape: ({ z }) => ({ root: { generated_prompt_cache_key: z.string().nullable() } }),
  down: [dropCacheKey],
};
