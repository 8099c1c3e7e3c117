import type { Edit } from "../../document/edit.ts";
import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Finding } from "../../findings/finding.ts";
import { migrate } from "../../migrate/migrate.ts";
import { compareVersions, type Version } from "../../readers/range.ts";
import { newestReader } from "../../readers/releases.ts";
import { compactionKeys, heldKeys, writeKeys } from "../../reading/write/keys.ts";
import { isError } from "../../rules/index.ts";
import { itemsAt, untexted } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import type { Draft, Evidence, RepairEdit, Suspect } from "../cause.ts";
import { at, factOf } from "../evidence.ts";
import { type Facts, stateOf } from "../facts.ts";
import { editsOf } from "../lift.ts";
import { spellValues } from "../repairs/spelling.ts";
import { additions } from "../session-changes.ts";
import { lackedBy } from "../session-items.ts";
import type { CauseId } from "../symptoms.ts";
import { isAboutWrite } from "./refused.ts";

const WRITE = "pending_session_write";
/** Labels at which the record gained keys, oldest first. */
const steps: readonly Version[] = ["1.17", "1.18", "1.19"];

/** "Run state pending Session write is invalid": one sentence of the SDK, and here the key that it means. */
export function findRefusedWrite(facts: Facts): Suspect[] {
  const { judgement } = facts;
  const errors = judgement.findings.filter(isError);
  const [first] = errors;
  const record = member(stateOf(facts), WRITE);
  if (judgement.verdict === "accepted" || first === undefined || !isAboutWrite(first.rule)) return [];
  const { message, why, fix } = describeFinding(first, null);
  const id = idOf(first, record);
  const held = isObject(record) ? heldKeys.filter((key) => Object.hasOwn(record, key)) : [];
  const places =
    id === "held-write-before-1-19"
      ? held.map((key) => at(`/${WRITE}/${key}`, "a key of held writes, which released readers know from 1.19 on"))
      : [];
  return [
    {
      id,
      confidence: "certain",
      summary: summaryOf(id, facts, message),
      evidence: [
        at(pointerOf(first.path), `${message} ${why}`),
        ...places,
        at("/$schemaVersion", `label ${judgement.schemaVersion ?? "missing"}: ${readersOf(facts)}`),
        ...errors.slice(1).map(factOf),
        ...lostItems(facts, id, record),
      ],
      repairs: repairsOf(facts, id, record),
      advice:
        id === "held-write-before-1-19" || id === "held-write-without-response"
          ? [
              "Do not delete the held keys: the write becomes an ordinary one, is appended before the guardrails had their say, and the resume is then refused.",
            ]
          : id === "write-without-step"
            ? [
                "The run is over and this file is only good for its batch: store that by hand, then start a new run. Do not repeat the tool.",
              ]
            : [fix],
    },
  ];
}

function idOf({ rule }: Finding, record: Json | undefined): CauseId {
  if (rule === "pending-write-without-step") return "write-without-step";
  if (rule === "held-without-current-response") return "held-write-without-response";
  const isHeld = isObject(record) && member(record, "held") === true;
  if (
    rule === "held-needs-1-19" ||
    (isHeld && (rule === "pending-write-needs-1-17" || rule === "compaction-needs-1-18"))
  )
    return "held-write-before-1-19";
  if (
    rule === "pending-write-needs-1-17" ||
    rule === "compaction-needs-1-18" ||
    rule === "pending-write-key-unknown" ||
    rule === "held-keys-on-ordinary-write"
  )
    return "write-keys";
  return "write-shape";
}

function summaryOf(id: CauseId, { judgement, reader }: Facts, message: string): string {
  const label = judgement.schemaVersion ?? "";
  if (id === "held-write-before-1-19")
    return `A held write stands under the label ${label}; released readers know held writes from 1.19 on, so every one of them refuses the file. A build of the unreleased design wrote it.`;
  if (id === "held-write-without-response")
    return `The held write does not say which of its items belong to the paused response (current_response), so ${reader.release} refuses the file.`;
  if (id === "write-without-step")
    return "The run has no step left and still carries a Session write: its last write failed, and no release loads this file again.";
  return `${reader.release} refuses the pending Session write: ${message}`;
}

function readersOf({ others, reader, judgement }: Facts): string {
  const taking = others.filter((other) => other.judgement.verdict === "accepted").map((other) => other.reader.release);
  const refusing = judgement.verdict === "rejected" ? reader.release : "none";
  return taking.length === 0
    ? `refused by ${refusing} and every other release`
    : `refused by ${refusing}, loaded by ${taking.join(", ")}`;
}

/** What of the batch the session lacks: the record can be the only copy. */
function lostItems({ session }: Facts, id: CauseId, record: Json | undefined): Evidence[] {
  if (id !== "write-without-step" || session === null || !isObject(record) || !Array.isArray(record.items)) return [];
  const stored = new Set(session.items.map(dedupeKeyOf));
  return record.items.flatMap((value, index) => {
    const key = dedupeKeyOf(untexted(value));
    return key === undefined || stored.has(key)
      ? []
      : [at(`/${WRITE}/items/${index}`, "the session does not have this item")];
  });
}

