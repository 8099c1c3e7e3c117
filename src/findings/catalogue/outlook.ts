import type { outlookRules } from "../../rules/outlook.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { decisionSentences } from "./decisions.ts";
import { interruptedSentences } from "./interrupted.ts";
import { programSentences } from "./program.ts";
import { sessionWriteSentences } from "./session-write.ts";
import { callAtStart, namedBy, plain, textOf, toolOf } from "./wording.ts";

type Rest = Exclude<
  keyof typeof outlookRules,
  | keyof ReturnType<typeof decisionSentences>
  | keyof ReturnType<typeof interruptedSentences>
  | keyof ReturnType<typeof programSentences>
  | keyof ReturnType<typeof sessionWriteSentences>
>;

/** "turn 2", when the file has a number there. */
function turnOf(args: FindingArgs): string {
  const turn = textOf(args, "turn", "");
  return /^\d+$/.test(turn) ? `turn ${turn}` : "a later turn";
}

const runSentences = (): Readonly<Record<Rest, Sentences>> => ({
  "mcp-call-without-binding": {
    title: "A waiting call of a local MCP server is not bound to that server",
    message: (args) =>
      `${callAtStart(args)} of ${toolOf(args)} belongs to ${namedBy(args, "server", "the local MCP server", "a local MCP server")}, but the file does not bind it to that server.`,
    why: "Since 0.23.1 such a call runs only with an entry in mcp_tool_bindings, which files below 1.18 do not have. The resume raises after the human has decided, unless the call is rejected.",
    fix: "Reject the call, start a new run, or resume with a release up to 0.22.3 if it reads the label. A binding written by hand claims something that the file does not prove.",
  },
  "boundary-not-proven": {
    title: "The file does not say which items belong to the paused response",
    message: (args) =>
      `The pause is in ${turnOf(args)}, and nothing says which items the paused response made: it cannot resume if the agent has output guardrails.`,
    why: "Files hold that range from 1.17 on, in a record that must fit the items. Since 0.21.1 the resume is refused if the agent has output guardrails; without them it goes on. 0.21.0 resumes either way.",
    fix: "Nothing to do if the agent has no output guardrails. Otherwise resume with 0.21.0 (it reads labels up to 1.15), or start a new run. If the history shows beyond doubt where the last response begins, write current_response_generated_item_ownership under 1.17 or later.",
  },
  "terminal-run": plain(
    "The run has ended and must not be resumed",
    "The run is marked as ended at a point from which it cannot be resumed.",
    "Since 0.22.1 every resume of such a file raises. The answer was accepted, but saving it failed; running on would repeat work.",
    "Take the answer from the file, add the missing items to the Session by hand, and start a new run. Do not run the tools again and do not remove the marker.",
  ),
  "terminal-marker-ignored": plain(
    "The run has ended, but this release does not read the marker",
    "The run is marked as ended, but this release does not read the mark and runs on.",
    "Releases up to 0.22.0 ignore terminal_unrecoverable: finished work is repeated.",
    "Do not resume the file. Take the answer from it and start a new run.",
  ),
  "unlimited-turns-not-read": plain(
    "max_turns is null, which this release cannot use",
    "max_turns is null (no limit); this release cannot compare with it.",
    "Releases up to 0.15.3 load the file, run the approved tools, and only then raise a TypeError. Since 0.16.0 null means no limit.",
    "Write a number, such as 10, before you resume: `--assume max-turns=10` of `runstate migrate` writes it on the way down. Or resume with 0.16.0 or later.",
  ),
  "staged-input-lost": plain(
    "Input that waits to be sent is lost",
    "pending_input holds input that this release does not read: the model never sees it.",
    "pending_input is read since 0.20.0. Older releases drop it without a word.",
    "Resume with 0.20.0 or later, or send the input again in a new run.",
  ),
  "nested-run-missing": {
    title: "A waiting call belongs to a nested run that is not in the file",
    message: (args) =>
      `${callAtStart(args)} waits in a nested run of ${namedBy(args, "agent", "agent", "another agent")}, but that run is not in the file.`,
    why: "The nested run was lost before the file was saved (some releases kept it in memory only), or it is dropped while loading. Releases up to 0.19.4 start the inner agent again; since 0.20.0 the call stays pending for ever, or the resume says that the outer call has already executed. None runs the call.",
    fix: "Reject the outer call, or start a new run. Approving the call does not help.",
  },
  "nested-run-by-bare-name": {
    title: "A nested run's agent shares its name with another one",
    message: (args) =>
      `The nested run names its agent by a name${theName(args)} that another agent has too: this release takes that one and asks again.`,
    why: "From 0.20.0 to 0.22.3 the agent of a nested run is looked up by name from the outer agent on, so an approval has no effect and the same question comes back; approved in the very process that asked again, the calls are left out. Since 0.23.1 the inner agent is found.",
    fix: "Resume with 0.23.1 or later. For new runs give the agents different names.",
  },
  "nested-run-of-namesake": {
    title: "A nested run is taken up by another agent of the same name",
    message: (args) =>
      `The nested run names its agent by a name${theName(args)} that another agent has too: this release gives its calls to that one.`,
    why: "Up to 0.19.4 the agent of a nested run is looked up by name from the outer agent on. A call whose tool only the inner agent has is gone, approved or not, and the run goes on; a tool of the same name runs in its place.",
    fix: "Resume with 0.23.1 or later. For new runs give the agents different names.",
  },
  "waiting-calls-alike": {
    title: "Two equal calls wait in different runs",
    message: (args) =>
      `Two calls that wait, at least one of them in a nested run, are both ${textOf(args, "id", "alike")} and say the same.`,
    why: "Since 0.20.0 the SDK cannot tell which of the two is meant: RunState.approve and reject raise, and so does every resume, whatever was decided. Up to 0.19.4 they count as one.",
    fix: "If an approval of a nested run was copied into the list, remove the copy. Otherwise start a new run with a provider or a model wrapper that gives each call an id of its own.",
  },
  "waiting-id-shared": {
    title: "A waiting call of a nested run has the id of one of the run around it",
    message: (args) =>
      `A call that waits and one that waits in a run nested below it are both called ${textOf(args, "id", "alike")}: no decision counts for the outer one.`,
    why: "Since 0.20.0 the outer call is asked again, whatever was decided. Calls of nested runs beside each other may share an id as long as they differ. Some model providers number the calls of each response anew.",
    fix: "Start a new run with a provider or a model wrapper that gives each call an id of its own. Changing an id by hand means changing it everywhere in the file, its output and the ledger included.",
  },
});

function theName(args: FindingArgs): string {
  const name = textOf(args, "name", "");
  return name === "" ? "" : ` (${name})`;
}

export const outlookSentences = (): Readonly<Record<keyof typeof outlookRules, Sentences>> => ({
  ...runSentences(),
  ...decisionSentences(),
  ...interruptedSentences(),
  ...programSentences(),
  ...sessionWriteSentences(),
});
