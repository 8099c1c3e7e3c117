import type { Edit } from "../../document/edits/edit.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import type { Picture } from "../picture.ts";

/** Removing the record and taking its count over is what the SDK does after a write that it finds in the session. */
export function dropRecord({ record, view }: Pick<Picture, "record" | "view">): RepairEdit[] {
  const path = ["current_turn_persisted_item_count"];
  const count: Edit = { op: "add", path, value: record.persistedCount };
  return [
    {
      edit: { op: "remove", path: ["pending_session_write"] },
      reason: "the batch is in the session, nothing is left to write",
    },
    ...(view.run.persistedCount === record.persistedCount
      ? []
      : [{ edit: count, reason: "the count that the write would have left" }]),
  ];
}

export function dropDraft(picture: Picture, risk: string): Draft {
  return {
    id: "drop-record",
    summary: "remove the pending write and take its count over; resume then",
    edits: dropRecord(picture),
    risk,
    settles: true,
  };
}

/** `first`: edits without which the record would not be taken so. */
export function clearBefore(risk: string, first: readonly RepairEdit[] = []): Draft {
  const edit: Edit = { op: "replace", path: ["pending_session_write", "before"], value: null };
  return {
    id: "before-null",
    summary: "before: null, so that the resume appends the batch at the end without comparing",
    edits: [...first, { edit, reason: "without digests the append counts as never tried" }],
    risk,
    settles: true,
  };
}
