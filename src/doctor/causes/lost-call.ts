import { isObject } from "../../document/json.ts";
import { pointerOf } from "../../document/pointer.ts";
import { mostNamed, named } from "../../named.ts";
import { currentAgent, isGated } from "../../outlook/program/agents.ts";
import { inRange, type Range } from "../../readers/range.ts";
import type { RunReading } from "../../reading/reading.ts";
import { isInterrupted, waitingApprovals } from "../../reading/run/interruption.ts";
import { textOf } from "../../session/raw-item.ts";
import { dedupeKeyOf } from "../../settle/items/clean.ts";
import type { Evidence, Suspect } from "../cause.ts";
import { outputThatEndedRun } from "../ended-runs.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { isOfAnotherRun } from "../foreign-session.ts";
import { firstWith, isBelow } from "../labels.ts";
import { appendCall, holdCall } from "../repairs/lost-call.ts";
import { answerKeyOf, compactionIn, type Places, placesByKey } from "../session-items.ts";
import { type Course, coursesOf, pairingAfter, type SessionView } from "../session-view.ts";
import { answeredAlready, idsOf, placeOfId, type Waiting, waitingCalls } from "../waiting.ts";

/** Labels of the releases that keep a guarded response out of the session and record nothing of it (0.22.0 to 0.23.1). */
const unrecorded: Range = { since: "1.16", until: "1.18" };

/** A pause that kept its call out of the session without a record of it: the bug of 0.22.0 to 0.23.1. Resumed, the session gets the
 * output alone. */
export function findLostCall(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (!isInterrupted(run)) return [];
  if (facts.session === null) return facts.detached ? [] : suspectWithoutSession(facts, run);
  const view = facts.session;
  const places = placesByKey(view.items);
  const waiting = waitingCalls(run, view);
  const resumed = answeredAlready(waiting, places, view);
  if (resumed.length > 0) return [resumedAlready(resumed, places, view)];
  const lost = waiting.filter(({ item }) => !places.has(dedupeKeyOf(item) ?? ""));
  if (run.pendingWrite !== null || lost.length === 0 || isOfAnotherRun(facts)) return [];
  const courses = coursesOf(facts.judgement, facts.reader, facts.agents);
  const harmful = courses.filter((course) => {
    const orphans = new Set(pairingAfter(view, course).outputsWithoutCall);
    return lost.some(({ callId }) => orphans.has(callId));
  });
  if (harmful.length === 0) return [];
  return [lostCall(facts, { run, view, lost, courses, harmful })];
}

/** A pause whose calls the session lacks. */
interface Pause {
  readonly run: RunReading;
  readonly view: SessionView;
  readonly lost: readonly Waiting[];
  /** How the resume can go, and which of it leaves the output without its call. */
  readonly courses: readonly Course[];
  readonly harmful: readonly Course[];
}

function resumedAlready(resumed: readonly Waiting[], places: Places, { items }: SessionView): Suspect {
  const ids = named(idsOf(resumed));
  const told = resumed.slice(0, mostNamed);
  return {
    id: "resumed-already",
    confidence: "certain",
    summary: `The session has the output of ${ids} already, and the file still waits for it: this is an older copy of the checkpoint. Resumed again, the tool runs a second time.`,
    evidence: [
      ...told.map((call) => at(placeOfId(call), `${call.callId} waits here`)),
      ...told.map(({ callId, item }) =>
        inSession(places.get(answerKeyOf(item) ?? "")?.at(-1) ?? items.length - 1, `the output of ${callId}`),
      ),
    ],
    advice: [
      "Take the newest checkpoint of the run, or start a new run over the session. Store the checkpoint anew after each resume and drop the old one.",
    ],
  };
}

function lostCall(facts: Facts, pause: Pause): Suspect {
  const { run, view, lost, courses, harmful } = pause;
  const isSure = harmful.length === courses.length;
  const ids = named(idsOf(lost));
  const wasStored = view.run.persistedCount > 0;
  const compaction = wasStored ? compactionIn(view.items) : -1;
  const names = new Set(lost.flatMap(({ item }) => textOf(item, "name") ?? []));
  const ended = isSure ? -1 : outputThatEndedRun(names, view.items);
  return {
    id: "pause-lost-its-call",
    confidence: isSure ? "certain" : "likely",
    summary: `The session does not hold ${ids}, which ${lost.some(({ isHandoff }) => isHandoff) ? "the resume answers" : "waits for approval"}, ${wasStored ? "although the pause did store its response" : "and the file records no withheld write"}. ${isSure ? "The" : "Unless the tool ends the run of an agent with output guardrails, the"} resume appends the output alone, and from then on the API refuses the conversation.`,
    evidence: [
      ...placesOf(facts, pause),
      ...(compaction < 0 ? [] : [inSession(compaction, "a compaction: the call was stored and went into it")]),
      ...(ended < 0
        ? []
        : [
            inSession(
              ended,
              "an earlier output of this tool, and the user speaks next: the tool ended that run, or it broke off",
            ),
          ]),
      ...(view.items.length === 0
        ? []
        : [inSession(view.items.length - 1, "the session ends here, before the paused response")]),
    ],
    repairs: [
      holdCall(facts, run, view, idsOf(lost)),
      ended < 0 ? appendCall(view, idsOf(lost), courses) : null,
    ].filter((draft) => draft !== null),
    advice: [
      adviceOf(wasStored, compaction >= 0),
      ...howDecided(facts, pause),
      ...(view.items.length === 0 ? ["The session is empty: is it the one that the run used?"] : []),
    ],
  };
}

