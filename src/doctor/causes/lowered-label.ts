import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type Json, listOf, member, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { migrate } from "../../migrate/migrate.ts";
import { mostNamed } from "../../named.ts";
import { compareVersions, type Version } from "../../readers/range.ts";
import type { Draft, Evidence, RepairEdit, Suspect } from "../cause.ts";
import { repaired } from "../check.ts";
import { at } from "../evidence.ts";
import { type Facts, stateOf } from "../facts.ts";
import { firstWith, isBelow } from "../labels.ts";
import { editsOf } from "../lift.ts";

const ownedPath: Path = ["context", "function_tool_approvals"];

/** A label that was lowered by hand: decisions with an owner came with 1.18. Up to 0.22.3 the releases do not read them, and later ones refuse
 * the file (0.23.1 `_build_run_state_from_json`). */
export function findLoweredLabel(facts: Facts): Suspect[] {
  const decisions = decisionsBelow(facts);
  if (decisions.length === 0) return [];
  const label = facts.judgement.schemaVersion;
  return [
    {
      id: "label-lowered",
      confidence: "certain",
      summary: `The label ${label} was put on a file of 1.18 or later: its decisions stand where that label has none. Releases up to 0.22.3 do not look there and ask again, later ones refuse the file.`,
      evidence: [at("/$schemaVersion", `label ${label}, changed alone`), ...decisions.slice(0, mostNamed)],
      repairs: [restoreLabel(facts)].filter((draft) => draft !== null),
      advice: [
        "Take the checkpoint as the run stored it, and carry it down with `runstate migrate --for-sdk RELEASE FILE`: it moves the decisions.",
      ],
    },
  ];
}

/** The decisions with an owner, when the label is too old for them. */
export function decisionsBelow(facts: Facts): Evidence[] {
  const { schemaVersion: label, findings } = facts.judgement;
  const isOdd = findings.some(({ rule }) => rule === "label-unknown" || rule === "label-shortened");
  if (label === null || isOdd || !isBelow(facts, firstWith.ownedDecisions)) return [];
  const context = member(stateOf(facts), "context");
  return listOf(isObject(context) ? member(context, "function_tool_approvals") : undefined).flatMap((entry, index) => {
    const path = [...ownedPath, index];
    return [
      ...placesOf(isObject(entry) ? entry.decision : undefined, [...path, "decision"]),
      at(pointerOf([...path, "agent"]), "the owner, which labels below 1.18 do not have"),
    ];
  });
}

function placesOf(decision: Json | undefined, path: Path): Evidence[] {
  if (!isObject(decision)) return [];
  return (["approved", "rejected"] as const).flatMap((side) => {
    const value = decision[side];
    const places = Array.isArray(value) ? value.map((_, index) => [...path, side, index]) : [[...path, side]];
    return value === undefined || value === false ? [] : places.map((place) => at(pointerOf(place), side));
  });
}

/** The lowest label that has all of it; for an older release carried down from there. */
function restoreLabel(facts: Facts): Draft | null {
  const { document, reader } = facts;
  const write = member(stateOf(facts), "pending_session_write");
  const whole: Version = isObject(write) && write.held === true ? firstWith.heldWrite : firstWith.ownedDecisions;
  const edit: Edit = { op: "replace", path: ["$schemaVersion"], value: whole };
  const relabel: RepairEdit = { edit, reason: `decisions with an owner are read from 1.18 on` };
  const isRead = compareVersions(reader.reads, whole) >= 0;
  const lifted = isRead ? null : repaired(document, [relabel]);
  const down = lifted === null ? null : migrate(lifted, { to: reader.writes });
  if (down !== null && down.status !== "migrated") return null;
  return {
    id: "restore-label",
    summary: `label ${whole}${isRead ? "" : `, and carried down from there to ${reader.writes}, with its decisions`}`,
    edits: [relabel, ...(down === null ? [] : editsOf(down.edits))],
    risk: "A file that an older release has loaded and saved since has lost what that release does not know.",
  };
}
