import { type CausePage, clearBefore, dropRecord, withSession } from "./page.ts";

const cannotReconcile =
  'runstate doctor checkpoint.json --session session.json --error "Cannot reconcile the pending Session write"';

/** Causes about the pending write and the session that it belongs to. */
export const writePages = {
  "server-conversation": {
    meaning:
      "The server keeps the history of this run, and a Session was attached as well. The two exclude each other. An empty id, or the word false, that a store put in place of null or false names such a conversation too.",
    rows: [],
    repairs: [
      { id: "no-conversation", does: "puts null or false back where a store wrote an empty text or the word false" },
    ],
    advice: "Resume without the Session.",
    example: 'runstate doctor checkpoint.json --session session.json --error "Session persistence cannot be combined"',
  },
  "terminal-run": {
    meaning:
      "The run is marked as ended where it cannot be taken up again: its answer was accepted and the last write failed, or an input guardrail refused it afterwards. Releases before 0.22.1 do not read the mark and would run on.",
    rows: ["T"],
    repairs: [
      { id: "append-missing", does: "lists the calls and outputs that the session lacks, to be put in by hand" },
    ],
    advice: "Take the answer from the checkpoint and start a new run. Do not repeat the tool.",
    example: withSession,
  },
  "wrong-session": {
    meaning:
      "The pending write names a session, and the resume has another one. An ordinary write is refused without a session too; a held one then rides on. Inside of an agent tool no error gets out: the outer run asks for the same approval again. Or no write is pending, and the session that was given has nothing of the run: then the SDK says nothing, and the output goes into a foreign conversation.",
    rows: ["O8", "H2"],
    repairs: [{ id: "rename-session", does: "puts the id of the given session into the record" }],
    advice:
      "Resume with the session that is named; rename only a store that was renamed on purpose. A Conversations session that was just made has no id yet: give it its conversation id.",
    example: 'runstate doctor checkpoint.json --session session.json --error "Resume the pending Session write with"',
  },
  "session-without-limit": {
    meaning:
      "The session is a class of your own whose `get_items` takes no `limit`. From 0.22.1 on the end of the session is asked for with one, and the resume stops with a TypeError before anything is written.",
    rows: ["O9"],
    repairs: [],
    advice:
      "Give `get_items` the parameter `limit: int | None = None`: the newest items, in the order of the conversation.",
    example: `runstate doctor --error "get_items() got an unexpected keyword argument 'limit'"`,
  },
  "store-raised": {
    meaning:
      "The store behind the session failed: a locked or unreadable database, a closed client. What it had stored by then is not known. From 0.22.1 on the live state keeps the write, with the end of the session as it was before.",
    rows: ["O9", "H7"],
    repairs: [],
    advice:
      "Save the state after the error too, mend the store, and resume that state: the write is compared with the session before anything is appended. A checkpoint from before the error runs the tool again.",
    example: 'runstate doctor --error "sqlite3.OperationalError: database is locked"',
  },
  "write-in-progress": {
    meaning:
      "Two tasks resume the same live state, and the first is still writing. The mark is not stored in the file.",
    rows: [],
    repairs: [],
    advice: "Load the checkpoint again for each resume, and let only one of them run.",
    example: 'runstate doctor --error "The pending Session write is already in progress"',
  },
  "acknowledged-then-changed": {
    meaning:
      "The store confirmed the append, and the end of the session no longer shows it: something came behind the batch, or a compaction replaced it.",
    rows: ["O7"],
    repairs: [dropRecord, { ...clearBefore, does: "has the batch appended again, when it was removed by mistake" }],
    advice: "Look for the batch in the session first. Do not run the completed tool again.",
    example: cannotReconcile,
  },
  "write-stored-then-moved": {
    meaning: "The append had worked, and other items came behind the batch before the run was resumed.",
    rows: ["O4", "C4"],
    repairs: [dropRecord],
    advice:
      "If an answer of the model follows the batch, the run may have gone on from there: take its newest checkpoint. Do not run the completed tool again.",
    example: cannotReconcile,
  },
  "write-stored-in-other-form": {
    meaning:
      "The batch is in the session, and the store spells it differently, so that the digests differ: a status or an id was added, 1 became 1.0, or texts were normalised.",
    rows: ["O4", "C4"],
    repairs: [dropRecord],
    advice: "Compare the two forms first. Do not run the completed tool again.",
    example: cannotReconcile,
  },
  "write-partly-stored": {
    meaning: "The append broke off: a part of the batch is in the session, the rest is not.",
    rows: ["C3", "C4", "O4"],
    repairs: [
      { id: "complete-batch", does: "adds the rest to the session and removes the pending write" },
      { id: "remove-part", does: "takes the part out of the session; the resume then appends the whole batch" },
    ],
    advice: "Do not run the completed tool again.",
    example: cannotReconcile,
  },
  "write-ambiguous": {
    meaning: "Items repeat, so that the end of the session fits both readings: batch written, and batch not written.",
    rows: ["O5", "C3"],
    repairs: [dropRecord, clearBefore],
    advice: "Count the copies by the time stamps of the store, then choose. Do not run the completed tool again.",
    example: cannotReconcile,
  },
  "history-moved": {
    meaning: "The batch was never stored, and another run or process appended items behind what the write expects.",
    rows: ["O4", "C4"],
    repairs: [
      { id: "remove-newcomers", does: "takes the newcomers out of the session until the run was resumed" },
      { id: "insert-batch", does: "puts the batch before the newcomers and removes the pending write" },
      clearBefore,
    ],
    advice: "Find out who else writes to this session. Do not run the completed tool again.",
    example: cannotReconcile,
  },
  "history-replaced": {
    meaning:
      "Neither the batch nor what stood before it is in the session: it was cleared, compacted or edited, or another store answers to the same id.",
    rows: ["O4", "C4"],
    repairs: [clearBefore],
    advice: "Look for the store that the run used first. Do not run the completed tool again.",
    example: cannotReconcile,
  },
  "write-already-stored": {
    meaning:
      "The session has the items of the write, and nothing will compare them: an ordinary write whose append counts as never tried, or a held write. The resume stores them a second time.",
    rows: ["O1", "H5", "X2"],
    repairs: [dropRecord, { id: "drop-held-copy", does: "takes the copies out of the session; the held write stays" }],
    advice: "Do one of them before the resume. Do not run the completed tool again.",
    example: withSession,
  },
  "held-write-odd": {
    meaning:
      "The batch of a held write holds what a pause does not hold back: an output without its call, user input, or a call that nothing waits for. Outputs and messages are written as they stand.",
    rows: ["H5", "X2"],
    repairs: [],
    advice: "A record that was edited or merged by hand has this; take the checkpoint as the run stored it.",
    example: withSession,
  },
  "before-unusable": {
    meaning:
      "`before` holds what no session can match: entries that are no digests, or more of them than the comparison reaches.",
    rows: ["O4", "C4"],
    repairs: [dropRecord, clearBefore],
    advice: "Give the session: it tells whether the batch is there, and with it which of the two is right.",
    example: withSession,
  },
} satisfies Record<string, CausePage>;
