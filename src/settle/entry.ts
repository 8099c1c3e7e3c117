import { settleOrdinary, type Settled, wrongSession } from "./ordinary.ts";
import { safeToSettle } from "./prune.ts";
import type { PendingWrite } from "./record.ts";
import { saveToSession } from "./save.ts";
import { countItems, type Raised, tell, type World } from "./world.ts";

/** `resume_pending_session_write` and what stands before it: everything until approvals are looked at. */
export function settleAtEntry(world: World): Settled | Raised {
  const { run, record } = world;
  if (run.refusal !== null) return { outcome: "rejected-at-load", row: "L", ...run.refusal };
  if (run.serverManaged !== null && world.session !== null) {
    const message = "The SDK refuses a session beside a history that the service keeps.";
    return { outcome: "error", row: "-", message, pointer: run.serverManaged };
  }
  if (world.terminal) {
    const message = "The run ended where it cannot be taken up again; the SDK refuses it before it looks at the session.";
    return { outcome: "terminal-unrecoverable", row: "T", message, pointer: "/terminal_unrecoverable" };
  }
  if (record === null || !world.does.keepsRecord) return { row: "L0", outcome: "plain" };
  return record.held === true ? settleHeld(world, record) : settleOrdinary(world, record);
}

function settleHeld(world: World, record: PendingWrite): Settled | Raised {
  if (world.session !== null && world.session.id !== record.sessionId) return wrongSession(world, "H2");
  if (world.session === null) {
    tell(world, "the held write rides on", "no session is attached, so nothing can be written yet");
    return { row: "H3", outcome: "rides" };
  }
  if (world.step !== "next_step_run_again") {
    tell(world, "the held write rides on", "the run waits for approvals; what was held back is written where this turn ends");
    return { row: "H4", outcome: "rides" };
  }
  const settling = safeToSettle(record.items, []);
  world.record = null;
  if (settling.length < record.items.length) {
    tell(world, `${countItems(record.items.length - settling.length)} of the held write dropped`, "a call without its output would break the session");
  }
  if (settling.length === 0) return { row: "H6", outcome: "discarded" };
  const { responseId = null, store = null } = record;
  const saved = saveToSession(world, { held: settling, items: [], settlesHeld: true, registers: true, countsHeld: false, responseId, store });
  if ("message" in saved) return { ...saved, row: "H7" };
  return saved.held === 0 ? { row: "H6", outcome: "discarded" } : { row: "H5", outcome: "settled" };
}
