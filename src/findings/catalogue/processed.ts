import type { processedRules } from "../../rules/processed.ts";
import type { Sentences } from "../sentences.ts";
import { foundIn, hidden, plain, shape, textOf } from "./wording.ts";

const boundary = "Since 0.24.0 the SDK refuses the file; older releases do not look here.";
const boundaryFix =
  "Restore the number and the list together. Without the key the file loads: diagnostics of the current response are then no longer withheld.";
const skipped = "The SDK skips it without a word: the action is not carried out and its call stays without an output.";
const restoreAction = "Restore the action from a copy that loads.";
const program =
  "Since 0.19.0 a call made by a program needs that program in the same run, still open, when its tool exists. The SDK raises while loading, since 0.20.0 without details.";
const untilMcp =
  "Releases up to 0.19.4 find the tool of a hosted MCP request by this name and raise a bare Python error; newer ones go by the server label.";
const nestedDropped =
  "Since 0.9.1 the SDK drops a nested run that it cannot use and goes on: the waiting approval has no run to resume.";

export const processedSentences = (): Readonly<Record<keyof typeof processedRules, Sentences>> => ({
  "processed-response-not-an-object": shape(
    "last_processed_response",
    "an object or null",
    hidden,
    "Restore it from a copy that loads. Null loads, but the actions that were pending are lost.",
  ),
  "guardrail-start-below-1-20": plain(
    "tool_output_guardrail_result_start needs the schema version 1.20",
    "tool_output_guardrail_result_start came with 1.20, but the file carries an older label.",
    boundary,
    "Put back the label of the writing release, or use `runstate migrate`, which drops the key where the label does not know it.",
  ),
  "guardrail-start-invalid": shape(
    "tool_output_guardrail_result_start",
    "a whole number from 0 on, or null",
    boundary,
    boundaryFix,
  ),
  "guardrail-start-beyond-results": {
    title: "tool_output_guardrail_result_start lies behind the results",
    message: (args) =>
      `tool_output_guardrail_result_start lies behind the end: there are ${textOf(args, "results", "fewer")} tool output guardrail results.`,
    why: boundary,
    fix: boundaryFix,
  },
  "guardrail-start-result-dropped": plain(
    "A tool output guardrail result is dropped although a start is set",
    "This tool output guardrail result would be dropped, so where the current ones start is no longer certain.",
    boundary,
    "Restore guardrail.type of this result; it is tool_output.",
  ),
  "actions-not-a-list": {
    title: "A list of actions is not a list",
    message: (args) => `${textOf(args, "key", "This member")} must be a list; found ${foundIn(args)}.`,
    why: hidden,
    fix: "Restore the list from a copy that loads; an empty one means that nothing of this kind is pending.",
  },
  "action-not-an-object": {
    title: "An action is not an object",
    message: (args) => `An entry of ${textOf(args, "key", "this list")} must be an object; found ${foundIn(args)}.`,
    why: hidden,
    fix: restoreAction,
  },
  "action-skipped": {
    title: "An action is skipped",
    message: (args) =>
      `This entry of ${textOf(args, "key", "the actions")} is not as the SDK writes it (${foundIn(args)}) and is skipped.`,
    why: skipped,
    fix: restoreAction,
  },
  "action-tool-name-unusable": shape(
    "The tool name of an action",
    "a string",
    hidden,
    "Write the tool's name as a string.",
  ),
  "action-call-type-unusable": shape(
    "The type of the call of an action",
    "a string",
    "Since 0.20.0 the SDK asks each pending call of a shell, local shell or apply_patch tool for its type at the end of loading and stumbles here; the details are hidden. Older releases load it.",
    "Restore the type of the call, such as shell_call.",
  ),
  "action-call-invalid": {
    title: "The call of an action does not fit its type, and the action is dropped",
    message: (args) =>
      `Expected ${textOf(args, "expected", "another shape")} in the call of this action; the action is dropped.`,
    why: skipped,
    fix: "Correct this value. The same call often stands whole in model_responses or generated_items.",
  },
  "custom-actions-ignored": plain(
    "Pending custom tool calls are ignored",
    "custom_tool_actions is not read by this release: the pending custom tool calls are lost.",
    "Releases up to 0.13.6 do not know custom tools. They say nothing and run on with calls that have no output.",
    "Resume with 0.14.0 or later.",
  ),
  "program-caller-without-program": plain(
    "A call names a program that is not in the file",
    "The program that made this call is not in the file.",
    program,
    "Restore the program item, usually in model_responses or generated_items; or start a new run.",
  ),
  "caller-not-allowed": {
    title: "A call has a caller that its tool does not take",
    message: ({ found }) =>
      found === undefined
        ? "A program made this call, and a tool of this kind takes no calls from programs."
        : `The caller of a call must be null, of the type direct, or a program; found ${textOf({ found }, "found", "another")}.`,
    why: "Since 0.19.0 the SDK looks at the caller of a pending call when its tool exists. It raises while loading, since 0.20.0 without details.",
    fix: "Restore the caller from a copy that loads; a call that the model made itself has none.",
  },
  "program-caller-after-output": plain(
    "A call is pending for a program that has finished",
    "The program that made this call already has its output.",
    program,
    "Find out which is true. If the program finished, this pending call is left over: restore an earlier copy, or start a new run.",
  ),
  "mcp-tool-not-an-object": shape(
    "mcp_tool",
    "an object",
    untilMcp,
    "Restore it from a copy that loads, or load with 0.20.0 or later.",
  ),
  "mcp-tool-name-unusable": shape(
    "The name of mcp_tool",
    "a string",
    untilMcp,
    "Write the name as a string, or load with 0.20.0 or later.",
  ),
  "mcp-request-invalid": {
    title: "A hosted MCP approval request is invalid",
    message: (args) => `Expected ${textOf(args, "expected", "another shape")} in this hosted MCP approval request.`,
    why: `${hidden} It wants a whole request: id, name, server_label and arguments as strings.`,
    fix: "Correct this value; the same request often stands whole in model_responses.",
  },
  "mcp-request-without-tool": plain(
    "A hosted MCP approval request has no tool and is dropped",
    "This hosted MCP approval request has no mcp_tool, or an empty server label, and is dropped.",
    "The SDK drops the request without a word; its approval is then never sent.",
    "Restore both. The tool_config of mcp_tool may be reduced to the server label, but not left empty.",
  ),
  "bindings-not-an-object": shape(
    "mcp_tool_bindings",
    "an object",
    `${hidden} Releases up to 0.22.3 do not look here.`,
    "Write an object from call id to binding; an empty one loads, but a pending local MCP call then cannot run.",
  ),
  "binding-dropped": {
    title: "The binding of a local MCP call is dropped",
    message: (args) => `The binding of a local MCP call must be a list; found ${foundIn(args)}. It is dropped.`,
    why: "Since 0.23.1 a pending local MCP call runs only if its server and tool are the ones of its binding; without one the resume raises.",
    fix: "Restore the binding from a copy that loads, or reject the call.",
  },
  "interruption-agent-replaced": plain(
    "A pending approval names no agent and gets the current one",
    "This approval names no agent: the reader puts the current agent in.",
    "The SDK says nothing. A decision given for another agent's call may then not be found.",
    "Restore the agent that made the call.",
  ),
  "raw-item-type-unusable": shape(
    "The type of a raw item",
    "a string",
    hidden,
    "Restore the type, such as function_call.",
  ),
  "nested-run-not-loaded": {
    title: "A nested run cannot be loaded and is dropped",
    message: (args) =>
      `The nested run cannot be loaded (${textOf(args, "reason", "its reader raises here")}) and is dropped.`,
    why: `${nestedDropped} It logs one warning with the call id and no reason; with strict_context=True it refuses the file. Up to 0.19.4 the inner agent then starts again; since 0.20.0 its call is asked for ever, or the resume raises where the ledger says that the outer call has run.`,
    fix: (args) =>
      args.reason === undefined || args.reason === ""
        ? "Repair the nested run; it follows the same rules as a run of its own."
        : `Repair the nested run: \`runstate explain ${textOf(args, "reason", "")}\`. It follows the same rules as a run of its own, with a label of its own.`,
  },
  "nested-approval-not-copyable": {
    title: "A pending approval of a nested run cannot be copied",
    message: (args) => `The call of this nested approval cannot be copied: found ${foundIn(args)}.`,
    why: "Since 0.21.0 the SDK copies the approvals that a nested run waits for while it loads the outer run. What is no object, or holds NaN or Infinity, or the key async_ where the release reads async, cannot be copied, and the whole file is refused. In the outer run the same call loads.",
    fix: "Restore the call from a copy that loads; or drop agent_run_state, and the inner agent starts again.",
  },
  "nested-run-not-an-object": {
    title: "A nested run is not an object and is dropped",
    message: (args) => `agent_run_state must be an object; found ${foundIn(args)}. The nested run is dropped.`,
    why: `${nestedDropped} It says nothing.`,
    fix: "Restore the nested run from a copy that loads, or start a new run.",
  },
  "nested-run-without-interruptions": plain(
    "A nested run waits for nothing and is dropped",
    "The nested run waits for no approval and is dropped.",
    `${nestedDropped} It says nothing, and the inner agent starts again.`,
    "Restore current_step of the nested run if it was waiting; otherwise expect the inner agent to run once more.",
  ),
  "nested-run-ignored": plain(
    "A nested run is ignored",
    "This release does not read nested runs: the inner agent starts again.",
    "Releases up to 0.9.0 ignore agent_run_state without a word; an approval of an inner call has no effect.",
    "Resume with 0.9.1 or later.",
  ),
});
