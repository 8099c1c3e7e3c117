import type { Edit } from "../../document/edit.ts";
import { isObject } from "../../document/json.ts";
import { serverKeysOf } from "../../outlook/server-conversation.ts";
import type { Draft, Suspect } from "../cause.ts";
import { at, inSession } from "../evidence.ts";
import { type Facts, runOf } from "../facts.ts";
import { unmeantServer } from "../repairs/spelling.ts";
import { removals } from "../session-changes.ts";

const ID = "/pending_session_write/session_id";

/** The record names a session: another one is refused, and for an ordinary record none too. */
export function findWrongSession(facts: Facts): Suspect[] {
  const record = runOf(facts)?.pendingWrite ?? null;
  if (record === null) return [];
  const named = String(record.session_id);
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
        at(ID, `the session that the write names: ${named}`),
        inSession(null, `the session that was given: ${view.id ?? "no id"}`),
      ],
      repairs: [
        {
          id: "rename-session",
          summary: "the id of this session in the record, when the store was renamed on purpose",
          edits: [{ edit, reason: "the same conversation under a new id" }],
          session: [],
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

function withoutSession({ detached, errors }: Facts, named: string, held: boolean): Suspect[] {
  const asked = errors.some(({ causes }) => causes.includes("wrong-session"));
  return [
    {
      id: "wrong-session",
      confidence: detached && !held ? "certain" : asked ? "likely" : "possible",
      summary: held
        ? `The file carries a held write for the session ${named}: with another session the resume is refused, without one the write rides along and nothing is stored.`
        : `The file carries a pending write for the session ${named}: with another session, or none, the resume is refused.`,
      evidence: [at(ID, `the session that the write names: ${named}`)],
      repairs: [],
      advice: ["Resume with that session. Give it with --session to see what the resume makes of the write."],
    },
  ];
}

/** A history that the service keeps, and a Session beside it. */
export function findServerConversation(facts: Facts): Suspect[] {
  const run = runOf(facts);
  if (run === null) return [];
  const keys = serverKeysOf(run.state);
  const unmeant = unmeantServer(facts);
  if (unmeant.length > 0) return [emptiedServer(keys, unmeant)];
  const withSession = facts.session !== null || run.pendingWrite !== null;
  const asked = facts.errors.some(({ causes }) => causes.includes("server-conversation"));
  if (keys.length === 0 || !(withSession || asked)) return [];
  return [
    {
      id: "server-conversation",
      confidence: withSession ? "certain" : "likely",
      summary: "The server keeps the history of this run, and a Session beside it is refused before anything else.",
      evidence: keys.map((key) => at(`/${key}`, "the history of this run is kept by the server")),
      repairs: [],
      advice: [
        run.pendingWrite === null
          ? "Resume without the Session."
          : "The file also carries a write for a Session, which cannot settle any more: store its items by hand, and resume a copy without pending_session_write and without the Session.",
      ],
    },
  ];
}

/** A store wrote an empty text for null, or a flag as a text: to the SDK that is a conversation that the server keeps. */
function emptiedServer(keys: readonly string[], repairs: readonly Draft[]): Suspect {
  return {
    id: "server-conversation",
    confidence: "certain",
    summary:
      "The file names a conversation that the server keeps, by an empty id or the word false: the SDK refuses a Session beside it, and without one it sends only what is new, which the API does not know what to do with.",
    evidence: keys.map((key) => at(`/${key}`, "taken for a history that the server keeps")),
    repairs,
    advice: ["For the next run: store the checkpoint as a text, so that null and false stay what they are."],
  };
}

/** Input that is queued for the next model call, and stands at the end of the session as well: it is stored without a look. */
export function findStagedCopy({ session: view }: Facts): Suspect[] {
  if (view === null || view.run.staged.length === 0) return [];
  // Where the copy is what the pending write stumbles over, it is all that is wrong.
  if (view.entry.error !== null && view.entry.outcome !== "changed") return [];
  const { staged } = view.run;
  const tail = view.items.slice(-staged.length);
  const same = tail.length === staged.length && tail.every(({ value }, index) => alike(value, staged[index]?.value));
  if (!same) return [];
  const start = view.items.length - staged.length;
  return [
    {
      id: "staged-input-stored",
      confidence: "certain",
      summary:
        "The input that waits for the next model call is at the end of the session already: the resume stores it a second time, in every release.",
      evidence: [
        ...staged.map((_, index) => at(`/pending_input/${index}`, "queued input, stored at the resume")),
        ...staged.map((_, index) => inSession(start + index, "the copy")),
      ],
      repairs: [
        {
          id: "drop-staged-copy",
          summary: "remove the copy from the session; pending_input stays",
          edits: [],
          session: removals(staged.map((_, index) => start + index)),
          risk: "None that is known: the resume stores it, and the model gets it.",
          settles: view.entry.error !== null,
        },
      ],
      advice: ["Do not empty pending_input instead: the model would never see the input."],
    },
  ];
}

/** Role and content are what a person would call the same input; ids and a type of message do not matter. */
function alike(a: unknown, b: unknown): boolean {
  if (!isObject(a as never) || !isObject(b as never)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return (
    left.role !== undefined &&
    left.role === right.role &&
    JSON.stringify(left.content) === JSON.stringify(right.content)
  );
}
