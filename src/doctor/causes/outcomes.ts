import { pointerOf } from "../../document/pointer.ts";
import type { Finding } from "../../findings/finding.ts";
import type { RuleName } from "../../rules/index.ts";
import type { Draft, Evidence } from "../cause.ts";
import { at } from "../evidence.ts";
import { type Facts, runAround } from "../facts.ts";
import {
  agentOf,
  agentsOf,
  callPlaces,
  identitiesOf,
  messagesOf,
  ownersOf,
  serverKeys,
  turnsOf,
  unprocessedResponse,
} from "../places.ts";
import { beginCount } from "../repairs/begin-count.ts";
import { wrapContext } from "../repairs/context.ts";
import { nestInside, ownSticky, spellDecision } from "../repairs/decisions.ts";
import { undoEdit } from "../repairs/edited-calls.ts";
import { foldHistory } from "../repairs/fold-history.ts";
import { holdStored } from "../repairs/held-write.ts";
import { restoreCalls } from "../repairs/history.ts";
import { waitAgain } from "../repairs/lost-step.ts";
import { spellNumber } from "../repairs/numbers.ts";
import { fixBoundary } from "../repairs/ownership.ts";
import { forgetProgramOutputs } from "../repairs/program-outputs.ts";
import { bindRecipient } from "../repairs/recipient.ts";
import { renameOlder } from "../repairs/reused-ids.ts";
import { raiseLimit } from "../repairs/turns.ts";
import type { CauseId } from "../symptoms.ts";

/** How a finding about the resume becomes a cause. */
export interface Outcome {
  readonly id: CauseId;
  readonly advice: readonly string[] | ((first: Finding) => readonly string[]);
  readonly repairs?: (facts: Facts, finding: Finding) => readonly Draft[];
  /** Other places that matter, beside those of the findings. */
  readonly places?: (facts: Facts, findings: readonly Finding[]) => readonly Evidence[];
}

const askAgain = "Or let the run ask again: decide the call anew and resume.";
const newRun = "Start a new run.";
const resumeOlder = "Resume with a release up to 0.19.2 that reads the label, or start a new run.";

const migrateFirst =
  "Migrate the file to 1.15 or later: where the other call has run, it then resumes. Where nothing is decided yet, deciding before the resume is enough.";
const ownIds = "For new runs take a provider or a model wrapper that gives each call an id of its own.";
const handMade = "A record that was edited or merged by hand has this; take the checkpoint as the run stored it.";
const nameFinished =
  "Write tool_name into the finished call as its approval or action has it, or migrate the file of the older release.";
const giveSession = "Give the session with --session: it tells whether the batch is there.";
const ranAlready = [
  "The tool has had its effect, at least in part: find out how far it came.",
  "Then put its output behind the generated items (and session items) by hand, completed true beside executed, and resume: the tool does not run again. Or start a new run.",
  "Setting executed to false makes the resume run the tool a second time: only where that does no harm.",
];
const beganInside = [
  "The tool is an agent: its own run began, and what the file holds of it cannot go on.",
  "Mend that run, or take the checkpoint as the run stored it: then the resume goes on with it. Or start a new run.",
];
const notCommitted = ({ args }: Finding) => (args.agent === true ? beganInside : ranAlready);
const ofOneName = ["Resume it with 0.23.1 or later.", "For the next run: give the two agents different names."];
const keepLimit = ["max_turns given to the runner does not count at a resume: the file's own does."];
const keepTools = "Resume with the tools that the agent had when the run paused.";
/** Measured with 0.22.3 and 0.24.0: the rejected call needs no tool, and the model gets an output that says that there is none. */
const withoutTool = [
  "Or reject the call: then no tool is needed.",
  'Or resume with RunConfig(tool_not_found_behavior="return_error_to_model"): the model is told that the tool is gone.',
];
const keepServer =
  "Give the agent the MCP server back, under its old name and in its old place among mcp_servers; or reject the call.";

const edited: Outcome = { id: "response-edited", advice: [handMade] };
const editedCall: Outcome = { ...edited, places: callPlaces };

