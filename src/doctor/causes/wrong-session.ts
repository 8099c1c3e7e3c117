import type { Edit } from "../../document/edits/edit.ts";
import type { Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { errorMeans, type Facts, runOf } from "../facts.ts";
import { isOfAnotherRun } from "../foreign-session.ts";

const idPointer = "/pending_session_write/session_id";

/** The record names a session: another one is refused, and for an ordinary record none too. */
export function findWrongSession(facts: Facts): Suspect[] {
  const record = runOf(facts)?.pendingWrite ?? null;
  if (record === null) return isOfAnotherRun(facts) ? [ofAnotherRun(facts)] : [];
  const named = record.session_id;
  const held = record.held === true;
  const { session: view } = facts;
  if (view === null) return withoutSession(facts, named, held);
  if (view.entry.outcome !== "wrong-session") return [];
  const edit: Edit = { op: "replace", path: ["pending_session_write", "session_id"], value: view.id ?? "" };
  return [
    {
      id: "wrong-session",
      confidence: "certain",
      summary: `The pending write belongs to the session ${named}, and the resume would get ${view.id ?? "another one"}: the SDK refuses it before any tool runs.`,
      evidence: [
        at(idPointer, `the session that the write names: ${named}`),
        inSession(null, `the session that was given: ${view.id ?? "no id"}`),
      ],
      repairs: [
        {
          id: "rename-session",
          summary: "the id of this session in the record, when the store was renamed on purpose",
          edits: [{ edit, reason: "the same conversation under a new id" }],
          risk: held
            ? "A held write is not compared with the session: in a foreign one it is stored all the same."
            : "The comparison of the write still protects: a foreign session is refused or gets the batch only when nothing was noted before.",
          assumes: { key: "session", proposed: view.id },
          settles: true,
        },
      ],
      advice: [
        "Resume with the session that the write names.",
        "A Conversations session that was just made has no id yet: give it its conversation id.",
      ],
    },
  ];
}

/** Nothing is offered to bring the run's items into it. */
function ofAnotherRun({ session }: Facts): Suspect {
  return {
    id: "wrong-session",
    confidence: "likely",
    summary:
      "The session holds nothing of this run, neither a call nor what the user asked, although the pause stored items of its response in a session: it is that of another run or user.",
    evidence: [
      at(
        "/current_turn_persisted_item_count",
        `${session?.run.persistedCount}: the pause did store items of this response`,
      ),
      inSession(0, "the session begins with items that are not of this run"),
    ],
    advice: [
      "Look for the session that the run used: another id, row, table or file. Resumed over this one, the output of the call comes into a conversation that knows nothing of it.",
      "If the session was cleared and used anew since: resume without a Session, or start a new run over it.",
    ],
  };
}

function withoutSession(facts: Facts, named: string, held: boolean): Suspect[] {
  const asked = errorMeans(facts, "wrong-session");
  return [
    {
      id: "wrong-session",
      confidence: facts.detached && !held ? "certain" : asked ? "likely" : "possible",
      summary: held
        ? `The file carries a held write for the session ${named}: with another session the resume is refused, without one the write rides along and nothing is stored.`
        : `The file carries a pending write for the session ${named}: with another session, or none, the resume is refused.`,
      evidence: [at(idPointer, `the session that the write names: ${named}`)],
      advice: ["Resume with that session. Give it with --session to see what the resume makes of the write."],
    },
  ];
}