/** Where the calls wait and stand, and what the file says of their store. */
function placesOf(facts: Facts, { run, view, lost }: Pause): Evidence[] {
  const { persistedCount } = view.run;
  return [
    ...lost
      .slice(0, mostNamed)
      .map((call) => at(placeOfId(call), `${call.callId} waits here, and the session has no such call`)),
    ...responsePlaces(run, lost).slice(0, mostNamed),
    persistedCount > 0
      ? at(
          "/current_turn_persisted_item_count",
          `${persistedCount}: the pause did store items of this response in a session`,
        )
      : withoutRecord(facts),
  ];
}

function adviceOf(wasStored: boolean, compacted: boolean): string {
  if (compacted)
    return "Up to 0.23.1 a session that compacts does so at a pause too, and takes the waiting call along. Resume such a run with the call put back, and compact no session whose run waits for approval.";
  return wasStored
    ? "The session was cleared, cut or edited since the pause, or it is not the one that the run used: another file, table or id. Look for that one first."
    : "Upgrading the SDK, or raising the label and nothing else, does not help: the file still holds no record.";
}

function withoutRecord(facts: Facts): Evidence {
  return at(
    "",
    isBelow(facts, firstWith.heldWrite)
      ? `no pending_session_write: a label below ${firstWith.heldWrite} cannot hold back a write (here ${facts.judgement.schemaVersion ?? ""})`
      : "no pending_session_write: the record was removed, or the run was paused without this session",
  );
}

/** What approval and rejection come to, and who tells whether the tool ends the run. */
function howDecided({ agents }: Facts, { courses, harmful }: Pause): string[] {
  const harms = (decide: Course["decide"]) => harmful.some((course) => course.decide === decide);
  const harmless = courses.filter(({ decide }) => !harms(decide));
  const otherwise = harmless.every(({ exit }) => exit === "pause")
    ? "pauses again"
    : "ends with the tool, and call and output are stored together";
  const decides = [
    harms("approve") && harms("reject")
      ? "A rejection does the same damage as an approval."
      : `Only ${harms("approve") ? "an approval" : "a rejection"} does this: otherwise the run ${otherwise}.`,
  ];
  if (harmful.length === courses.length || agents !== null) return decides;
  return [
    ...decides,
    "Give --agents FILE with output_guardrails and tool_use_behavior: it tells whether the tool ends the run.",
  ];
}

function responsePlaces(run: RunReading, lost: readonly Waiting[]): Evidence[] {
  const ids = new Set(lost.map(({ callId }) => callId));
  return run.generated.kept.flatMap(({ index, type, raw }) =>
    type !== "tool_approval_item" && isObject(raw) && typeof raw.call_id === "string" && ids.has(raw.call_id)
      ? [
          at(
            pointerOf([...run.base, "generated_items", index, "raw_item"]),
            `the call as the session should have it: ${raw.call_id}`,
          ),
        ]
      : [],
  );
}

/** The same bug where no session was given: whether it is there can only be said of a session. */
function suspectWithoutSession(facts: Facts, run: RunReading): Suspect[] {
  const label = facts.judgement.schemaVersion ?? "";
  const agent = facts.agents === null ? undefined : currentAgent(facts.agents, run);
  const gated = isGated(agent);
  const courses = coursesOf(facts.judgement, facts.reader, facts.agents);
  if (agent !== undefined && (!gated || courses.every(({ exit }) => exit === "final-tool"))) return [];
  if (run.pendingWrite !== null || !inRange(label, unrecorded) || run.state.current_turn_persisted_item_count !== 0)
    return [];
  const [waiting] = waitingApprovals(run);
  return [
    {
      id: "pause-lost-its-call",
      confidence: gated ? "likely" : "possible",
      summary: `If this run has a Session and its agent output guardrails with a tool_use_behavior other than run_llm_again, the pause kept its call out of the session and label ${label} records nothing of it: the resume then stores an output without its call.`,
      evidence: [
        at(
          pointerOf(waiting === undefined ? ["current_step"] : [...waiting.rawPath, "call_id"]),
          "the call that waits",
        ),
        at("/current_turn_persisted_item_count", "0: nothing of this turn is in a session"),
      ],
      advice: ["Give the session with --session: then it can be seen, and repaired before the resume."],
    },
  ];
}
