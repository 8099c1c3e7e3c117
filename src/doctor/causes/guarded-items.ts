import { isInterrupted } from "../../reading/run/interruption.ts";
import type { Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { errorMeans, type Facts, runOf } from "../facts.ts";

/** Stored items of a paused response are normal, and refused once the agent has output guardrails: only the error, or the agents, tell.
 * Without them it is one of the last guesses. */
export function findGuardedItems(facts: Facts): Suspect[] {
  const run = runOf(facts);
  const count = run?.state.current_turn_persisted_item_count;
  const asked = errorMeans(facts, "guarded-items-stored");
  const mayBe = facts.agents === null && run?.dialect.on["guarded-items-already-stored"] === true;
  if (!(asked || mayBe) || !isInterrupted(run) || typeof count !== "number" || count === 0) return [];
  return [
    {
      id: "guarded-items-stored",
      confidence: "possible",
      summary:
        "Items of the paused response are in the session already. That is as it should be, and refused only if the agent got output guardrails and a tool_use_behavior other than run_llm_again since the pause.",
      evidence: [at("/current_turn_persisted_item_count", `items of the paused turn that are stored: ${count}`)],
      advice: ["Resume with the agent as it was at the pause, or without a Session."],
    },
  ];
}
