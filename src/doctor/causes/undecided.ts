import { isObject, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { valueAt } from "../../document/value-at.ts";
import { mostNamed, named } from "../../named.ts";
import { decisionsOf } from "../../outlook/decisions/decisions.ts";
import { type Standing, standingsOf } from "../../outlook/decisions/standing.ts";
import { nestedCallIds } from "../../outlook/decisions/waiting-calls.ts";
import type { ApprovalReading, RunReading } from "../../reading/reading.ts";
import { callIdsOf } from "../../reading/run/call-ids.ts";
import { ledgerOf } from "../../reading/run/ledger.ts";
import { runsIn } from "../../reading/run/nested-runs.ts";
import type { RuleName } from "../../rules/index.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at, factOf } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";

/** Calls that wait and have no decision on record at all: the resume pauses again, as it should. */
export function findUndecided(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null) return [];
  const unusable = new Set(
    facts.judgement.findings.filter(({ rule }) => rule === "decision-unusable").map(({ args }) => args.id),
  );
  const open = runsIn(run)
    .flatMap((level) => standingsOf(facts.document, level).map((standing) => ({ ...standing, base: level.base })))
    .filter(({ call }) => !unusable.has(call.callId ?? ""))
    .filter(({ counts, objections }) => counts === null && objections.length === 0);
  return open.length === 0 ? [] : [nothingDecided(facts, run, open)];
}

type Open = Standing & { readonly base: Path };

function nothingDecided(facts: Facts, run: RunReading, open: readonly Open[]): Suspect {
  const names = open.map(({ call }) => `${call.callId ?? "a call without id"} (${call.tool})`);
  const strays = [
    ...elsewhere(run, open),
    ...straysOf(run, new Set(open.flatMap(({ call }) => call.callId ?? []))),
    ...unread(facts),
    ...open.flatMap(({ call, base }) => markedCalls(call.approval, base)),
  ];
  const besides = strays.length === 0 ? "" : " Decisions on record reach no call: see their places.";
  return {
    id: "nothing-decided",
    confidence: strays.length === 0 ? "possible" : "likely",
    summary: `The run waits for a decision on ${named(names)}, and the file holds none: resumed as it is, it pauses again.${besides}`,
    evidence: [
      ...open
        .slice(0, mostNamed)
        .map(({ call, base }) =>
          at(
            pointerOf([...base, ...call.approval.rawPath, call.hosted === null ? "call_id" : "id"]),
            `no decision on record for ${call.callId ?? "this call"}`,
          ),
        ),
      ...strays.slice(0, mostNamed),
    ],
    advice: [
      "Approve or reject each call before the resume, with the ids that stand here.",
      "If that was done: this is an older copy of the checkpoint. Store the checkpoint anew after each decision and each resume, and drop the old one.",
    ],
  };
}

/** Decisions that stand beside the place where the run's are, and those that name the item of a call instead of the call. */
function elsewhere(run: RunReading, open: readonly Open[]): Evidence[] {
  const names = open.flatMap(({ call }) => [call.tool, call.callId ?? call.tool]);
  const beside = [["approvals"], ["context", "context", "approvals"]].filter((path) => {
    const records = valueAt(run.state, path);
    return isObject(records) && names.some((name) => Object.hasOwn(records, name));
  });
  const callOf = new Map(open.map(({ call }) => [valueAt(call.approval.raw, ["id"]), call.callId]));
  return [
    ...beside.map((path) => at(pointerOf(path), "no release looks for decisions here, but in /context/approvals")),
    ...decisionsOf(run)
      .filter(({ callId }) => callId !== null && callOf.has(callId) && callOf.get(callId) !== callId)
      .map(({ path, verdict, callId }) =>
        at(pointerOf(path), `${verdict} for ${callId}, the id of the item: the call is ${callOf.get(callId)}`),
      ),
  ];
}

/** Decisions that went astray: for an id that no call has, or under the id of a call where the name of its tool must stand. */
function straysOf(run: RunReading, open: ReadonlySet<string>): Evidence[] {
  const { context } = run.state;
  const approvals = isObject(context) && isObject(context.approvals) ? context.approvals : {};
  const misplaced = Object.keys(approvals)
    .filter((key) => open.has(key))
    .map((key) =>
      at(pointerOf(["context", "approvals", key]), `a record under the id ${key}: the name of its tool belongs here`),
    );
  const decided = decisionsOf(run).filter(({ callId, key }) => callId !== null && !open.has(key));
  const asked = Object.entries(ledgerOf(run) ?? {}).filter(([, entry]) => isObject(entry) && entry.executed === false);
  const known = new Set([...callIdsOf(run.state), ...nestedCallIds(run), ...open]);
  const lost = decided.filter(({ callId }) => !known.has(callId));
  const decidedIds = new Set(lost.map(({ callId }) => callId));
  return [
    ...misplaced,
    ...asked
      .filter(([id]) => !known.has(id) && !decidedIds.has(id))
      .map(([id]) =>
        at(
          pointerOf([...run.base, "context", "tool_invocations", id]),
          `no call here has the id ${id}: the approval of another run was approved or rejected on this one`,
        ),
      ),
    ...lost.map(({ path, verdict, callId }) =>
      at(pointerOf(path), `${verdict} for ${callId}: no call here has that id`),
    ),
  ];
}

const recordKeys: ReadonlySet<string> = new Set([
  "approved",
  "rejected",
  "rejection_messages",
  "sticky_rejection_message",
  "sticky_scope",
]);

/** Records of a kind that the reader takes for no decision, and their keys that it does not know. */
function unread({ judgement }: Facts): Evidence[] {
  const context = judgement.reading?.run.state.context;
  const approvals = isObject(context) && isObject(context.approvals) ? context.approvals : {};
  const odd = Object.entries(approvals).flatMap(([name, record]) =>
    (isObject(record) ? Object.keys(record) : [])
      .filter((key) => !recordKeys.has(key))
      .map((key) => at(pointerOf(["context", "approvals", name, key]), "no release knows this key of a record")),
  );
  return [...judgement.findings.filter(({ rule }) => forgottenDecisions.has(rule)).map(factOf), ...odd];
}

const forgottenDecisions: ReadonlySet<RuleName> = new Set([
  "approvals-forgotten",
  "approval-record-forgotten",
  "approval-decision-unusable",
]);

/** A decision written onto the waiting call itself: no release looks there. */
function markedCalls({ path, data }: ApprovalReading, base: Path): Evidence[] {
  return ["approved", "rejected", "approval", "decision"]
    .filter((key) => Object.hasOwn(data, key))
    .map((key) => at(pointerOf([...base, ...path, key]), "no release looks for a decision here"));
}
