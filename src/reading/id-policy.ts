import type { Json } from "../document/json.ts";

/** What becomes of the ids of reasoning items that go to the model again; null: the run's own default. */
export type IdPolicy = "preserve" | "omit" | null;

export function isIdPolicy(value: Json | undefined): value is IdPolicy {
  return value === null || value === "preserve" || value === "omit";
}
