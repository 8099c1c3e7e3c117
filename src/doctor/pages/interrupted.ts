import { type CausePage, withFile } from "./page.ts";

/** Causes in the response that the run was interrupted in, and in how it goes on from there. */
export const interruptedPages = {
  "output-not-committed": {
    meaning:
      "The ledger says that a waiting call has run, and no output of it is in the file: the tool raised an error that ended the run, or the process ended, and the state was saved after that. Every resume raises, whether the call is approved, rejected or undecided, so that the tool does not run twice. Inside of a nested run the same call is asked for again and again instead.",
    rows: [],
    repairs: [],
    advice:
      "If the tool is an agent, mend its own run, which the file lacks or which cannot be loaded: then the resume goes on with it. Any other tool has had its effect, at least in part: find out how far it came. Then put its output behind the generated items (and the session items) by hand and resume, which does not run the tool again; or start a new run. Setting `executed` to false makes the resume run the tool a second time: only where that does no harm.",
    example: 'runstate doctor checkpoint.json --error "A tool call already executed, but its output was not committed"',
  },
  "output-unsent": {
    meaning:
      "The server keeps the conversation, and the paused response has outputs already: of calls that needed no approval, or were decided before. A resume sends the server what is new, and some releases take these for sent: up to 0.14.4 all of them, up to 0.22.2 those of calls that last_processed_response does not list. The API refuses the request.",
    rows: [],
    repairs: [],
    advice: "Resume with 0.22.3 or later, or start a new run that sends the outputs itself.",
    example: 'runstate doctor checkpoint.json --error "No tool output found for function call"',
  },
  "count-carried": {
    meaning:
      'The run stopped between two turns, by `cancel(mode="after_turn")` for instance, and the file says how many items of the last turn the session holds. Up to 0.21.1 the resume takes that count for the next turn: as many of its items are left out of the session, a waiting call among them, and its output is stored without it.',
    rows: [],
    repairs: [{ id: "begin-count", does: "sets `current_turn_persisted_item_count` to 0" }],
    advice: "Set the count to 0 before the resume, or resume with 0.22.0 or later, which begins it anew.",
    example: 'runstate doctor checkpoint.json --error "No tool call found for function call output"',
  },
  "turns-used-up": {
    meaning:
      "The run has made as many turns as `max_turns` in the file allows. A resumed run keeps that limit; one that is given to the runner does not count. A run that asks the model next raises at once; an interrupted one runs what was approved and raises then, unless the tool ends the run.",
    rows: [],
    repairs: [{ id: "raise-max-turns", does: "gives the run ten more turns" }],
    advice: "Raise `max_turns` before the resume: after it the approved tool has run, and its output can be lost.",
    example: 'runstate doctor checkpoint.json --error "Max turns (10) exceeded"',
  },
  "guardrails-beside-server-conversation": {
    meaning:
      "The file belongs to a conversation that the server keeps, and the agent has output guardrails now. From 0.22.0 on such a run is refused at once, because a refused answer could not be taken back from the server.",
    rows: [],
    repairs: [],
    advice:
      "Resume without output guardrails, those of `run_config` too, or with a release up to 0.21.1; or start a new run without a conversation of the server.",
    example: 'runstate doctor checkpoint.json --error "Output guardrails cannot be combined with conversation_id"',
  },
  "no-step-left": {
    meaning:
      "`current_step` is null: the run has finished. A resume is a new question to the model, which answers once more. Where calls of the last response have no output, the step was lost or removed: they are neither run nor asked for.",
    rows: ["L0"],
    repairs: [
      { id: "wait-again", does: "lets the step wait for the calls that last_processed_response lists as waiting" },
    ],
    advice: "Start a new run for the next input; of a lost step take the checkpoint as the run stored it.",
    example: withFile,
  },
  "response-unprocessed": {
    meaning:
      "A model response brought queued input to a conversation that the server keeps, and the run stopped before its calls were worked through: the agent has not the tool that the model called, or a hook raised. The response counts as accepted, so it is not asked for again; every resume raises.",
    rows: [],
    repairs: [],
    advice:
      "Start a new run. The server's conversation holds that response: send outputs for its calls with the next input, or go on from the response before it.",
    example: 'runstate doctor checkpoint.json --error "An accepted model response could not be processed"',
  },
  "program-finished": {
    meaning:
      "The model finished a program (programmatic tool calling) in the same response in which it made a call that waits. The resume goes through the programs of that response once more and takes the output for a second one of the same program: releases from 0.19.3 on raise, whatever is decided.",
    rows: [],
    repairs: [
      {
        id: "forget-program-output",
        does: "removes the output from the record of the last response; the history that the model gets keeps it",
      },
    ],
    advice: "Take the repair: nothing of the run is lost. Or start a new run.",
    example: 'runstate doctor checkpoint.json --error "Model produced program_output item whose parent program"',
  },
  "response-edited": {
    meaning:
      "The response that the run was interrupted in is missing, or one of its calls has another name or other arguments in the response than in the approval or in the ledger of calls. Every resume raises. No release writes such a file, but for one that only loaded and saved a half-done turn of shell or patch calls of 0.19.4 or older: there the finished calls lack the name of their tool.",
    rows: [],
    repairs: [
      { id: "undo-edit", does: "makes all copies of the call like the one that has the hash of the ledger" },
      { id: "wait-again", does: "lets the step wait for the calls that last_processed_response lists as waiting" },
    ],
    advice: "Take the checkpoint as the run stored it; to change a call, reject it and let the model call again.",
    example: 'runstate doctor checkpoint.json --error "No processed response found in previous state"',
  },
  "context-replaced": {
    meaning:
      "`context` of a checkpoint is the run's: decisions, usage, the ledger of calls, and inside of it the application's own `context`. Something wrote the application's mapping over the whole. It loads in all releases; every decision is gone, and the tools find an empty context.",
    rows: [],
    repairs: [{ id: "wrap-context", does: "puts what stands there into the context of a run without decisions" }],
    advice: "Take the context from a copy of the checkpoint. Otherwise wrap it, and decide each call anew.",
    example: withFile,
  },
  "handoff-forgotten": {
    meaning:
      "The model asked for a handoff and for a call that waits, in one response. Releases up to 0.19.2 settle the call and forget the handoff: the old agent goes on, and the handoff's call stays without an output, which the API refuses later.",
    rows: [],
    repairs: [],
    advice: "Resume with 0.19.3 or later, which reads the labels of those releases and makes the handoff.",
    example: "runstate doctor checkpoint.json --sdk 0.18.3",
  },
  "field-unusable": {
    meaning:
      "The reader takes some fields as they come, and the resume counts with them, compares them or goes through them: a number as text, null for a list or an input, an item that is no object. The resume raises a TypeError, an AttributeError or the like, in all releases. A count of stored items matters only with a session.",
    rows: [],
    repairs: [
      { id: "number-of-NAME", does: "writes a number that stands there as text" },
      { id: "numbers", does: "writes all numbers that stand there as text" },
    ],
    advice:
      "Something between the SDK and the store changed the value: a form, a column of text, a script. Restore it from a copy, and mend what changes it.",
    example: 'runstate doctor checkpoint.json --error "TypeError: can only concatenate str (not \\"int\\") to str"',
  },
} satisfies Record<string, CausePage>;
