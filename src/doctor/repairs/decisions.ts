import type { Edit } from "../../document/edits/edit.ts";
import { isObject, type Json, type JsonObject, type Path } from "../../document/json.ts";
import { valueAt } from "../../document/value-at.ts";
import type { Finding } from "../../findings/finding.ts";
import { standingsOf } from "../../outlook/decisions/standing.ts";
import type { RunReading } from "../../reading/reading.ts";
import { waitingApprovals } from "../../reading/run/interruption.ts";
import type { Draft, RepairEdit } from "../cause.ts";
import { type Facts, runAround } from "../facts.ts";
import { firstWith, readerFrom, releaseFrom } from "../labels.ts";
import { liftedValue, liftTo } from "../lift.ts";

/** A decision stored as the bare id of a call: a list of it. Only where the text is the id of a call that waits. */
export function spellDecision(facts: Facts, { path, args }: Finding): Draft[] {
  const value = valueAt(facts.document.value, path);
  const record = valueAt(facts.document.value, path.slice(0, -1));
  if (typeof value !== "string" || value !== args.id || !isObject(record)) return [];
  const side = String(path.at(-1));
  const opposite = side === "approved" ? record.rejected : record.approved;
  if (opposite === true || (Array.isArray(opposite) && opposite.includes(value))) return [];
  const proven = side === "rejected" && args.meant === true;
  const reason = proven
    ? "the rejection message stored for this call proves what was meant"
    : "the text is the id of a call that waits for a decision";
  return [
    {
      id: `list-${side}`,
      summary: `${side}: a list with the one call id`,
      edits: [{ edit: { op: "replace", path, value: [value] }, reason }],
      risk: proven
        ? "None that is known."
        : side === "approved"
          ? "The call runs at the resume: be sure that it was approved."
          : "The call is answered with a rejection: be sure that it was rejected.",
      cures: ["decision-unusable"],
    },
  ];
}

/** A decision for all calls of a tool, given to the agent that the waiting calls belong to. */
export function ownSticky(facts: Facts, { path, args }: Finding): Draft[] {
  const run = runAround(facts, path);
  if (run === null || path[run.base.length] !== "context" || path[run.base.length + 1] !== "approvals") return [];
  const key = String(args.key);
  const owners = new Set<string>();
  for (const { call, objections } of standingsOf(facts.document, run)) {
    const meant = objections.some(({ rule, decision }) => rule === "sticky-without-owner" && decision.key === key);
    if (meant && call.agent !== null) owners.add(call.agent);
  }
  const proposed = owners.size === 1 ? ([...owners][0] ?? null) : null;
  const owner = facts.assume.get("owner") ?? proposed;
  const edits = owner === null ? null : moveEdits(facts, run, path.slice(0, -1), key, owner);
  if (edits === null) return [];
  return [
    {
      id: `own-${key}`,
      summary: `move the decision to function_tool_approvals with an owner, at ${facts.judgement.schemaVersion === null ? "" : "label "}1.18 or later`,
      edits,
      risk: "The file does not say whose decision it is. With this owner every later call of the tool by that agent is decided too, in its scope.",
      needs: [releaseFrom(firstWith.ownedDecisions)],
      assumes: { key: "owner", proposed },
      cures: owners.has(owner ?? "") ? ["sticky-without-owner"] : [],
      reader: readerFrom(facts, firstWith.ownedDecisions),
    },
  ];
}

function moveEdits(facts: Facts, run: RunReading, record: Path, key: string, owner: string): RepairEdit[] | null {
  const lifted = liftTo(facts, firstWith.ownedDecisions);
  if (lifted === null) return null;
  const value = liftedValue(facts, lifted);
  const decision = valueAt(value, record);
  if (decision === undefined) return null;
  const path: Path = [...run.base, "context", "function_tool_approvals"];
  const list = valueAt(value, path);
  const entry = { agent: agentOf(run, owner), tool_key: key, decision };
  const added: Edit = Array.isArray(list)
    ? { op: "add", path: [...path, "-"], value: entry }
    : { op: "add", path, value: [entry] };
  return [
    ...lifted,
    { edit: added, reason: `0.23.1 and later take a decision for all calls only with its owner: ${owner}` },
    { edit: { op: "remove", path: record }, reason: "it moved, with everything it holds" },
  ];
}

/** The reference as the file writes it for this agent. */
function agentOf(run: RunReading, owner: string): JsonObject {
  const waiting = waitingApprovals(run).map(({ data }) => data.agent);
  const references: (Json | undefined)[] = [...waiting, run.state.current_agent];
  for (const reference of references) {
    if (isObject(reference) && (reference.identity ?? reference.name) === owner) return reference;
  }
  return { name: owner };
}

/** A decision on an inner call goes into the inner run: what the way up to 1.15 does. */
export function nestInside(facts: Facts): Draft[] {
  const edits = liftTo(facts, firstWith.ledger);
  if (edits === null || edits.length === 0) return [];
  return [
    {
      id: "decide-inside",
      summary: "label 1.15, with the decision and its ledger entry in the nested run's own context",
      edits,
      risk: "None that is known: the resume then ends at once instead of asking for ever.",
      needs: [releaseFrom(firstWith.ledger)],
      cures: ["nested-decision-outside"],
    },
  ];
}
