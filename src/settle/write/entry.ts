import { safeToSettle } from "../items/prune.ts";
import { raisedAt } from "../turn/raises.ts";
import { countItems, isRaised, type Raised, raise, tell, type World } from "../world.ts";
import { type Settled, settleOrdinary, wrongSession } from "./ordinary.ts";
import type { PendingWrite } from "./record.ts";
import { saveToSession } from "./save.ts";

/** `resume_pending_session_write` and what stands before it: everything until approvals are looked at. */
export function settleAtEntry(world: World): Settled | Raised {
  const { run, record, options } = world;
  if (run.refusal !== null) return { outcome: "rejected-at-load", row: "L", ...run.refusal };
  const nameless =
    options.decide === "approve" || options.decide === "reject" ? run.approvals.find(({ id }) => id === "") : undefined;
  if (nameless !== undefined)
    return raise(
      nameless.pointer,
      "A waiting call has no id: state.approve() and state.reject() raise for it, before the run resumes.",
    );
  const undecidable = raisedAt(world, "deciding");
  if (undecidable !== null) return undecidable;
  if (run.serverManaged !== null && world.session !== null)
    return raise(run.serverManaged, "The SDK refuses a session beside a history that the service keeps.");
  if (run.serverManaged !== null && run.program?.guarded === true && world.does.gates)
    return raise(run.serverManaged, "The SDK refuses output guardrails beside a history that the service keeps.");
  if (world.terminal) {
    const message =
      "The run ended where it cannot be taken up again; the SDK refuses it before it looks at the session.";
    return { outcome: "terminal-unrecoverable", row: "T", message, pointer: "/terminal_unrecoverable" };
  }
  const unreadable = raisedAt(world, "start");
  if (unreadable !== null) return unreadable;
  if (record === null || !world.does.keepsRecord) {
    tell(world, "the checkpoint loads and carries no write", "nothing of an earlier turn is on its way to the session");
    return { row: "L0", outcome: "plain" };
  }
  if (record.held === true) return settleHeld(world, record);
  const begun =
    record.before === null
      ? "an earlier resume was about to append them"
      : "an earlier resume began to append it and may have failed";
  tell(world, `the checkpoint loads with an ordinary write of ${countItems(record.items.length)}`, begun);
  return settleOrdinary(world, record);
}

function settleHeld(world: World, record: PendingWrite): Settled | Raised {
  tell(
    world,
    `the checkpoint loads with a held write of ${countItems(record.items.length)}`,
    "a pause kept it back: a guardrail could still refuse the answer",
  );
  if (world.session !== null && world.session.id !== record.sessionId) return wrongSession(world, "H2");
  if (world.session === null) {
    tell(world, "the held write rides on", "no session is attached, so nothing can be written yet");
    return { row: "H3", outcome: "rides" };
  }
  if (world.step !== "next_step_run_again") {
    tell(
      world,
      "the held write rides on",
      "the run waits for approvals; what was held back is written where this turn ends",
    );
    return { row: "H4", outcome: "rides" };
  }
  return settleHeldNow(world, record);
}

/** The model is asked next, so nothing will ever judge this response again: what is whole in the batch is written. */
function settleHeldNow(world: World, record: PendingWrite): Settled | Raised {
  const held = safeToSettle(record.items, []);
  world.record = null;
  const left = record.items.length - held.length;
  if (left > 0)
    tell(world, `${countItems(left)} of the held write dropped`, "a call without its output would break the session");
  if (held.length === 0) return { row: "H6", outcome: "discarded" };
  const { responseId = null, store = null } = record;
  const manner = { settlesHeld: true, registers: true, countsHeld: false };
  const saved = saveToSession(world, { held, items: [], ...manner, responseId, store });
  if (isRaised(saved)) return { ...saved, row: "H7" };
  return saved.held === 0 ? { row: "H6", outcome: "discarded" } : { row: "H5", outcome: "settled" };
}
