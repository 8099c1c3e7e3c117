import type { DownRule } from "../../rules/migrate.ts";
import type { Sentences } from "../sentences.ts";
import { harmless, nothing, tool } from "./migrate-words.ts";
import { callAtStart, counted } from "./wording.ts";

/** What becomes of decisions below the label that they need. */
export const decisionsDownSentences = () =>
  ({
    "owned-decision-unowned": {
      title: "Decisions on single function calls move to where 1.17 looks for them",
      message: (args) =>
        `Decisions on single function calls move to context.approvals: ${counted(args, "calls", "call")}.`,
      why: "0.22.3 does not look at decisions with an owner; there it resumes like a file of its own.",
      fix: nothing,
    },
    "owned-sticky-approval-dropped": {
      title: "An approval of all calls of a tool that belongs to one agent is dropped below 1.18",
      message: (args) =>
        `The approval of all calls of ${tool(args)} is dropped: it belongs to one agent. The tool asks again.`,
      why: "Moved to where older readers look, every agent with a tool of that name would use it.",
      fix: "Decide again when asked.",
    },
    "owned-sticky-rejection-dropped": {
      title: "A rejection of all calls of a tool that belongs to one agent is dropped below 1.18",
      message: (args) =>
        `The rejection of all calls of ${tool(args)} is dropped: it belongs to one agent. The tool asks again.`,
      why: "Moved to where older readers look, it would reject the calls of every agent.",
      fix: "Decide again when asked.",
    },
    "unowned-sticky-approval-dropped": {
      title: "An approval of all calls of a function that newer readers do not honour is dropped",
      message: (args) =>
        `The approval of all calls of ${tool(args)} is dropped: it has no owner, and the newer releases do not honour it.`,
      why: "0.22.3 and older would honour it and run calls that nobody was asked about.",
      fix: "Decide again when asked.",
    },
    "dead-sticky-rejection-dropped": {
      title: "A rejection of all calls of a tool that newer readers do not honour is dropped",
      message: (args) =>
        `The rejection of all calls of ${tool(args)} is dropped: without an owner or a scope the newer releases do not honour it.`,
      why: "Older releases would honour it and reject calls that the newer ones ask about.",
      fix: "Decide again when asked.",
    },
    "apply-patch-decision-dropped": {
      title: "A decision on apply_patch calls of one scope is dropped below 1.18",
      message: () => "The decision on apply_patch calls of one scope is dropped: the tool asks again.",
      why: "0.22.3 does not look under a key with a scope.",
      fix: "Decide again when asked.",
    },
    "sticky-against-list-dropped": {
      title: "A decision for all calls of a tool against the decision on one call is dropped below 1.16",
      message: (args) =>
        `The decision for all calls of ${tool(args)} is dropped: single calls are decided the other way.`,
      why: "0.21.0 and older let the decision for all calls win: a call that was rejected by hand was executed.",
      fix: "Other calls of the tool ask again.",
    },
    "sticky-decision-final": {
      title: "Below 1.16 nothing that is said of one call counts beside a decision for all calls of a tool",
      message: (args) => `The decision for all calls of ${tool(args)} stays, and cannot be undone for one call there.`,
      why: "0.21.0 and older let the decision for all calls win: a call that is rejected by hand after an approval for all calls is executed, and one that is approved after such a rejection is not.",
      fix: "Decide the calls that wait before the migration, or take the decision for all calls out of the file.",
    },
    "unbound-decision-dropped": {
      title: "A decision that its call has outgrown is dropped below 1.15",
      message: (args) =>
        `The decision on a waiting call of ${tool(args)} is dropped: the ledger does not know the call as it stands. It asks.`,
      why: "Since 0.20.0 such a decision does not count. 0.19.4 has no ledger and would run a call that was edited after it was approved.",
      fix: "Decide again when asked, as the newer release would have you do.",
    },
    "sticky-approval-dropped": {
      title: "An approval of all calls of a tool with a scope is dropped below 1.15",
      message: (args) => `The approval of all calls of ${tool(args)} is dropped: the tool asks again.`,
      why: "0.19.4 knows no scopes and would use the approval for every tool of that name, of whatever kind.",
      fix: "Decide again when asked.",
    },
    "sticky-rejection-unscoped": harmless(
      "The scope of a decision for all calls of a tool is dropped below 1.15",
      "The scope of the decision for all calls of the tool is dropped.",
      "0.19.4 knows no scopes; a rejection without one only rejects more.",
    ),
    "sticky-rejection-spelled-out": {
      title:
        "A rejection of all calls of a tool that would reach the calls of nested runs rejects single calls below 1.15",
      message: (args) => `The rejection of all calls of ${tool(args)} now rejects the calls that wait. Later ones ask.`,
      why: "0.19.4 would reject the calls of nested runs by it too, also those that were approved.",
      fix: "Decide again when asked.",
    },
    "nested-decision-shared": {
      title: "Calls of two runs that share an id are decided together below 1.15",
      message: (args) =>
        `${callAtStart(args)} asks: another run waits for a call of this tool with the same id, and not both are decided alike.`,
      why: "0.19.4 keeps the decisions of a run and of the runs inside it in one place, by tool and id: the decision on one call would run or reject the other too.",
      fix: "Decide again when asked; one answer then counts for both calls.",
    },
    "shared-decision-dropped": {
      title: "A decision that would count for the call of another run too is dropped below 1.15",
      message: (args) => `A decision of this run on ${tool(args)} is dropped: the call of another run has the same id.`,
      why: "0.19.4 keeps the decisions of a run and of the runs inside it in one place, by tool and id.",
      fix: "Decide again when asked.",
    },
    "nested-sticky-rejection-dropped": {
      title: "A rejection of all calls of a tool of a nested run is not looked at below 1.15",
      message: (args) =>
        `The rejection of all calls of ${tool(args)} in this nested run now rejects the calls that wait. Later ones ask.`,
      why: "0.19.4 looks for decisions in the outermost run only; moved there, it would reject the calls of every agent.",
      fix: "Decide again when asked.",
    },
    "nested-rejection-text-unsent": {
      title: "The text of a rejection in a nested run is not sent below 1.15",
      message: (args) => `${callAtStart(args)} of a nested run stays rejected; its text does not reach the model.`,
      why: "0.19.4 and older tell the nested run that the call is rejected, and send the text of the SDK.",
      fix: nothing,
    },
    "outer-decision-dropped": {
      title: "A decision in a run about the call of another one is dropped below 1.15",
      message: (args) => `A decision of this run on ${tool(args)} is about a call of another run, and is dropped.`,
      why: "Since 0.20.0 a call is decided by its own run alone. 0.19.4 would take this decision, even against the one of that run.",
      fix: nothing,
    },
    "nested-decision-moved-out": {
      title: "Decisions of a nested run are copied to the outer run below 1.15",
      message: () => "Decisions on calls of a nested run are copied into the outer run.",
      why: "0.19.4 looks for them there only; without them the inner call asks again.",
      fix: nothing,
    },
    "hosted-decision-by-name": {
      title: "Decisions on hosted MCP requests move under the bare tool name below 1.14",
      message: () => "Decisions on single hosted MCP requests move under the bare tool name.",
      why: "0.19.4 looks for them there and resumes the same.",
      fix: nothing,
    },
    "hosted-decision-dropped": {
      title: "A decision on hosted MCP calls without a place below 1.14 is dropped",
      message: (args) => `A decision about ${tool(args)} of a hosted MCP server is dropped: it asks again.`,
      why: "Under the bare tool name a decision for all calls of a tool would spread to every server, and a request without a tool name has no place.",
      fix: "Decide again when asked.",
    },
    "hosted-approvals-emptied": harmless(
      "The list of hosted MCP decisions is dropped below 1.14",
      "The list of hosted MCP decisions is dropped.",
      "0.19.4 ignores it.",
    ),
    "odd-decision-emptied": harmless(
      "A decision that is none is written as none below 1.11",
      "What stands where a decision belongs, and is none, becomes none.",
      "Readers before 0.17.3 would look for call ids in it, or raise.",
    ),
    "rejection-text-dropped": {
      title: "Texts of rejections are dropped below 1.6",
      message: (args) => `The text that goes with the rejection of ${tool(args)} is dropped.`,
      why: "0.12.0 sends its own text to the model instead.",
      fix: nothing,
    },
  }) satisfies Partial<Record<DownRule, Sentences>>;
