import type { Edit } from "../../document/edits/edit.ts";
import { asSpelled, type NewJson } from "../../document/edits/new-json.ts";
import { member } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import type { RawItem } from "../../session/raw-item.ts";
import type { Draft, Repair, RepairEdit } from "../cause.ts";
import { type Facts, runOf } from "../facts.ts";
import { firstWith, isBelow, readerFrom, releaseFrom } from "../labels.ts";
import { lastRun } from "../last-run.ts";
import { liftTo } from "../lift.ts";
import { removals } from "../session-changes.ts";
import { digestsOf, pausedTurn, type SessionView, storedForm } from "../session-view.ts";
import { idsOf, waitingCalls } from "../waiting.ts";
import { boundaryEdits } from "./ownership.ts";

/** What a repair says that adds a held write. */
type Holding = Pick<Repair, "summary" | "edits"> & Pick<Draft, "needs" | "assumes" | "reader" | "settles">;

/** Items of the paused response as the held write that 0.24.0 makes of them; null when there are none, or the file does not prove enough. */
export function holdItems(facts: Facts, run: RunReading, view: SessionView, items: readonly RawItem[]): Holding | null {
  const reader = readerFrom(facts, firstWith.heldWrite);
  const lifted = liftTo(facts, reader.writes);
  if (lifted === null || items.length === 0 || reader.draft) return null;
  const isProven = run.owned || !facts.judgement.findings.some(({ rule }) => rule === "boundary-not-proven");
  const boundary = isProven ? [] : boundaryEdits(facts, run);
  if (boundary === null) return null;
  const value = heldRecord(facts, view, items);
  const edit: Edit = {
    op: member(run.state, "pending_session_write") === undefined ? "add" : "replace",
    path: ["pending_session_write"],
    value,
  };
  const record: RepairEdit = {
    edit,
    reason: "the paused response as a held write: it settles together with its outputs, calls first",
  };
  return {
    summary: `${isBelow(facts, reader.writes) ? `label ${reader.writes} and ` : ""}a held write with the paused response, as 0.24.0 writes it`,
    edits: [...lifted, ...boundary, record],
    needs: [releaseFrom(firstWith.heldWrite)],
    ...(view.id === null ? { assumes: { key: "session", proposed: null } as const } : {}),
    reader,
    settles: true,
  };
}

function heldRecord({ assume }: Facts, { id, run }: SessionView, items: readonly RawItem[]): NewJson {
  return {
    session_id: assume.get("session") ?? id ?? "ID OF THE SESSION",
    items: items.map(({ text, value }) => asSpelled(text, value)),
    before: null,
    persisted_count: run.persistedCount + items.length,
    held: true,
    response_id: run.responseId,
    store: null,
    reasoning_item_id_policy: run.idPolicy,
    current_response: { turn: run.turn, start: 0 },
  };
}

/** A guarded response that the pause stored, as releases did that kept none back: out of the session, and held. */
export function holdStored(facts: Facts): Draft[] {
  const run = runOf(facts);
  const { session: view } = facts;
  if (run === null || view === null || run.pendingWrite !== null) return [];
  const items = storedForm(view, pausedTurn(view));
  const start = lastRun(digestsOf(view, view.items), digestsOf(view, items));
  const held = start < 0 ? null : holdItems(facts, run, view, items);
  if (held === null) return [];
  const count: RepairEdit = {
    edit: { op: "replace", path: ["current_turn_persisted_item_count"], value: 0 },
    reason: "nothing of the response is in the session any more",
  };
  return [
    {
      ...held,
      id: "hold-stored",
      summary: `take the paused response out of the session, and ${held.summary}`,
      edits: [...held.edits, count],
      session: removals(items.map((_, offset) => start + offset)),
      risk: "Both parts belong together: with the edits alone the response is stored twice. The file is then no longer read by releases before 0.24.0.",
      cures: ["guarded-items-already-stored"],
      mends: idsOf(waitingCalls(run, view)),
    },
  ];
}
