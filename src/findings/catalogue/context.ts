import type { contextRules } from "../../rules/context.ts";
import type { Sentences } from "../sentences.ts";
import { foundIn, hidden, plain, shape, textOf } from "./wording.ts";

const untilObjects =
  "Releases up to 0.19.4 take only an object with a name and raise a bare Python error; since 0.20.0 the agent is looked up more generously.";
const forgottenDecisions =
  "Since 0.16.0 the SDK starts without these decisions and says nothing; 0.15.3 and older raise.";
const askAgain = "Restore it from a copy that loads; otherwise every call it decided is asked again.";
const ledger =
  "Since 0.20.0, under labels from 1.15 on, the SDK checks the ledger of tool calls while loading and refuses the file; it does not say which entry.";
const ledgerFix =
  "Restore the entry from a copy that loads. An entry that cannot be restored may be removed: if its call still waits, its decision is asked again.";
const owned =
  "Since 0.23.1 the SDK refuses the file, and its answer hides the reason. Releases up to 0.22.3 do not look here.";

export const contextSentences = (): Readonly<Record<keyof typeof contextRules, Sentences>> => ({
  "current-agent-not-an-object": plain(
    "current_agent is not an object",
    "current_agent must be an object with the agent's name.",
    untilObjects,
    'Write {"name": …} with the name of the agent, or load with 0.20.0 or later.',
  ),
  "current-agent-without-name": plain(
    "current_agent has no key name",
    "current_agent has no key name.",
    untilObjects,
    "Add the name of the agent beside its identity, or load with 0.20.0 or later.",
  ),
  "current-agent-unnamed": plain(
    "current_agent names no agent",
    "current_agent names no agent.",
    "The SDK looks the agent up by name and refuses the file when there is none, in every release.",
    "Write the name of the agent that was running; `runstate inspect FILE` lists the agents named in the file.",
  ),
  "agent-name-unusable": plain(
    "The name of an agent is a list or an object",
    "The name of an agent must be a string; found a list or an object.",
    hidden,
    "Write the agent's name as a string.",
  ),
  "agent-identity-empty": plain(
    "The identity of an agent is empty",
    "The identity of this agent is an empty string.",
    "Since 0.14.0 an identity that is a string decides alone, the name is not asked. No agent has an empty one, so the SDK refuses the file.",
    "Remove identity: agents whose name is not shared have none. For agents of one name restore it (such as name#2).",
  ),
  "context-not-an-object": shape(
    "context",
    "an object",
    hidden,
    "Take the whole file from its store: context holds the usage and every decision. The run's own context stands one level deeper.",
  ),
  "usage-not-an-object": shape(
    "usage",
    "an object",
    hidden,
    "Remove the key usage (counting starts at zero), or restore it. Null is refused.",
  ),
  "usage-not-an-integer": shape(
    "A counter of usage",
    "a whole number",
    hidden,
    "Write a whole number, 0 if it is not known. Null and fractions are refused.",
  ),
  "usage-entries-unusable": shape(
    "request_usage_entries",
    "a list of objects with whole-number counters",
    hidden,
    "Remove request_usage_entries, or restore it; only statistics are lost.",
  ),
  "usage-details-zeroed": {
    title: "Details of token usage are unusable and become zero",
    message: (args) =>
      `These token details must be an object whose counters are all whole numbers; found ${foundIn(args)}.`,
    why: "The SDK replaces unusable details by zeros, all of them for one broken counter, and says nothing, in every release. Tokens written to the cache count since 0.18.1.",
    fix: "Nothing to do unless costs are computed from the file: then restore the details.",
  },
  "user-context-not-an-object": shape(
    "The run's own context",
    "an object or null",
    "The SDK refuses the file, in every release, unless the program passes context_override.",
    "Pass the context with context_override when loading, or write an object. Values of other kinds need a context_serializer when saving.",
  ),
  "user-context-needs-restoring": plain(
    "The run's own context was not stored completely",
    "The run's own context was left out or needs a deserializer: what stands here is not what the tools had.",
    "The SDK only warns when it loads; the tools then find a plain mapping, often an empty one. With strict_context=True it refuses.",
    "Pass context_override or context_deserializer when loading, and a context_serializer when saving. context_meta names the class it came from.",
  ),
  "user-context-guard-lost": {
    title: "context_meta is unusable, so nothing guards the run's own context",
    message: (args) => `context_meta must be an object; found ${foundIn(args)}.`,
    why: "The SDK ignores it: it neither warns about a context that was left out nor refuses it under strict_context=True.",
    fix: "Pass the context with context_override when loading if it was an object of your own class; restore or remove context_meta.",
  },
  "approvals-not-an-object": shape(
    "approvals",
    "an object",
    "Releases up to 0.15.3 raise a bare Python error; since 0.16.0 all decisions are forgotten instead.",
    askAgain,
  ),
  "approval-record-not-an-object": shape(
    "The record of decisions on a tool",
    "an object",
    "Releases up to 0.15.3 raise a bare Python error; since 0.16.0 these decisions are forgotten instead.",
    askAgain,
  ),
  "approvals-forgotten": {
    title: "All approvals and rejections are forgotten",
    message: (args) => `approvals must be an object; found ${foundIn(args)}: all decisions stored there are forgotten.`,
    why: forgottenDecisions,
    fix: askAgain,
  },
  "approval-record-forgotten": {
    title: "The approvals and rejections of a tool are forgotten",
    message: (args) =>
      `The record of decisions on a tool must be an object; found ${foundIn(args)}. They are forgotten.`,
    why: forgottenDecisions,
    fix: askAgain,
  },
  "approval-decision-unusable": {
    title: "A decision is neither true, false nor a list of call ids",
    message: (args) =>
      `${textOf(args, "side", "A decision")} must be true, false or a list of call ids; found ${foundIn(args)}.`,
    why: "Since 0.16.0 the SDK takes such a value for no decision and says nothing, so the call is asked again. 0.15.3 and older carry it along and garble it, or fail, at the next save.",
    fix: 'Write a list of the decided call ids, such as ["call_1"]; true or false only if it is meant for all calls of the tool.',
  },
  "approval-detail-dropped": {
    title: "A detail of a decision is dropped",
    message: (args) => `This detail of a decision has the wrong kind (${foundIn(args)}) and is dropped.`,
    why: "Since 0.12.1 the SDK keeps the decision but not its broken rejection message or scope: the model then reads the default text.",
    fix: "Write rejection_messages as an object from call id to text, sticky_rejection_message as a text.",
  },
  "ledger-not-an-object": shape(
    "tool_invocations",
    "an object",
    ledger,
    "Restore it from a copy that loads. An empty object loads, but calls that wait and were decided are then asked again.",
  ),
  "ledger-call-id-empty": plain(
    "An entry of tool_invocations has an empty call id",
    "An entry of tool_invocations has an empty call id.",
    ledger,
    "Remove the entry: an empty id belongs to no call.",
  ),
  "ledger-entry-not-an-object": shape("An entry of tool_invocations", "an object", ledger, ledgerFix),
  "ledger-entry-invalid": {
    title: "An entry of tool_invocations is invalid",
    message: (args) =>
      `${textOf(args, "key", "A member")} of this tool_invocations entry is missing or has no allowed value.`,
    why: `${ledger} It demands a known call type, two SHA-256 values in lower-case hex, two booleans, and executed for what is completed.`,
    fix: ledgerFix,
  },
  "ledger-ignored": plain(
    "tool_invocations stands under a label that does not read it",
    "tool_invocations is ignored under a label below 1.15.",
    "Below 1.15 readers since 0.20.0 build the ledger from the history, older ones have none.",
    "Nothing to do. If somebody lowered the label by hand, put the old one back and use `runstate migrate`.",
  ),
  "hosted-approvals-dropped": {
    title: "Decisions on hosted MCP tools are dropped",
    message: (args) =>
      `This part of hosted_mcp_approvals is not as the SDK writes it (${foundIn(args)}) and is dropped.`,
    why: "Since 0.20.0 the SDK wants a list of entries, each with an identity and a decision, and skips everything else without a word: the request is asked again.",
    fix: "Restore the entry from a copy that loads, or decide again when asked.",
  },
  "hosted-approvals-ignored": plain(
    "hosted_mcp_approvals stands under a label that does not read it",
    "hosted_mcp_approvals is ignored under a label below 1.14: the requests are asked again.",
    "No release reads these decisions below 1.14.",
    "If somebody lowered the label by hand, put the old one back and use `runstate migrate`, which moves the decisions.",
  ),
  "owned-approvals-below-1-18": plain(
    "function_tool_approvals needs the schema version 1.18",
    "function_tool_approvals came with 1.18, but the file carries an older label.",
    owned,
    "Put back the label of the writing release (1.18 or later), then `runstate migrate` to the version you need: it moves the decisions.",
  ),
  "owned-approvals-not-a-list": shape(
    "function_tool_approvals",
    "a list",
    `${owned} Null is refused too.`,
    "Write a list; an empty one means that nothing was decided. Or remove the key.",
  ),
  "owned-approval-invalid": {
    title: "An entry of function_tool_approvals is invalid",
    message: (args) =>
      `${textOf(args, "key", "A member")} of this entry is missing or of the wrong kind: tool_key is a string, decision an object.`,
    why: owned,
    fix: "Restore the entry, or remove it: its calls are then asked again.",
  },
  "owned-approval-without-owner": plain(
    "An entry of function_tool_approvals names no agent",
    "This decision names no agent that owns it.",
    owned,
    "Restore the agent it was given for, or remove the entry: its calls are then asked again.",
  ),
});
