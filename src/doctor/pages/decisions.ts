import { type CausePage, withAgents, withFile } from "./page.ts";

const askAgain = "Let the run ask again: decide the call anew and resume.";

/** Causes about decisions, their owners, and nested runs. */
export const decisionPages = {
  "mcp-recipient-missing": {
    meaning:
      "A call of a local MCP server waits, and the file does not say which server and tool it goes to. From 0.23.1 on the resume is refused, after the human has decided.",
    rows: [],
    repairs: [{ id: "bind-…", does: "writes a recipient that you state with `--assume recipient=SERVER/TOOL`" }],
    advice:
      "Reject the call, start a new run, or resume with a release up to 0.22.3. The file does not prove the recipient.",
    example: 'runstate doctor checkpoint.json --error "Cannot resume a local MCP tool call"',
  },
  "nested-run-missing": {
    meaning:
      "A waiting call is an agent used as a tool, and its own run is not in the file. Up to 0.19.4 the inner agent starts over; from 0.20.0 on the approval stays open for ever.",
    rows: [],
    repairs: [],
    advice: "Reject the call, or start a new run.",
    example: withFile,
  },
  "nested-run-dropped": {
    meaning:
      "The agent of a nested run is not found, and the run is dropped with its approvals; only a line of the log says so. The resume then fails, because the ledger says that the tool ran.",
    rows: [],
    repairs: [],
    advice: "Resume with an agent of the old name. Under `strict_context` the load is refused instead.",
    example: withAgents,
  },
  "nested-run-by-bare-name": {
    meaning:
      "Two agents have one name, and the nested run names its agent by that name alone. Releases before 0.23.1 can take the wrong one.",
    rows: [],
    repairs: [],
    advice: "Resume it with 0.23.1 or later. For the next run give the two agents different names.",
    example: withAgents,
  },
  "nested-decision-outside": {
    meaning:
      "The decision on a call of a nested run stands in the outer run's context, and is looked for inside. Below 1.15 the call is then asked again and again; from 1.15 on it is asked once more.",
    rows: [],
    repairs: [{ id: "decide-inside", does: "raises the label to 1.15 and puts the decision into the nested run" }],
    advice: askAgain,
    example: withFile,
  },
  "decision-unusable": {
    meaning:
      "A decision has a value that no reader takes, such as a text where true, false or a list of call ids must stand. No reader refuses it, and the call is asked again.",
    rows: [],
    repairs: [{ id: "list-…", does: "writes a list with the one call id" }],
    advice: askAgain,
    example: withFile,
  },
  "decided-both-ways": {
    meaning:
      "A call id stands in `approved` and in `rejected` of one record, as records do that were merged or edited by hand. In every release the approval wins: the tool runs.",
    rows: [],
    repairs: [],
    advice: "Find out which was meant, and take the call out of the other list before the resume.",
    example: withFile,
  },
  "sticky-without-owner": {
    meaning:
      "A decision for all calls of a tool names no agent. From 0.23.1 on such a decision counts only with its owner, so the call is asked again.",
    rows: [],
    repairs: [
      { id: "own-…", does: "moves it to the owner that you state with `--assume owner=AGENT`, at 1.18 or later" },
    ],
    advice: `${askAgain} Releases up to 0.22.3 take it without an owner.`,
    example: withFile,
  },
  "decision-of-another-owner": {
    meaning: "The decision belongs to another agent than the waiting call, and does not count for it.",
    rows: [],
    repairs: [],
    advice: askAgain,
    example: withFile,
  },
  "decision-under-another-name": {
    meaning: "The decision stands under another tool name, or another namespace, than the waiting call has.",
    rows: [],
    repairs: [],
    advice: askAgain,
    example: withFile,
  },
  "agent-is-its-own-tool": {
    meaning:
      "An agent is its own tool, or its tool hands back to it. A call that waits in the nested run is taken for one of the outer run too: it is asked a second time, and a function or custom tool runs again and leaves an output without its call.",
    rows: [],
    repairs: [],
    advice: "Start a new run with a second agent, of the same instructions and tools, as the tool.",
    example: withFile,
  },
  "waiting-id-shared": {
    meaning:
      "Two calls that wait, at least one of them in a nested run, have one id. Since 0.20.0 a decision is refused when both say the same; when they differ, and one run is nested in the other, it does not count for the outer one.",
    rows: [],
    repairs: [
      {
        id: "undo-edit",
        does: "where one of them is the other, changed by hand: makes it like the one that the ledger knows",
      },
    ],
    advice:
      "Start a new run in which each call gets an id of its own: some providers number the calls of each response anew.",
    example: withFile,
  },
  "decision-unbound": {
    meaning:
      "The ledger of tool calls does not bind the decision to the waiting call: the type, the scope or the fingerprint of the arguments differs.",
    rows: [],
    repairs: [],
    advice: `${askAgain} A call whose arguments were edited after the decision is meant to be asked again.`,
    example: withFile,
  },
  "decision-not-read": {
    meaning:
      "The decisions stand in a table of the context that this release does not read, and vanish without an error.",
    rows: [],
    repairs: [],
    advice: "Resume with a release that reads this place, or let the run ask again.",
    example: "runstate doctor checkpoint.json --sdk 0.23.1",
  },
  "decisions-lost-with-context": {
    meaning:
      "Releases up to 0.19.4 throw the stored decisions away when the runner is given a context beside a loaded state.",
    rows: [],
    repairs: [],
    advice:
      "Pass no context at the resume; give it when loading, as `context_override`. Or resume with 0.20.0 or later.",
    example: "runstate doctor checkpoint.json --sdk 0.19.4",
  },
  "readers-disagree": {
    meaning:
      "A decision for all calls stands beside the opposite one for a single call, and releases give precedence to different ones: up to 0.21.0 a rejected call can run.",
    rows: [],
    repairs: [],
    advice: "Resume with the release whose reading is meant, or clear the decisions and decide each call anew.",
    example: withFile,
  },
  "nothing-decided": {
    meaning: "The run waits for decisions, and the file holds none: resumed as it is, it pauses again.",
    rows: ["X4", "X11"],
    repairs: [],
    advice:
      "Decide each call, with the ids that stand in the file, before the resume. If that was done, this is an older copy of the checkpoint.",
    example: "runstate inspect checkpoint.json",
  },
} satisfies Record<string, CausePage>;
