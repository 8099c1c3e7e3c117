import type { JsonObject } from "../document/json.ts";
import type { ItemsReading, RunReading } from "./reading.ts";

/** What an accepted reading answers for a document that was made from it by edits, without a second look: parts that are the very same
 * objects in both. No rule about items, responses and their links goes by the label (`rules/history.ts`). */
export interface Carry {
  has(...keys: string[]): boolean;
  readonly generated: ItemsReading | null;
  readonly session: ItemsReading | null;
  /** The index list, of which nothing is left to say. */
  readonly hasLinks: boolean;
  readonly hasRefs: boolean;
  /** Whether the response was proven to own its items; null: look. */
  readonly owned: boolean | null;
  readonly hasLedger: boolean;
}

const nothing: Carry = {
  has: () => false,
  generated: null,
  session: null,
  hasLinks: false,
  hasRefs: false,
  owned: null,
  hasLedger: false,
};

const lists = ["generated_items", "session_items", "generated_session_item_indexes"];

export function newCarry(state: JsonObject, accepted: RunReading | null): Carry {
  if (accepted === null) return nothing;
  const has = (...keys: string[]) => keys.every((key) => state[key] === accepted.state[key]);
  const hasLists = has(...lists);
  const isClaimed = state.current_response_generated_item_ownership !== undefined;
  const isSameClaim =
    accepted.dialect.does.readsOwnership &&
    hasLists &&
    has("last_processed_response", "current_step", "current_response_generated_item_ownership");
  return {
    has,
    generated: has("generated_items") ? accepted.generated : null,
    session: has("session_items") ? accepted.session : null,
    hasLinks: hasLists && !isClaimed,
    hasRefs: hasLists && has("nested_history_owned_session_item_refs", "original_input"),
    owned: isClaimed ? (isSameClaim ? accepted.owned : null) : false,
    // A ledger made of the history is not what was checked in the file.
    hasLedger:
      hasLists &&
      has("model_responses", "original_input", "context", "last_processed_response") &&
      accepted.dialect.does.takesLedger,
  };
}
