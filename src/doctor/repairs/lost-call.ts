import type { Edit } from "../../document/edits/edit.ts";
import { asSpelled, type NewJson } from "../../document/edits/new-json.ts";
import { member } from "../../document/json.ts";
import { compareVersions } from "../../readers/range.ts";
import { newestReader, type Reader } from "../../readers/releases.ts";
import type { RunReading } from "../../reading/reading.ts";
import type { RawItem } from "../../session/raw-item.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import type { Facts } from "../facts.ts";
import { liftTo } from "../lift.ts";
import { additions } from "../session-changes.ts";
import { lackedBy } from "../session-items.ts";
import { type Course, pairingAfter, type SessionView, storedForm } from "../session-view.ts";
import { ownershipEdit } from "./ownership.ts";

const WRITE = "pending_session_write";

/** The paused response with what the run has of it, as far as the session lacks it. */
function missingTurn(view: SessionView): RawItem[] {
  const items = [...view.run.response, ...view.run.outputs].filter(({ kind }) => kind !== "tool_approval_item");
  return lackedBy(view.items, storedForm(view, items));
}

/** What 0.24.0 would have written at the pause. */
export function holdCall(facts: Facts, run: RunReading, view: SessionView, mends: readonly string[]): Draft | null {
  const reader: Reader = compareVersions(facts.reader.reads, "1.19") < 0 ? newestReader : facts.reader;
  const lifted = liftTo(facts, reader.writes);
  const items = missingTurn(view);
  if (lifted === null || items.length === 0 || reader.draft) return null;
  const boundary =
    run.owned || !facts.judgement.findings.some(({ rule }) => rule === "boundary-not-proven")
      ? []
      : [ownershipEdit(facts, run)];
  const proven = boundary.filter((edit) => edit !== null);
  if (proven.length < boundary.length) return null;
  const value = heldRecord(facts, view, items);
  const edit: Edit = { op: member(run.state, WRITE) === undefined ? "add" : "replace", path: [WRITE], value };
  const record: RepairEdit = {
    edit,
    reason: "the paused response as a held write: it settles together with its outputs, calls first",
  };
  const renames = compareVersions(facts.judgement.schemaVersion ?? "", reader.writes) < 0;
  return {
    id: "hold-the-call",
    summary: `${renames ? `label ${reader.writes} and ` : ""}a held write with the paused response, as 0.24.0 writes it`,
    edits: [...lifted, ...proven, record],
    session: [],
    risk: "The first choice: it also holds when the approved tool ends the run. The file is then no longer read by releases before 0.24.0.",
    needs: ["openai-agents 0.24.0 or later"],
    ...(view.id === null ? { assumes: { key: "session", proposed: null } as const } : {}),
    reader,
    settles: true,
    mends,
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

/** Right only when the run goes on after the tool: a final output stores the response once more. */
export function appendCall(view: SessionView, mends: readonly string[], courses: readonly Course[]): Draft | null {
  const items = missingTurn(view);
  if (items.length === 0) return null;
  const isClean = (course: Course) => {
    const { duplicates } = pairingAfter(view, course, [...view.items, ...items]);
    return !mends.some((id) => duplicates.includes(id));
  };
  const decisions = [...new Set(courses.map(({ decide }) => decide))];
  if (!decisions.every((decide) => courses.some((course) => course.decide === decide && isClean(course)))) return null;
  return {
    id: "append-the-call",
    summary: "append the paused response to the session by hand, then resume the file as it is",
    edits: [],
    session: additions(view.items.length, items, view.items.length),
    risk: "Only when the approved tool does not end the run: a final output stores the call once more. The guardrails had no say about what is stored now.",
    settles: true,
    mends,
  };
}
