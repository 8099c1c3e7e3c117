import { isObject, type Path } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { decisionsOf } from "../../outlook/decisions.ts";
import { callIdsOf } from "../../outlook/run-rules.ts";
import { type Standing, standingsOf } from "../../outlook/standing.ts";
import { nestedCallIds } from "../../outlook/waiting-calls.ts";
import { releases } from "../../readers/releases.ts";
import { ledgerOf } from "../../reading/ledger-of.ts";
import { runsIn } from "../../reading/nested-runs.ts";
import type { ApprovalReading, RunReading } from "../../reading/reading.ts";
import type { RuleName } from "../../rules/index.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { at, factOf } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { mostNamed, named } from "../named.ts";
import { spanOfReleases } from "../releases.ts";

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
            pointerOf([...base, ...call.approval.path, "raw_item", call.hosted === null ? "call_id" : "id"]),
            `no decision on record for ${call.callId ?? "this call"}`,
          ),
        ),
      ...strays.slice(0, mostNamed),
    ],
    repairs: [],
    advice: [
      "Approve or reject each call before the resume, with the ids that stand here.",
      "If that was done: this is an older copy of the checkpoint. Store the checkpoint anew after each decision and each resume, and drop the old one.",
    ],
  };
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
  ...["approved", "rejected", "rejection_messages", "sticky_rejection_message", "sticky_scope"],
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

const forgottenDecisions: ReadonlySet<RuleName> = new Set<RuleName>([
  ...(["approvals-forgotten", "approval-record-forgotten", "approval-decision-unusable"] as const),
]);

/** A decision written onto the waiting call itself: no release looks there. */
function markedCalls({ path, data }: ApprovalReading, base: Path): Evidence[] {
  return ["approved", "rejected", "approval", "decision"]
    .filter((key) => Object.hasOwn(data, key))
    .map((key) => at(pointerOf([...base, ...path, key]), "no release looks for a decision here"));
}

/** What a reader makes of the decisions: a phrase for each call, equal for readers that do the same. */
function verdictsOf(facts: Facts, run: RunReading): string[] {
  return standingsOf(facts.document, run).map(
    ({ call, counts }) =>
      `${call.callId ?? "a call without id"} ${counts === null ? "is asked again" : counts.verdict === "approved" ? "runs" : "is rejected"}`,
  );
}

/** Releases that load the file and go on differently from the same decisions. */
export function findDisagreement(facts: Facts): Suspect[] {
  const own = runOf(facts);
  if (own?.step?.type !== "next_step_interruption") return [];
  const groups: { phrase: string; verdicts: ReadonlySet<string>; releases: string[] }[] = [];
  const all = [...facts.others, { reader: facts.reader, judgement: facts.judgement }];
  const inOrder = all.toSorted((a, b) => releases.indexOf(a.reader) - releases.indexOf(b.reader));
  for (const { reader, judgement } of inOrder) {
    const run = judgement.reading?.run;
    if (judgement.verdict === "rejected" || run === undefined) continue;
    const verdicts = verdictsOf(facts, run);
    const phrase = verdicts.join(", ");
    const last = groups.at(-1);
    if (last?.phrase === phrase) last.releases.push(reader.release);
    else groups.push({ phrase, verdicts: new Set(verdicts), releases: [reader.release] });
  }
  if (new Set(groups.map(({ phrase }) => phrase)).size < 2) return [];
  // What they differ in comes first: of many calls the last ones are not named.
  const isDisputed = (verdict: string) => !groups.every(({ verdicts }) => verdicts.has(verdict));
  const told = groups.map(({ verdicts, releases }) => {
    const agreed = [...verdicts].filter((verdict) => !isDisputed(verdict));
    return `${spanOfReleases(releases)}: ${named([...[...verdicts].filter(isDisputed), ...agreed])}`;
  });
  const rejectedRuns = placesOf(facts);
  return [
    {
      id: "readers-disagree",
      confidence: "likely",
      summary: `Releases read the decisions on record differently. ${told.join("; ")}.`,
      evidence: rejectedRuns,
      repairs: [],
      advice: [
        ...(rejectedRuns.some(({ fact }) => fact.includes(danger))
          ? ["Do not resume this file with those older releases."]
          : []),
        "Resume with the release whose reading is meant, or clear the decisions and decide each call anew with the release that resumes.",
      ],
    },
  ];
}

const danger = "older releases run it all the same, with its side effects";

/** The records that the releases disagree on. */
function placesOf(facts: Facts): Evidence[] {
  const places = new Map<string, Evidence>();
  const running = runningElsewhere(facts);
  for (const { judgement } of [...facts.others, { judgement: facts.judgement }]) {
    const run = judgement.reading?.run;
    if (judgement.verdict === "rejected" || run === undefined) continue;
    for (const { counts, objections } of standingsOf(facts.document, run)) {
      for (const { verdict, path, callId } of [
        ...objections.map(({ decision }) => decision),
        ...(counts === null ? [] : [counts]),
      ]) {
        const pointer = pointerOf(path);
        const whom = callId === null ? "all calls of its tool" : callId;
        const isRun = verdict === "rejected" && callId !== null && running.has(callId);
        places.set(pointer, at(pointer, `${verdict} for ${whom}${isRun ? `: ${danger}` : ""}`));
      }
    }
  }
  return [...places.values()];
}

/** Ids of the calls that another release runs. */
function runningElsewhere(facts: Facts): ReadonlySet<string> {
  const running = new Set<string>();
  for (const { judgement } of facts.others) {
    const run = judgement.reading?.run;
    if (judgement.verdict === "rejected" || run === undefined) continue;
    for (const { call, counts } of standingsOf(facts.document, run)) {
      if (call.callId !== null && counts?.verdict === "approved") running.add(call.callId);
    }
  }
  return running;
}
