import { isObject, type Json, type JsonObject, member } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { describeFinding } from "../../findings/describe.ts";
import type { Finding } from "../../findings/finding.ts";
import { heldKeys } from "../../reading/write/keys.ts";
import { isError, type RuleName } from "../../rules/index.ts";
import { untexted } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import type { Draft, Evidence, Suspect } from "../cause.ts";
import { at, explained, factOf } from "../evidence.ts";
import { type Facts, stateOf } from "../facts.ts";
import { listedAsWaiting, waitAgain } from "../repairs/lost-step.ts";
import { dropKeys, liftRecord, storeBatch } from "../repairs/refused-write.ts";
import { spellValues } from "../repairs/spelling.ts";
import type { CauseId } from "../symptoms.ts";
import { isAboutWrite } from "./refused.ts";

/** "Run state pending Session write is invalid": one sentence of the SDK, and here the key that it means. */
export function findRefusedWrite(facts: Facts): Suspect[] {
  const { judgement } = facts;
  const errors = judgement.findings.filter(isError);
  const [first] = errors;
  const record = member(stateOf(facts), "pending_session_write");
  if (judgement.verdict === "accepted" || first === undefined || !isAboutWrite(first.rule)) return [];
  const { message, fix } = describeFinding(first, null);
  const id = idOf(first, record);
  if (id === "write-without-step") {
    const cut = stepCutOut(facts, first);
    if (cut !== null) return [cut];
  }
  return [
    {
      id,
      confidence: "certain",
      summary: summaryOf(id, facts, message),
      evidence: [
        explained(first),
        ...heldKeysIn(id, record),
        at("/$schemaVersion", `label ${judgement.schemaVersion ?? "missing"}: ${readersOf(facts)}`),
        ...errors.slice(1).map(factOf),
        ...lostItems(facts, id, record),
      ],
      repairs: isObject(record) ? repairsOf(facts, id, record) : [],
      advice: [advice[id] ?? fix],
    },
  ];
}

/** The write is that of a pause: its calls still wait, and nothing of it may be stored before they are decided. */
function stepCutOut(facts: Facts, error: Finding): Suspect | null {
  const run = facts.judgement.reading?.run;
  const repairs = run === undefined ? [] : waitAgain(facts, run);
  if (run === undefined || repairs.length === 0) return null;
  return {
    id: "no-step-left",
    confidence: "certain",
    summary:
      "The file carries the Session write of a pause, and no step that waits: the step was lost, removed or replaced. No release loads it.",
    evidence: [
      at("/current_step", "no step that waits"),
      explained(error),
      ...listedAsWaiting(run).map(({ id, path }) => at(pointerOf(path), `${id} has no output`)),
    ],
    repairs,
    advice: [
      "Take the checkpoint as the run stored it at the pause. Do not store the batch by hand: its call would stand without an output.",
    ],
  };
}

const keepHeldKeys =
  "Do not delete the held keys: the write becomes an ordinary one, is appended before the guardrails had their say, and the resume is then refused.";

/** Where it is not what the first error says. */
const advice: Partial<Record<CauseId, string>> = {
  "held-write-before-1-19": keepHeldKeys,
  "held-write-without-response": keepHeldKeys,
  "write-without-step":
    "The run is over and this file is only good for its batch: store that by hand, then start a new run. Do not repeat the tool.",
};

function repairsOf(facts: Facts, id: CauseId, record: JsonObject): Draft[] {
  if (id === "write-without-step") return [storeBatch(facts, record)].filter((draft) => draft !== null);
  const drafts = [liftRecord(facts, record), dropKeys(facts, record)].filter((draft) => draft !== null);
  return [...drafts, ...spellValues(facts)];
}

const keyRules: ReadonlySet<RuleName> = new Set([
  "pending-write-needs-1-17",
  "compaction-needs-1-18",
  "pending-write-key-unknown",
  "held-keys-on-ordinary-write",
]);

function idOf({ rule }: Finding, record: Json | undefined): CauseId {
  if (rule === "pending-write-without-step") return "write-without-step";
  if (rule === "held-without-current-response") return "held-write-without-response";
  const isHeld = isObject(record) && member(record, "held") === true;
  const needsLabel = rule === "pending-write-needs-1-17" || rule === "compaction-needs-1-18";
  if (rule === "held-needs-1-19" || (isHeld && needsLabel)) return "held-write-before-1-19";
  return keyRules.has(rule) ? "write-keys" : "write-shape";
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

function heldKeysIn(id: CauseId, record: Json | undefined): Evidence[] {
  if (id !== "held-write-before-1-19" || !isObject(record)) return [];
  return heldKeys
    .filter((key) => Object.hasOwn(record, key))
    .map((key) =>
      at(`/pending_session_write/${key}`, "a key of held writes, which released readers know from 1.19 on"),
    );
}

/** What of the batch the session lacks: the record can be the only copy. */
function lostItems({ session }: Facts, id: CauseId, record: Json | undefined): Evidence[] {
  if (id !== "write-without-step" || session === null || !isObject(record) || !Array.isArray(record.items)) return [];
  const stored = new Set(session.items.map(dedupeKeyOf));
  return record.items.flatMap((value, index) => {
    const key = dedupeKeyOf(untexted(value));
    return key === undefined || stored.has(key)
      ? []
      : [at(`/pending_session_write/items/${index}`, "the session does not have this item")];
  });
}
