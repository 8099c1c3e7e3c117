import type { outlookRules } from "../../rules/outlook.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { callAtStart, callOf, counted, namedBy, plain, textOf, toolOf } from "./wording.ts";

const again = "Decide again when asked.";

/** "approval" or "rejection", as the record says. */
function decisionOf(args: FindingArgs): string {
  if (args.verdict === "approved") return "approval";
  return args.verdict === "rejected" ? "rejection" : "decision";
}

/** "The approval of call call_1". */
function decisionOn(args: FindingArgs): string {
  return `The ${decisionOf(args)} of ${callOf(args)}`;
}

function sticky(args: FindingArgs): string {
  return `The ${decisionOf(args)} of all calls of ${toolOf(args)}`;
}

/** What the file decides, and what becomes of it in the resumed run. */
export const decisionSentences = () =>
  ({
    "pending-call-without-id": {
      title: "A waiting call has no id",
      message: (args) => `The waiting call of ${toolOf(args)} has no id, so no decision can name it.`,
      why: "Every release finds decisions by call id: the run asks for such a call again and again. Since 0.20.0 state.approve() and state.reject() raise for it.",
      fix: "Restore call_id (id for a hosted MCP request) from model_responses or generated_items; or start a new run.",
    },
    "decision-unbound": {
      title: "A decision has no ledger entry that fits its call",
      message: (args) =>
        `${decisionOn(args)} does not count: the ledger has no entry that fits the call as it stands. It is asked again.`,
      why: "Since 0.20.0, under labels from 1.15 on, a decision counts only with an entry in context.tool_invocations of the same type, tool and arguments. This is how a label raised by hand loses decisions.",
      fix: "If the label was raised by hand, take the old file and use `runstate migrate`, which writes the entries. If the call was edited, decide again.",
    },
    "decision-unusable": {
      title: "A decision is stored as a value that the reader takes for none",
      message: (args) =>
        `${textOf(args, "side", "The decision")} of ${toolOf(args)} is neither true, false nor a list of call ids: ${callOf(args)} is asked again${args.meant === true ? ", although a rejection message for it is stored" : ""}.`,
      why: "No release refuses such a value; the call counts as undecided and nothing is said.",
      fix: (args) =>
        `Write a list of call ids: ["${textOf(args, "id", "call_1")}"]${args.meant === true ? ", which the stored message shows was meant" : ", if that was meant"}; or decide again when asked.`,
    },
    "decided-both-ways": {
      title: "One call is approved and rejected in the same record",
      message: (args) => `${callAtStart(args)} of ${toolOf(args)} is approved and rejected in one record: it runs.`,
      why: "In every release the approval wins. No release writes both: deciding the other way removes the first decision.",
      fix: "Find out which was meant, and take the call out of the other list before you resume.",
    },
    "decision-replaced": {
      title: "A later entry for the same agent and tool takes the place of a decision",
      message: (args) =>
        `${callAtStart(args)} of ${toolOf(args)} is ${textOf(args, "verdict", "decided")} here, and a later entry of function_tool_approvals is for the same agent and tool.`,
      why: "Of two entries for one agent and tool the last counts alone: what the others say is gone, and the call is asked again, or goes as the last entry says. No release writes two.",
      fix: "Put the decisions of all these entries into one.",
    },
    "rejection-replaced": {
      title: "A later entry for the same agent and tool approves a rejected call",
      message: (args) =>
        `${callAtStart(args)} of ${toolOf(args)} is rejected here; a later entry of function_tool_approvals for the same agent and tool approves it.`,
      why: "Of two entries for one agent and tool the last counts alone: the rejection is gone, and the tool runs. No release writes two.",
      fix: "Put the decisions of all these entries into one, and leave the approval out if the rejection was meant.",
    },
    "decision-under-another-name": {
      title: "A decision stands under a name that its call is not looked up by",
      message: (args) =>
        `${decisionOn(args)} stands under ${textOf(args, "key", "another name")}, but the reader looks under ${textOf(args, "keys", "the name of its tool")}. It is asked again.`,
      why: "Every release looks decisions up by the tool's key: the name, since 0.11.0 with the namespace in front. A decision under another key is not found and nothing is said.",
      fix: "Move the record to the key that the reader looks under if the tool was renamed; or decide again when asked.",
    },
    "decision-of-another-owner": {
      title: "A decision belongs to another agent than its call",
      message: (args) =>
        `The ${decisionOf(args)} for ${callOf(args)} belongs to ${namedBy(args, "owner", "agent", "another agent")}, the call to ${namedBy(args, "agent", "agent", "another one")}. It is asked again.`,
      why: "Since 0.23.1 decisions on function tools count only for calls of the agent that owns them.",
      fix: "Decide again when asked. If an agent was renamed, give it its old name back.",
    },
    "decision-not-read": {
      title: "Decisions stand in a field that this release does not read",
      message: (args) =>
        `This release does not read ${textOf(args, "key", "this field")}: what is decided there is asked again.`,
      why: "function_tool_approvals is read since 0.23.1, hosted_mcp_approvals since 0.20.0. Older releases ignore them without a word and lose them at the next save.",
      fix: "Resume with a release that reads them, or go down with `runstate migrate --for-sdk RELEASE FILE`, which moves decisions to where that release looks.",
    },
    "sticky-without-owner": {
      title: "A decision for all calls of a function tool has no owner",
      message: (args) => `${sticky(args)} names no owning agent and does not count: its calls are asked again.`,
      why: "Since 0.23.1 a decision for all calls of a function tool counts only for the agent that owns it, under any label. Older files do not say which agent that is. Releases up to 0.22.3 honour it.",
      fix: "Decide again when asked. To keep it: under 1.18 or later move the record to context.function_tool_approvals as {agent, tool_key, decision}, if you know whose decision it was. runstate never makes up an owner.",
    },
    "sticky-scope-differs": {
      title: "A decision for all calls of a tool has not the scope of the waiting call",
      message: (args) =>
        `${sticky(args)} does not count for ${callOf(args)}: its scope is missing or another one. It is asked again.`,
      why: "Since 0.20.0, under labels from 1.15 on, such a decision counts only for calls of the scope it was given for (sticky_scope: type and tool). Under older labels the reader adds the scope while loading.",
      fix: "If the label was raised by hand, take the old file and use `runstate migrate`, which writes the scope. Otherwise decide again when asked.",
    },
    "sticky-hosted-by-name": {
      title: "A decision for all calls of a hosted MCP tool stands under its bare name",
      message: (args) =>
        `${sticky(args)} stands under the bare name and does not count: a hosted MCP request is asked again.`,
      why: "Since 0.20.0 decisions for all calls of a hosted MCP tool belong to its server; under a bare name only decisions on single requests count.",
      fix: again,
    },
    "rejected-call-runs": {
      title: "A rejected call is run because all calls of its tool are approved",
      message: (args) =>
        `${callAtStart(args)} is rejected, but all calls of ${toolOf(args)} are approved: this release runs it.`,
      why: "Up to 0.21.0 a decision for all calls beats the one on a single call. Since 0.21.1 the single call wins and stays rejected.",
      fix: "Resume with 0.21.1 or later. On an older release take the approval for all calls out and approve the others one by one.",
    },
    "approved-call-rejected": {
      title: "An approved call is rejected because all calls of its tool are rejected",
      message: (args) =>
        `${callAtStart(args)} is approved, but all calls of ${toolOf(args)} are rejected: this release rejects it.`,
      why: "Up to 0.21.0 a decision for all calls beats the one on a single call. Since 0.21.1 the single call wins and runs.",
      fix: "Resume with 0.21.1 or later, or take the rejection for all calls out.",
    },
    "sticky-beside-opposite": {
      title: "A decision for all calls of a tool stands beside the opposite one on a single call",
      message: (args) =>
        `${sticky(args)} stands beside the opposite decision on ${callOf(args)}; the one on the single call wins here.`,
      why: "Since 0.21.1 the decision on the single call wins. Up to 0.21.0 the decision for all calls wins: a rejected call would be run.",
      fix: "Nothing to do for this release. Do not resume the file with 0.21.0 or older.",
    },
    "decisions-lost-with-context": {
      title: "Decisions are lost if the program passes a context when it resumes",
      message: (args) =>
        `The decision on ${callOf(args)} counts only if the program passes no context to Runner.run when it resumes.`,
      why: "Up to 0.19.4 a context given to the runner replaces the stored one together with its decisions, without a word. Since 0.20.0 they are kept.",
      fix: "Pass no context to the runner; give it to RunState.from_json as context_override. Or resume with 0.20.0 or later if it reads the file.",
    },
    "nested-decision-outside": {
      title: "The decision on a nested run's call stands in the outer run",
      message: (args) =>
        `The ${decisionOf(args)} of ${callOf(args)} stands in the outer run, but the call belongs to a nested one: it is asked for ever.`,
      why: "Files below 1.15 keep it there. A release since 0.20.0 that loads such a file runs the tool once and then asks for the same call again and again; approving it then does not help.",
      fix: "`runstate migrate --to 1.15 FILE` or later moves the decision into the nested run; the run then finishes. Or decide the call once more before the first resume: state.approve and state.reject write it into the nested run.",
    },
    "nested-decision-ignored": {
      title: "A nested run is not told of the decision that stands in the outer run",
      message: (args) =>
        `The ${decisionOf(args)} of ${callOf(args)} stands in the outer run, but the call belongs to a nested one, which does not look there: it is asked again.`,
      why: "Since 0.20.0 a call of a nested run is decided in that run's own record. Releases up to 0.22.3 wrote the decision outside when the inner agent had the name of the outer one.",
      fix: "Decide again with 0.23.1 or later, which writes the decision into the nested run. For new runs give the agents different names.",
    },
    "nested-call-rejected-outside": {
      title: "A nested run's call that was rejected in the outer run is approved in its own",
      message: (args) =>
        `The waiting ${callOf(args)} of a nested run is rejected in the outer run, but approved in its own: this release runs it.`,
      why: "Up to 0.19.4 nested runs go by the decisions of the outermost run, and up to 0.22.3 those on the calls of an agent with the name of the outer one were written there too: the call was rejected after a newer release had approved it. Since 0.20.0 a nested run goes by its own.",
      fix: "Reject the call once more with 0.23.1 or later before the resume. A file below 1.15 can be migrated instead: `runstate migrate` lets the rejection win.",
    },
    "nested-call-runs-twice": {
      title: "A nested run's call is taken for one of the outer run too, and runs twice",
      message: (args) =>
        `The waiting ${callOf(args)} of a nested run belongs to ${namedBy(args, "agent", "agent", "the agent")} itself, where the outer run stands: it is taken for one of the outer run too.`,
      why: "An agent that is its own tool, or that its tool hands back to. Up to 0.19.4 an approval runs the call in both runs. Since 0.20.0 the outer run asks again once the nested one is done; that answer runs it again if it approves, and leaves an output without its call.",
      fix: "Start a new run with a second agent, of the same instructions and tools, as the tool. A file that waits already cannot be mended.",
    },
    "nested-call-asked-twice": {
      title: "A nested run's call is taken for one of the outer run too, and asked twice",
      message: (args) =>
        `The waiting ${callOf(args)} of a nested run belongs to ${namedBy(args, "agent", "agent", "the agent")} itself, where the outer run stands: it is asked again once the nested run is done.`,
      why: "An agent that is its own tool, or that its tool hands back to. Since 0.20.0 the outer run takes the call for its own as well. The second answer has no effect: nothing runs, and nothing is stored.",
      fix: "Answer the second time too. For new runs use a second agent, of the same instructions and tools, as the tool.",
    },
    "nested-call-blocks": {
      title: "A nested run's call keeps every waiting call from being decided",
      message: (args) =>
        `The waiting ${callOf(args)} of a nested run belongs to ${namedBy(args, "agent", "agent", "the agent")} itself, where the outer run stands, and that run has a call of the same tool: whatever is decided, nothing runs and every call is asked again.`,
      why: "An agent that is its own tool, or that its tool hands back to. Since 0.19.3 the outer run looks for the call among its own of that tool, does not find it, and pauses again as it was.",
      fix: "Start a new run with a second agent, of the same instructions and tools, as the tool. A file that waits already cannot be mended; releases up to 0.19.2 run the nested call twice.",
    },
    "approval-lost": {
      title: "Waiting approvals are lost while loading",
      message: (args) => {
        const lost = Number(args.lost ?? 1);
        const all = lost + Number(args.kept ?? 0);
        return `Lost while loading: ${lost} of ${counted({ all }, "all", "waiting approval")}. Nobody will be asked.`;
      },
      why: "The SDK drops an approval without a usable agent, and all of them with a step it does not know. It says nothing; the calls stay without an output and the run goes on without them.",
      fix: "Restore the type of current_step and the agent of each approval from a copy that loads. Do not resume the file as it is.",
    },
    "program-output-blocks": {
      title: "A program was finished in the response that the run is paused in",
      message: (args) => `The paused response holds the output of the program ${textOf(args, "id", "without an id")}.`,
      why: "The resume goes through the programs of that response once more and takes the output for a second one: since 0.19.3 it raises, whatever is decided. The SDK writes such files itself.",
      fix: "Take the output out of the last entry of model_responses; the history that the model gets keeps it. `runstate doctor FILE` has it as a repair.",
    },
    "response-not-processed": plain(
      "The last response was accepted but not processed",
      "The last model response is accepted, and the run stopped before it was worked through.",
      "It brought queued input to a conversation that the server keeps, so it cannot be asked for again; since 0.20.0 every resume of such a file raises.",
      "Start a new run. The server's conversation holds that response: answer its calls there, or go on from an earlier response.",
    ),
  }) satisfies Partial<Record<keyof typeof outlookRules, Sentences>>;