const listAgain = (facts: Facts, { path, rule }: Finding) => {
  const run = runAround(facts, path);
  return run === null ? [] : waitAgain(facts, run).map((draft) => ({ ...draft, cures: [rule] }));
};

/** Findings about the write and the session stand in the causes that look at the session. */
export const outcomes: Partial<Record<RuleName, Outcome>> = {
  "decision-unusable": { id: "decision-unusable", advice: [askAgain], repairs: spellDecision, places: messagesOf },
  "sticky-without-owner": {
    id: "sticky-without-owner",
    advice: [askAgain, "Releases up to 0.22.3 honour it without an owner."],
    repairs: ownSticky,
    places: ownersOf,
  },
  "decided-both-ways": {
    id: "decided-both-ways",
    advice: ["Take the call out of the list that was not meant. As it stands every release runs it."],
  },
  "decision-of-another-owner": { id: "decision-of-another-owner", advice: [askAgain] },
  "decision-under-another-name": { id: "decision-under-another-name", advice: [askAgain] },
  "nested-call-runs-twice": { id: "agent-is-its-own-tool", advice: [newRun] },
  "nested-call-asked-twice": { id: "agent-is-its-own-tool", advice: [askAgain] },
  "nested-call-blocks": { id: "agent-is-its-own-tool", advice: [newRun] },
  "waiting-calls-alike": { id: "waiting-id-shared", advice: [newRun, ownIds] },
  "waiting-id-shared": { id: "waiting-id-shared", advice: [newRun], repairs: undoEdit },
  "decision-unbound": { id: "decision-unbound", advice: [askAgain] },
  "decision-not-read": {
    id: "decision-not-read",
    advice: [askAgain, "Or resume with a release that reads this place."],
  },
  "sticky-scope-differs": { id: "decision-unbound", advice: [askAgain] },
  "sticky-hosted-by-name": { id: "sticky-without-owner", advice: [askAgain] },
  "rejection-before-callback": {
    id: "readers-disagree",
    advice: ["Resume with 0.20.0 or later if it reads the file, or leave on_approval_request out for this resume."],
  },
  "nested-call-rejected-outside": {
    id: "readers-disagree",
    advice: ["Do not resume this file as it is with 0.20.0 or later: the rejected call would run."],
  },
  "rejected-call-runs": {
    id: "readers-disagree",
    advice: ["Do not resume this file with a release up to 0.21.0: the rejected call would run."],
  },
  "approved-call-rejected": {
    id: "readers-disagree",
    advice: ["Resume it with 0.21.1 or later, where the call's own decision counts."],
  },
  "decisions-lost-with-context": {
    id: "decisions-lost-with-context",
    advice: [
      "With releases up to 0.19.4 pass no context at the resume; give it when loading, as context_override.",
      "From 0.20.0 on the decisions are kept either way.",
    ],
  },
  "nested-decision-outside": { id: "nested-decision-outside", advice: [askAgain], repairs: nestInside },
  "nested-decision-ignored": { id: "nested-decision-outside", advice: [askAgain] },
  "output-not-committed": { id: "output-not-committed", places: callPlaces, advice: notCommitted },
  "inner-output-not-committed": { id: "output-not-committed", places: callPlaces, advice: notCommitted },
  "interruption-without-response": edited,
  "program-output-blocks": { id: "program-finished", advice: [newRun], repairs: forgetProgramOutputs },
  "response-not-processed": {
    id: "response-unprocessed",
    places: unprocessedResponse,
    advice: [
      "Start a new run. What stopped this one stands in its log: a tool that the agent does not have, a hook that raised.",
      "The server's conversation holds that response. Send outputs for its calls with the next input, or go on from the response before it.",
    ],
  },
  "finished-call-unnamed": { id: "response-edited", advice: [nameFinished] },
  "inner-finished-call-unnamed": { id: "response-edited", advice: [nameFinished] },
  "context-replaced": {
    id: "context-replaced",
    advice: ["Take the context of the checkpoint as the run stored it.", askAgain],
    repairs: wrapContext,
  },
  "pending-handoff-lost": {
    id: "handoff-forgotten",
    advice: ["Resume with 0.19.3 or later: it makes the handoff.", newRun],
  },
  "output-without-call": {
    id: "history-lacks-call",
    advice: [
      "The session does not help: a resumed run sends what the file holds.",
      "Items were cut out of the file or of the input, or parts of two checkpoints were put together: take the checkpoint as the run stored it.",
    ],
    repairs: restoreCalls,
  },
  "server-output-unsent": {
    id: "output-unsent",
    advice: [
      "Resume with 0.22.3 or later: it sends the output.",
      "Or start a new run in the same conversation whose input begins with the outputs.",
    ],
    places: serverKeys,
  },
  "waiting-call-edited": editedCall,
  "runs-not-as-shown": editedCall,
  "waiting-call-listed-twice": edited,
  "waiting-call-incomplete": edited,
  "queued-call-incomplete": edited,
  "queued-call-without-id": edited,
  "queued-call-untyped": edited,
  "custom-call-invalid": edited,
  "queued-call-twice": { id: "response-edited", advice: ["Remove one of the two entries.", handMade] },
  "waiting-id-changed": edited,
  "waiting-calls-unlisted": {
    id: "response-edited",
    advice: ["Resume once: it pauses at once, and its result lists the calls to decide.", handMade],
    repairs: listAgain,
  },
  "waiting-call-forgotten": {
    id: "response-edited",
    advice: ["Resume: it runs what is decided, pauses, and its result lists the call.", handMade],
    repairs: listAgain,
  },
  "nested-call-unlisted": { ...edited, repairs: listAgain },
  "nested-call-left-out": edited,
  "field-unusable": { id: "field-unusable", advice: [handMade], repairs: spellNumber },
  "inner-field-unusable": { id: "field-unusable", advice: [handMade] },
  "stored-count-carried": {
    id: "count-carried",
    advice: [
      "Resume with 0.22.0 or later: it begins the count anew.",
      "Resume without a Session, and store the items by hand.",
    ],
    repairs: beginCount,
  },
  "stored-count-unusable": { id: "field-unusable", advice: [handMade], repairs: spellNumber },
  "approval-of-another-tool": { ...edited, repairs: undoEdit },
  "approval-of-another-agent": edited,
  "queued-call-renamed": editedCall,
  "queued-call-differs": { ...edited, repairs: undoEdit },
  "nested-call-renamed": edited,
  "call-id-of-two-calls": {
    id: "reused-call-id",
    repairs: renameOlder,
    advice: [resumeOlder, ownIds],
  },
  "agent-call-asked-for": { id: "reused-call-id", advice: [ownIds] },
  "nested-call-id-taken": { id: "reused-call-id", advice: [migrateFirst, ownIds] },
  "waiting-call-passed-over": { id: "reused-call-id", repairs: renameOlder, advice: [resumeOlder, ownIds] },
  "waiting-call-left-out": { id: "tool-missing", advice: [keepTools, newRun] },
  "answered-call-runs-again": {
    id: "response-edited",
    advice: ["Take the call out of current_step: its output counts then, and the tool does not run again."],
  },
  "finished-call-runs-again": {
    id: "response-edited",
    advice: ["Put its output back into generated_items, or the tool runs a second time.", handMade],
  },
  "waiting-call-differs": {
    id: "response-edited",
    places: callPlaces,
    repairs: undoEdit,
    advice: [
      "Take the checkpoint as the run stored it. To change what a call does: reject it with a message, and the model calls again.",
    ],
  },
  "turns-used-up": { id: "turns-used-up", advice: keepLimit, repairs: raiseLimit, places: turnsOf },
  "last-turn-reached": { id: "turns-used-up", advice: keepLimit, repairs: raiseLimit, places: turnsOf },
  "mcp-call-without-binding": {
    id: "mcp-recipient-missing",
    advice: [
      "Reject the call, or start a new run.",
      "Or resume with a release up to 0.22.3, which does not ask for the recipient.",
    ],
    repairs: bindRecipient,
  },
  "boundary-not-proven": {
    id: "boundary-not-proven",
    advice: [
      "Without output guardrails every release resumes it; 0.21.0 and older do with them too.",
      "Where the boundary cannot be worked out: start a new run from safe input.",
    ],
    repairs: (facts, finding) => {
      const recorded = fixBoundary(facts, finding);
      // A response that was edited does not fit its range: that is mended first.
      const isEdited = facts.judgement.findings.some(({ rule }) => outcomes[rule]?.id === "response-edited");
      return recorded.length > 0 || isEdited ? recorded : foldHistory(facts, finding);
    },
    places: () => [
      at("/current_turn", "a later turn than the first: the items of earlier responses stand before those of this one"),
    ],
  },
  "terminal-marker-ignored": {
    id: "terminal-run",
    advice: ["Do not resume it with this release: it runs on from a run that has ended."],
  },
  "nested-run-missing": {
    id: "nested-run-missing",
    advice: [
      "Reject the call, or start a new run: the file cannot be completed from what it holds.",
      "No release runs the waiting call itself: up to 0.19.4 the inner agent starts over and the approval is forgotten, from 0.20.0 on it stays pending for ever.",
    ],
  },
  "nested-run-by-bare-name": { id: "nested-run-by-bare-name", places: identitiesOf, advice: ofOneName },
  "nested-run-of-namesake": { id: "nested-run-by-bare-name", places: identitiesOf, advice: ofOneName },
  "agent-not-defined": {
    id: "agent-missing",
    places: agentsOf,
    advice: [
      "Keep an agent of that name reachable from the agent that you pass to the reader, at least until this run has ended.",
      newRun,
    ],
  },
  "guarded-items-already-stored": {
    id: "guarded-items-stored",
    places: agentOf,
    repairs: holdStored,
    advice: [
      "If guardrails or tool_use_behavior changed since the pause: resume with the agent as it was.",
      "If they did not, a release up to 0.21.1 paused the run: it stored such a response too, and still resumes it.",
      "Without a Session the resume is not refused: then what it brings has to be added to the session by hand.",
    ],
  },
  "held-output-without-call": { id: "held-write-odd", advice: [handMade] },
  "held-batch-holds-input": { id: "held-write-odd", advice: [handMade] },
  "held-call-not-pending": { id: "held-write-odd", advice: [handMade] },
  "before-never-matches": { id: "before-unusable", advice: [giveSession] },
  "before-longer-than-window": { id: "before-unusable", advice: [giveSession] },
  "tool-not-defined": { id: "tool-missing", advice: [keepTools, ...withoutTool], places: agentOf },
  "call-of-missing-server": { id: "tool-missing", advice: [keepServer, newRun], places: agentOf },
  "mcp-server-moved": { id: "tool-missing", advice: [keepServer, newRun], places: agentOf },
  "inner-tool-not-defined": { id: "tool-missing", advice: [keepTools, newRun] },
  "tool-call-dropped": { id: "tool-missing", advice: [keepTools, newRun] },
  "guardrails-beside-server-conversation": {
    id: "guardrails-beside-server-conversation",
    places: agentOf,
    advice: [
      "Resume without the output guardrails of the agent and of run_config, or with a release up to 0.21.1.",
      newRun,
    ],
  },
  "handoff-not-defined": { id: "tool-missing", advice: [keepTools, newRun], places: agentOf },
  "mcp-server-not-defined": { id: "tool-missing", advice: [keepTools, newRun], places: agentOf },
  "staged-input-lost": {
    id: "older-reader",
    advice: ["Resume it with 0.20.0 or later: older ones do not read the queued input."],
  },
  "pending-write-lost": {
    id: "older-reader",
    advice: ["Resume it with 0.22.1 or later: older ones do not read the pending write."],
  },
  "inner-write-needs-session": {
    id: "wrong-session",
    advice: ({ path }) => [
      "Give the agent tool the session that the write names: as_tool(session=…). A run that asks again and again, with no error, has another one.",
      `To see that run alone: doctor and settle with --at ${pointerOf(path.slice(0, -2))}, and --session with its own session.`,
    ],
  },
  "pending-call-without-id": { id: "data-dropped", advice: [newRun] },
  "unlimited-turns-not-read": {
    id: "older-reader",
    advice: ["Resume it with 0.16.0 or later, or set max_turns to a number."],
  },
  "approval-lost": {
    id: "data-dropped",
    advice: ["Do not resume the file as it is: the approval is not asked for, and its call is left open."],
  },
};
