import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { migrate } from "../../migrate/migrate.ts";
import { compareVersions, type Version } from "../../readers/range.ts";
import { compactionKeys, heldKeys, writeKeys } from "../../reading/write/keys.ts";
import { itemsAt, textOf, untexted } from "../../session/raw-item.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, stateOf } from "../facts.ts";
import { firstWith, isBelow, readerFrom, releaseFrom } from "../labels.ts";
import { editsOf } from "../lift.ts";
import { additions } from "../session-changes.ts";
import { lackedBy } from "../session-items.ts";

/** Labels at which the record gained keys, oldest first. */
const steps: readonly Version[] = [firstWith.write, firstWith.writeCompaction, firstWith.heldWrite];

/** Keys that no release has, and of an ordinary record those of compaction for a reader that does not know them. A trace of a held record
 * on another one is left alone: what it was can only be guessed. */
export function dropKeys({ reader }: Facts, record: JsonObject): Draft | null {
  const held = member(record, "held") === true;
  const traces = heldKeys.some((key) => Object.hasOwn(record, key));
  if ((traces && !held) || member(record, "append_acknowledged") === true) return null;
  const reads = (label: Version) => compareVersions(reader.reads, label) >= 0;
  const compaction = held || reads(firstWith.writeCompaction) ? compactionKeys : [];
  const known = [...writeKeys, ...compaction, ...(held ? heldKeys : [])];
  const edits = Object.keys(record)
    .filter((key) => !known.includes(key))
    .map(
      (key): RepairEdit => ({
        edit: { op: "remove", path: ["pending_session_write", key] },
        reason: "this reader has no such key",
      }),
    );
  if (edits.length === 0) return null;
  return {
    id: "drop-keys",
    summary: "remove the keys that this reader does not have from the record",
    edits,
    risk: held
      ? "A key that stood there in another spelling loses what it said: correct that one by hand instead."
      : "What they said about compaction is lost: the session is compacted later than it could be.",
    settles: true,
  };
}

/** The lowest label under which the reader takes the record, with the boundary of a held one where the file proves it. */
export function liftRecord(facts: Facts, record: JsonObject): Draft | null {
  const label = facts.judgement.schemaVersion ?? "";
  const held = member(record, "held") === true;
  const to = held
    ? firstWith.heldWrite
    : steps.find((step) => compareVersions(step, label) > 0 && fitsAt(record, step));
  if (to === undefined) return null;
  const missing = held && !Object.hasOwn(record, "current_response");
  const edits =
    missing && isBelow(facts, firstWith.heldWrite)
      ? draftEdits(facts, record, to)
      : relabel(label, to, missing ? boundary(facts, record) : []);
  if (edits === null || edits.length === 0) return null;
  const renames = compareVersions(label, to) < 0;
  return {
    id: missing ? (renames ? "relabel-and-add-response" : "add-current-response") : "relabel",
    summary: [
      ...(renames ? [`label ${to}`] : []),
      ...(missing ? ["current_response: the turn of the pause and where its response begins in the batch"] : []),
    ].join(", and "),
    edits,
    risk: missing
      ? "The boundary was worked out from the model responses in the file; a tripped guardrail drops what stands behind it."
      : "None that is known: the content fits this label as it stands.",
    needs: held ? [releaseFrom(to)] : [],
    settles: true,
    reader: held ? readerFrom(facts, to) : facts.reader,
  };
}

function fitsAt(record: JsonObject, label: Version): boolean {
  return (
    compareVersions(label, firstWith.writeCompaction) >= 0 ||
    Object.keys(record).every((key) => writeKeys.includes(key))
  );
}

function relabel(from: string, to: Version, more: readonly RepairEdit[] | null): RepairEdit[] | null {
  if (more === null) return null;
  if (compareVersions(from, to) >= 0) return [...more];
  const edit: Edit = { op: "replace", path: ["$schemaVersion"], value: to };
  return [{ edit, reason: `under ${to} the reader knows every key of this record` }, ...more];
}

/** A file of the draft is carried over its own step, which proves the boundary or says that it cannot. */
function draftEdits(facts: Facts, record: JsonObject, to: Version): RepairEdit[] | null {
  const up = migrate(facts.document, { to });
  if (up.status === "migrated") return editsOf(up.edits);
  return relabel(facts.judgement.schemaVersion ?? "", to, boundary(facts, record));
}

/** Only where the whole batch is one response's: a single model response, or every call of the batch in the last one. */
function boundary(facts: Facts, record: JsonObject): RepairEdit[] | null {
  const state = stateOf(facts);
  const turn = member(state, "current_turn");
  const responses = member(state, "model_responses");
  const processed = member(state, "last_model_response") ?? (Array.isArray(responses) ? responses.at(-1) : undefined);
  const output = isObject(processed) ? member(processed, "output") : undefined;
  if (typeof turn !== "number" || !Array.isArray(output) || !Array.isArray(record.items)) return null;
  const own = new Set(callIdsAmong(output));
  const ids = callIdsAmong(record.items);
  if (ids.length === 0 || !ids.every((id) => own.has(id))) return null;
  const edit: Edit = { op: "add", path: ["pending_session_write", "current_response"], value: { turn, start: 0 } };
  return [{ edit, reason: "every call of the batch was made by the last model response, so it begins with the batch" }];
}

function callIdsAmong(items: readonly Json[]): string[] {
  return items.flatMap((item) => textOf(untexted(item), "call_id") ?? []);
}

/** The batch is the only copy: it goes into the session by hand. */
export function storeBatch({ document, session }: Facts, record: JsonObject): Draft | null {
  const span = document.span(["pending_session_write", "items"]);
  if (session === null || span === undefined || !Array.isArray(record.items)) return null;
  const items = lackedBy(session.items, itemsAt(document.text, span.start, record.items));
  if (items.length === 0) return null;
  return {
    id: "append-batch",
    summary: "append what the session lacks of the batch, then start a new run",
    session: additions(session.items.length, items, session.items.length),
    risk: "Items behind the end of the paused turn would then stand before the batch.",
    endsRun: true,
  };
}
