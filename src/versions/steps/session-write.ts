import { type JsonObject, member, type Path } from "../../document/json.ts";
import { isFalsy } from "../../python/truth.ts";
import { compactionKeys, heldKeys } from "../../reading/write/keys.ts";
import { objectAt, remove, removeAt, removeMembers } from "./change.ts";
import type { Change, Run } from "./step.ts";

function writeOf(run: Run): { write: JsonObject; path: Path } | undefined {
  const write = objectAt(run.value, "pending_session_write");
  return write === undefined ? undefined : { write, path: [...run.base, "pending_session_write"] };
}

/** 1.19 → 1.18: 0.23.1 refuses the held keys. Without them a held write is an ordinary one, appended when the run
 * resumes, before the output guardrails had their say: forced only. At an interruption the count must also go to 0,
 * or the target appends the call and then refuses the resume ("after current-turn items were persisted"; seen with
 * 0.23.1 and 0.24.0). */
export function releaseHeldWrite(run: Run): Change[] {
  const found = writeOf(run);
  if (found === undefined) return [];
  const { write, path } = found;
  const edits = removeMembers(write, path, heldKeys);
  if (edits.length === 0) return [];
  if (member(write, "held") !== true)
    return [{ rule: "held-false-stripped", path: [...path, "held"], args: {}, edits }];
  const step = objectAt(run.value, "current_step");
  const waits = step !== undefined && member(step, "type") === "next_step_interruption";
  if (waits && member(write, "persisted_count") !== 0) {
    edits.push({ op: "replace", path: [...path, "persisted_count"], value: 0 });
  }
  return [{ rule: "held-write", path: [...path, "held"], args: { waits }, edits }];
}

/** 1.18 → 1.17: 0.22.3 takes exactly the four base keys. An acknowledged write is in the Session already: kept as an
 * ordinary one it could be appended twice after a compaction. */
export function dropCompaction(run: Run): Change[] {
  const found = writeOf(run);
  if (found === undefined) return [];
  const { write, path } = found;
  if (member(write, "append_acknowledged") === true) return [remove("acknowledged-write-dropped", path)];
  const edits = removeMembers(write, path, compactionKeys);
  if (edits.length === 0) return [];
  const compacts = !isFalsy(member(write, "response_id"));
  return [{ rule: compacts ? "write-compaction-dropped" : "write-metadata-dropped", path, args: {}, edits }];
}

/** 1.17 → 1.16: 0.22.0 does not know the record, the Session would keep a hole; it also runs on from a run that has
 * ended. */
export function dropWriteAndTerminal(run: Run): Change[] {
  const isEmpty = member(run.value, "pending_session_write") === null;
  const ended = !isFalsy(member(run.value, "terminal_unrecoverable"));
  return [
    ...removeAt(run, isEmpty ? "write-metadata-dropped" : "session-write-below-1-17", ["pending_session_write"]),
    ...removeAt(run, ended ? "terminal-below-1-17" : "write-metadata-dropped", ["terminal_unrecoverable"]),
  ];
}
