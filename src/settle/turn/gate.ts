import { fieldOf, type RawItem } from "../../session/raw-item.ts";
import type { SettleOptions } from "../options.ts";
import { statedGate } from "../run/program.ts";
import type { SettleRun } from "../run/run.ts";
import { type Raised, raise, type World } from "../world.ts";
import { kindOfRecord } from "../write/record.ts";
import { askedIdOf } from "./answers.ts";

export interface Gate {
  readonly on: boolean;
  /** Neither the options nor the agents nor the record say it: read from the session, so the other state is possible too. */
  readonly assumed: boolean;
}

/** Whether output guardrails keep a paused response out of the session: they made a held record; without one, a call of the response that
 * the run waits for and that the session does not hold was kept back, unless the pause counted items as stored: then the session lost it.
 * What a nested run waits for is in no session: its call is. */
export function gateOf(run: SettleRun, options: SettleOptions, session: readonly RawItem[] | null): Gate {
  const said = options.gate ?? statedGate(run);
  if (said !== undefined) return { on: said, assumed: false };
  if (kindOfRecord(run.record) === "held") return { on: true, assumed: false };
  const stored = new Set((session ?? []).map((item) => fieldOf(item, "call_id") ?? fieldOf(item, "id")));
  const waiting = run.approvals.flatMap(({ id, nestedIn }) => (nestedIn.length === 0 ? [id] : nestedIn.map(askedIdOf)));
  const on = run.persistedCount === 0 && waiting.some((id) => !stored.has(id));
  return { on, assumed: waiting.length > 0 };
}

/** `_validate_resumed_session_output_guardrail_safety`: with the gate on, it must be known what the paused response made, and nothing of it
 * may be stored already. Detached, the count of what another session got is forgotten. */
export function checkGate(world: World, gate: boolean): Raised | null {
  const guarded = gate || world.run.program?.guarded === true;
  if (!guarded || !world.does.gates || world.step !== "next_step_interruption") return null;
  if (!world.run.proven) {
    return raise(
      "/last_processed_response/new_items",
      "The agent has output guardrails, and nothing says which items the paused response made: the SDK refuses the resume.",
    );
  }
  if (!gate || world.count === 0) return null;
  if (world.session === null) {
    world.count = 0;
    return null;
  }
  const message =
    "The agent has output guardrails, and items of the paused response are stored already: the SDK refuses the resume.";
  return { outcome: "already-persisted", row: "G", message, pointer: "/current_turn_persisted_item_count" };
}
