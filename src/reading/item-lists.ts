import type { Path } from "../document/json.ts";

/** Where a run holds run items, pending approvals included. */
export const itemLists: readonly Path[] = [
  ["generated_items"],
  ["session_items"],
  ["last_processed_response", "new_items"],
  ["last_processed_response", "interruptions"],
  ["current_step", "data", "interruptions"],
  ["current_step", "interruptions"],
];
