import { type CausePage, withSession } from "./page.ts";

/** Causes that show in the calls and outputs of the session. */
export const sessionPages = {
  "resumed-already": {
    meaning:
      "The session has the output of a call that this file still waits for: the run was resumed from it, or from a later copy, before. Resumed again, the tool runs a second time.",
    rows: ["H4", "L0"],
    repairs: [],
    advice:
      "Take the newest checkpoint of the run, or start a new run over the session. Store the checkpoint anew after each resume and drop the old one.",
    example: withSession,
  },
  "pause-lost-its-call": {
    meaning:
      "0.22.0 to 0.23.1 keep a paused response out of the session when the agent has output guardrails and a `tool_use_behavior` other than `run_llm_again`, and record nothing of it. Approved or rejected, the resume then stores an output without its call. A Responses-compaction session of these and older releases can also compact the waiting call away at the pause.",
    rows: ["X1"],
    repairs: [
      { id: "hold-the-call", does: "adds the held write that 0.24.0 would have made; the first choice" },
      {
        id: "append-the-call",
        does: "appends the paused response to the session by hand; right only when the tool does not end the run",
      },
    ],
    advice: "Upgrading the SDK, or raising the label alone, does not help a run that is paused already.",
    example: withSession,
  },
  "orphaned-output": {
    meaning:
      "The session has an output whose call does not stand before it, and the API refuses every request that sends it. A run that lost its call at the pause was resumed.",
    rows: ["X1"],
    repairs: [
      { id: "insert-call", does: "inserts the call, with its reasoning, right before the output" },
      { id: "move-call", does: "moves a call that stands behind its output before it" },
      { id: "drop-output", does: "removes the output; the conversation then forgets that the tool ran" },
      { id: "complete-write", does: "puts the call into a pending write that would bring its output alone" },
    ],
    advice: "Where the file does not hold the call, another checkpoint or a trace of the run may.",
    example:
      'runstate doctor checkpoint.json --session session.json --error "No tool call found for function call output"',
  },
  "history-lacks-call": {
    meaning:
      "A resumed run sends the input and the generated items of the file, and the outputs of the calls that waited. One of these has no call before it: items were cut out of the file, or parts of two checkpoints were put together. The session does not help.",
    rows: [],
    repairs: [
      { id: "restore-calls", does: "puts the call back from another list of the file" },
      { id: "drop-outputs", does: "removes an output whose call is nowhere in the file" },
    ],
    advice: "Take the checkpoint as the run stored it.",
    example: 'runstate doctor checkpoint.json --error "No tool call found for function call output"',
  },
  "reasoning-unpaired": {
    meaning:
      "The session has reasoning without the item that it led to, or an item without the reasoning that the checkpoint has before it. The API refuses a request with one of the two. Someone edited, cut or filtered the session.",
    rows: [],
    repairs: [
      { id: "drop-reasoning", does: "removes reasoning whose item is gone" },
      { id: "insert-reasoning", does: "puts the reasoning back, right before its item" },
    ],
    advice: "Reasoning and its item are deleted together, or not at all.",
    example:
      'runstate doctor checkpoint.json --session session.json --error "was provided without its required following item"',
  },
  "output-missing": {
    meaning:
      "The session has a call, the checkpoint has its output, and no write is recorded that would bring it: no release ever will.",
    rows: [],
    repairs: [{ id: "add-output", does: "adds the output behind its call" }],
    advice: "Do it before the resume. Do not run the tool again.",
    example: 'runstate doctor checkpoint.json --session session.json --error "No tool output found for function call"',
  },
  "items-missing": {
    meaning:
      "Call and output are in the checkpoint only, and no write will bring them: a run that finished without its session, a handoff filter, or a partial approval under 0.22.0 to 0.23.1. Nothing reports it; the next turns do not know that the tool ran.",
    rows: ["X5", "X9"],
    repairs: [
      { id: "append-missing", does: "puts in what the session lacks, calls and outputs where the run made them" },
    ],
    advice: "Look at messages around them: only calls and outputs tell where they belong.",
    example: withSession,
  },
  "call-unanswered": {
    meaning:
      "The session has a call without an output, and this checkpoint neither waits for it nor has one. The next run leaves the call out in silence.",
    rows: [],
    repairs: [
      { id: "drop-call-…", does: "removes the call, with the reasoning before it" },
      { id: "answer-call-…", does: "adds an output that says that it was not run" },
    ],
    advice: "If the checkpoint of its pause still exists, resume that one first, and start no new run meanwhile.",
    example: withSession,
  },
  "duplicate-items": {
    meaning:
      "The session has an item twice: an older copy of a checkpoint was resumed again, a write was repeated, or a run that failed was started once more with the same input. The API refuses two items of one id.",
    rows: ["O1", "H5"],
    repairs: [{ id: "drop-copies", does: "removes the later copies" }],
    advice: "Store the checkpoint anew after each resume, and drop the old one.",
    example: withSession,
  },
  "reused-call-id": {
    meaning:
      "The provider gave a call id again. Two such calls in one run are refused by every resume from 0.20.0 on. In a session they are no duplicate write, but only the newest of each is sent to the model.",
    rows: [],
    repairs: [
      {
        id: "rename-older-…",
        does: "gives the older pair an id of its own in the file; below 1.15, where no ledger speaks of it",
      },
    ],
    advice:
      "Resume with a release up to 0.19.4 that reads the label, or start a new run. In the session give the older pair an id of its own, if both calls were really made.",
    example: withSession,
  },
  "staged-input-stored": {
    meaning:
      "Input that waits for the next model call (`pending_input`) is at the end of the session already. The resume stores it without looking, so it comes twice.",
    rows: [],
    repairs: [{ id: "drop-staged-copy", does: "removes the copy from the session; `pending_input` stays" }],
    advice: "Do not empty `pending_input` instead: the model would never see the input.",
    example: withSession,
  },
  "session-went-on": {
    meaning:
      "Items came into the session behind a call that still waits: input that was stored by hand, or a run that was started meanwhile. The resume goes on from what the file holds, so the model sees none of them, and the output of the call is stored behind them. A provider that wants an output right behind its call refuses such a history.",
    rows: [],
    repairs: [
      { id: "set-newcomers-aside", does: "takes the items out of the session, to be added again after the resume" },
    ],
    advice:
      "Start no run over a session whose run waits for approval. To let the resumed run see an input, queue it in the state instead.",
    example: withSession,
  },
  "guarded-items-stored": {
    meaning:
      "Items of the paused response are in the session, and the agent has output guardrails and a deferring `tool_use_behavior`. The guardrail comes too late, so the resume is refused. Either the agent got them since the pause, or a release up to 0.21.1 paused the run: it kept nothing back.",
    rows: ["G"],
    repairs: [
      { id: "hold-stored", does: "takes the response out of the session and holds it, as 0.24.0 does at a pause" },
    ],
    advice:
      "Resume with the agent as it was at the pause, or with the release that paused the run, or without a Session. Give doctor the session and `--agents`: the repair needs both.",
    example:
      'runstate doctor checkpoint.json --error "Cannot resume an approval checkpoint with output guardrails after"',
  },
  "boundary-not-proven": {
    meaning:
      "The agent has output guardrails, the run is past its first turn, and the file does not say which items belong to the paused response; labels below 1.17 have no place for it.",
    rows: [],
    repairs: [
      { id: "add-ownership", does: "writes it, where it can be worked out in one way only" },
      {
        id: "fold-history",
        does: "makes the earlier turns a part of the input, where no record can say it: the open approvals are those of a nested run",
      },
    ],
    advice:
      "Without output guardrails every release resumes it; 0.21.0 and older do with them too. Else start a new run from safe input.",
    example:
      'runstate doctor checkpoint.json --error "Cannot resume a serialized approval checkpoint with output guardrails"',
  },
} satisfies Record<string, CausePage>;