function repairsOf(facts: Facts, id: CauseId, record: Json | undefined): Draft[] {
  if (!isObject(record)) return [];
  if (id === "write-without-step") return [storeBatch(facts, record)].filter((draft) => draft !== null);
  return [
    ...[liftRecord(facts, record), dropKeys(facts, record)].filter((draft) => draft !== null),
    ...spellValues(facts),
  ];
}

/** Of an ordinary record: keys that no release has, and those of compaction for a reader that does not know them. A trace of a held record
 * is left alone: what it was can only be guessed. */
function dropKeys({ reader }: Facts, record: JsonObject): Draft | null {
  if (heldKeys.some((key) => Object.hasOwn(record, key)) || member(record, "append_acknowledged") === true) return null;
  const known = [...writeKeys, ...(compareVersions(reader.reads, "1.18") < 0 ? [] : compactionKeys)];
  const edits = Object.keys(record)
    .filter((key) => !known.includes(key))
    .map((key): RepairEdit => ({ edit: { op: "remove", path: [WRITE, key] }, reason: "this reader has no such key" }));
  if (edits.length === 0) return null;
  return {
    id: "drop-keys",
    summary: "remove the keys that this reader does not have from the record",
    edits,
    session: [],
    risk: "What they said about compaction is lost: the session is compacted later than it could be.",
    settles: true,
  };
}

/** The lowest label under which the reader takes the record, with the boundary of a held one where the file proves it. */
function liftRecord(facts: Facts, record: JsonObject): Draft | null {
  const label = facts.judgement.schemaVersion ?? "";
  const held = member(record, "held") === true;
  const reader = held && compareVersions(facts.reader.reads, "1.19") < 0 ? newestReader : facts.reader;
  const to = held ? "1.19" : steps.find((step) => compareVersions(step, label) > 0 && fitsAt(record, step));
  if (to === undefined) return null;
  const missing = held && !Object.hasOwn(record, "current_response");
  const edits =
    missing && compareVersions(label, "1.19") < 0
      ? draftEdits(facts, to)
      : relabel(label, to, missing ? boundary(facts, record) : []);
  if (edits === null || edits.length === 0) return null;
  const renames = compareVersions(label, to) < 0;
  return {
    id: missing ? (renames ? "relabel-and-add-response" : "add-current-response") : "relabel",
    summary: `${renames ? `label ${to}` : ""}${renames && missing ? ", and " : ""}${missing ? "current_response: the turn of the pause and where its response begins in the batch" : ""}`,
    edits,
    session: [],
    risk: missing
      ? "The boundary was worked out from the model responses in the file; a tripped guardrail drops what stands behind it."
      : "None that is known: the content fits this label as it stands.",
    needs: held ? ["openai-agents 0.24.0 or later"] : [],
    settles: true,
    reader,
  };
}

function fitsAt(record: JsonObject, label: Version): boolean {
  return compareVersions(label, "1.18") >= 0 || Object.keys(record).every((key) => writeKeys.includes(key));
}

function relabel(from: string, to: Version, more: readonly RepairEdit[] | null): RepairEdit[] | null {
  if (more === null) return null;
  if (compareVersions(from, to) >= 0) return [...more];
  const edit: Edit = { op: "replace", path: ["$schemaVersion"], value: to };
  return [{ edit, reason: `under ${to} the reader knows every key of this record` }, ...more];
}

/** A file of the draft is carried over its own step, which proves the boundary or says that it cannot. */
function draftEdits(facts: Facts, to: Version): RepairEdit[] | null {
  const up = migrate(facts.document, { to });
  if (up.status === "migrated") return editsOf(up.edits);
  return relabel(facts.judgement.schemaVersion ?? "", to, boundary(facts, member(stateOf(facts), WRITE) as JsonObject));
}

/** Only where the whole batch is one response's: a single model response, or every call of the batch in the last one. */
function boundary(facts: Facts, record: JsonObject): RepairEdit[] | null {
  const state = stateOf(facts);
  const turn = member(state, "current_turn");
  const responses = member(state, "model_responses");
  const processed = member(state, "last_model_response") ?? (Array.isArray(responses) ? responses.at(-1) : undefined);
  const output = isObject(processed) ? member(processed, "output") : undefined;
  if (typeof turn !== "number" || !Array.isArray(output) || !Array.isArray(record.items)) return null;
  const own = new Set(output.map((value) => isObject(value) && member(value, "call_id")));
  const ids = record.items.flatMap((value) =>
    isObject(value) && typeof member(value, "call_id") === "string" ? [member(value, "call_id")] : [],
  );
  if (ids.length === 0 || !ids.every((id) => own.has(id as string))) return null;
  const edit: Edit = { op: "add", path: [WRITE, "current_response"], value: { turn, start: 0 } };
  return [{ edit, reason: "every call of the batch was made by the last model response, so it begins with the batch" }];
}

/** The batch is the only copy: it goes into the session by hand. */
function storeBatch({ document, session }: Facts, record: JsonObject): Draft | null {
  const span = document.span([WRITE, "items"]);
  if (session === null || span === undefined || !Array.isArray(record.items)) return null;
  const items = lackedBy(session.items, itemsAt(document.text, span.start, record.items));
  if (items.length === 0) return null;
  return {
    id: "append-batch",
    summary: "append what the session lacks of the batch, then start a new run",
    edits: [],
    session: additions(session.items.length, items, session.items.length),
    risk: "Items behind the end of the paused turn would then stand before the batch.",
    endsRun: true,
  };
}
